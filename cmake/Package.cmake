# A Debian package of the commands, for the Debian that builds it:
#   cmake --build build/release --target packaged && cpack --config build/release/CPackConfig.cmake -B DIR
# Besides the component `commands` it has the component `package`, which cmake/InstallPackage.cmake makes when it is
# installed: the course as `epreuve course` unpacks it, pages for man, completions, and what Debian's policy asks for.
block()
add_custom_target(packaged)
add_dependencies(packaged installed-commands)

set(debian "")
if(EXISTS /etc/os-release)
  file(STRINGS /etc/os-release ids REGEX "^(ID|VERSION_ID)=")
  string(REGEX REPLACE "(ID|VERSION_ID)=|\"" "" ids "${ids}")
  list(SORT ids ORDER DESCENDING) # "debian", "12"
  list(JOIN ids "" debian)
  string(REPLACE "debian" "deb" debian "${debian}")
endif()

# Who makes a package is its maintainer: by the variables of Debian's other tools.
set(maintainer "the authors of epreuve <epreuve@epreuve.invalid>")
if(DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()

file(STRINGS packages.txt lines)
set(group "")
set(suggested "")
foreach(line IN LISTS lines)
  if(line MATCHES "^\\[([a-z]+)\\]")
    set(group ${CMAKE_MATCH_1})
  elseif(group STREQUAL prove AND line MATCHES "^([a-z0-9][a-z0-9.+-]*)")
    list(APPEND suggested ${CMAKE_MATCH_1})
  endif()
endforeach()
list(JOIN suggested ", " suggested)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME epreuve)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION}+${debian})
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "mathematics of transformers, verified claim by claim")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "\
Five French course documents explain transformers and GPT-2. Each chapter
here is a program that reproduces one of their sections: it checks every
printed number and formula, finds the errors and corrects them, proves what
can be proven, and draws the figures.
.
With it come a small GPT-2 that shows how it computes, a language whose every
probability is known, and exercises with their judges, which the command
epreuve course puts into a folder.")
set(CPACK_INSTALL_CMAKE_PROJECTS
  ${PROJECT_BINARY_DIR} epreuve commands / ${PROJECT_BINARY_DIR} epreuve package /)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Which packages have the shared libraries, dpkg-shlibdeps finds; but any OpenBLAS would do for it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0-openmp, gnuplot-nox | gnuplot")
cmake_path(GET EPREUVE_STUDENT_COMPILER FILENAME student_compiler) # in a package of the same name
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${student_compiler}, libarmadillo-dev, curl, ca-certificates, less")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "${suggested}, bash-completion")
include(CPack)

# The licences of libraries whose code is in the programs: headers, and RapidCheck, which is static.
set(licences libarmadillo-dev libcli11-dev libfmt-dev libgnuplot-iostream-dev librapidcheck-dev nlohmann-json3-dev)
file(GLOB boost RELATIVE /usr/share/doc /usr/share/doc/libboost1.*-dev)
list(APPEND licences ${boost})
set(settings "")
foreach(variable IN ITEMS PROJECT_SOURCE_DIR PROJECT_BINARY_DIR CMAKE_INSTALL_LIBEXECDIR CMAKE_INSTALL_DATADIR
    CMAKE_INSTALL_MANDIR CMAKE_INSTALL_DOCDIR PROJECT_VERSION CPACK_PACKAGE_VERSION CPACK_PACKAGE_CONTACT
    licences)
  string(APPEND settings "set(${variable} \"${${variable}}\")\n")
endforeach()
install(CODE "${settings}" COMPONENT package)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/InstallPackage.cmake COMPONENT package)
endblock()
