# `cmake --install`: the library, its headers and a CMake package, which may be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/epreuve)

get_property(libraries GLOBAL PROPERTY epreuve_libraries)
install(TARGETS ${libraries} EXPORT epreuveTargets FILE_SET HEADERS)
install(EXPORT epreuveTargets NAMESPACE epreuve:: DESTINATION ${package_folder})

configure_package_config_file(cmake/epreuveConfig.cmake.in ${PROJECT_BINARY_DIR}/epreuveConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/epreuveConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/epreuveConfig.cmake
  ${PROJECT_BINARY_DIR}/epreuveConfigVersion.cmake
  cmake/FindOpenBLASOpenMP.cmake
  cmake/FindPCRE2.cmake
  cmake/FindSeccomp.cmake
  DESTINATION ${package_folder})
