# Debian packages all; the list to install is packages.txt. What the library itself needs is
# also in epreuveConfig.cmake.in.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Boost REQUIRED COMPONENTS iostreams filesystem system)
find_package(OpenBLASOpenMP REQUIRED)
find_package(PCRE2 10.40 REQUIRED)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  find_package(OpenMP REQUIRED)
endif()
find_path(ARMADILLO_INCLUDE_DIR armadillo REQUIRED)
