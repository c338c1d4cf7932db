# Finds libseccomp, as the target Seccomp::Seccomp.
#
# Installed next to epreuveConfig.cmake, for programs that use the library.
find_path(SECCOMP_INCLUDE_DIR seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
mark_as_advanced(SECCOMP_INCLUDE_DIR SECCOMP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Seccomp
  REQUIRED_VARS SECCOMP_LIBRARY SECCOMP_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Debian's package is libseccomp-dev.")

if(Seccomp_FOUND AND NOT TARGET Seccomp::Seccomp)
  add_library(Seccomp::Seccomp UNKNOWN IMPORTED)
  set_target_properties(Seccomp::Seccomp PROPERTIES
    IMPORTED_LOCATION ${SECCOMP_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${SECCOMP_INCLUDE_DIR})
endif()
