# `cmake --install`: the library, its headers and a CMake package (component library); the command epreuve,
# with the programs that it runs in libexec/epreuve (component commands); what a Debian package has besides (component
# package, cmake/Package.cmake). Each may be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/epreuve)

get_property(libraries GLOBAL PROPERTY epreuve_libraries)
install(TARGETS ${libraries} EXPORT epreuveTargets COMPONENT library FILE_SET HEADERS COMPONENT library)
install(EXPORT epreuveTargets NAMESPACE epreuve:: DESTINATION ${package_folder} COMPONENT library)

configure_package_config_file(cmake/epreuveConfig.cmake.in ${PROJECT_BINARY_DIR}/epreuveConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/epreuveConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/epreuveConfig.cmake
  ${PROJECT_BINARY_DIR}/epreuveConfigVersion.cmake
  cmake/FindFLINT.cmake
  cmake/FindOpenBLASOpenMP.cmake
  cmake/FindPCRE2.cmake
  DESTINATION ${package_folder} COMPONENT library)

# The programs that the installed command runs; the target builds them. A course without some of its chapters would
# look whole, so nothing is installed before all of them are built.
add_custom_target(installed-commands)
if(EPREUVE_CHAPTERS)
  install(CODE [[
    foreach(program IN ITEMS $<TARGET_PROPERTY:installed-commands,EPREUVE_PROGRAMS>)
      if(NOT EXISTS ${CMAKE_CURRENT_LIST_DIR}/bin/${program})
        string(APPEND unbuilt " ${program}")
      endif()
    endforeach()
    if(unbuilt)
      message(FATAL_ERROR "The commands are not installed, since these programs are not built:${unbuilt}\n"
        "Build them first:\n  cmake --build ${CMAKE_CURRENT_LIST_DIR} --target installed-commands\n")
    endif()]] COMPONENT commands)
endif()
# epreuve_install_programs(TARGET...)
function(epreuve_install_programs)
  # The OpenBLAS that was found is the one loaded there too, whatever the machine's alternatives say.
  set_target_properties(${ARGN} PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS ${ARGN} RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/epreuve COMPONENT commands)
  set_property(TARGET installed-commands APPEND PROPERTY EPREUVE_PROGRAMS ${ARGN})
  add_dependencies(installed-commands ${ARGN})
endfunction()

set(installed_data ${CMAKE_INSTALL_DATADIR}/epreuve)
install(DIRECTORY models/petit models/translator models/captions models/logs DESTINATION ${installed_data}/models
  COMPONENT commands)
# A proof's fingerprint is that of its sources; formal ones are compiled where they are proven.
install(DIRECTORY proofs DESTINATION ${installed_data} COMPONENT commands PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY completions DESTINATION ${installed_data} COMPONENT commands)
if(EPREUVE_CHAPTERS)
  # A relative link, so that the folder of the installation can be moved.
  file(RELATIVE_PATH driver /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBEXECDIR}/epreuve/epreuve-driver)
  install(CODE "
    set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(MAKE_DIRECTORY \"\${bin}\")
    file(CREATE_LINK ${driver} \"\${bin}/epreuve\" SYMBOLIC)" COMPONENT commands)
  include(cmake/Package.cmake)
endif()
