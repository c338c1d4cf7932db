# Finds OpenBLAS, which holds BLAS and LAPACK, preferably the build for OpenMP: together with OpenMP code the
# pthread build, Debian's default, starts a second team of threads and runs two to four times slower.
# Defines the target OpenBLASOpenMP::OpenBLASOpenMP. As the library is linked by its path, its folder is in
# the run path of programs: the library found here is the one loaded, whatever the machine's alternatives say.
#
# Installed next to epreuveConfig.cmake, for programs that use the library.
find_library(OPENBLAS_OPENMP_LIBRARY openblas
  PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-openmp NO_DEFAULT_PATH)
find_library(OPENBLAS_OPENMP_LIBRARY openblas)
mark_as_advanced(OPENBLAS_OPENMP_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLASOpenMP
  REQUIRED_VARS OPENBLAS_OPENMP_LIBRARY
  REASON_FAILURE_MESSAGE "Debian's package is libopenblas-openmp-dev.")

if(OpenBLASOpenMP_FOUND AND NOT TARGET OpenBLASOpenMP::OpenBLASOpenMP)
  add_library(OpenBLASOpenMP::OpenBLASOpenMP UNKNOWN IMPORTED)
  set_target_properties(OpenBLASOpenMP::OpenBLASOpenMP PROPERTIES
    IMPORTED_LOCATION ${OPENBLAS_OPENMP_LIBRARY})
endif()
