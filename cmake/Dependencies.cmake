# Debian packages all; the list to install is packages.txt.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Boost REQUIRED COMPONENTS iostreams filesystem system)

# OpenBLAS built for OpenMP: beside OpenMP code the pthread build, Debian's default, starts a
# second team of threads and runs two to four times slower. The run path makes sure that the
# one found here is the one loaded, whatever the machine's alternatives say.
find_library(OPENBLAS_OPENMP_LIBRARY openblas
  PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-openmp NO_DEFAULT_PATH)
find_library(OPENBLAS_OPENMP_LIBRARY openblas REQUIRED)
cmake_path(GET OPENBLAS_OPENMP_LIBRARY PARENT_PATH OPENBLAS_OPENMP_DIR)
find_path(ARMADILLO_INCLUDE_DIR armadillo REQUIRED)
