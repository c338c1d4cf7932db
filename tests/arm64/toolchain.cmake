# For CMake: from amd64 to arm64 by Debian's cross compiler, in a tree that has the libraries for arm64; what is made is run
# by qemu. Judged code is compiled for arm64 as well.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(EPREUVE_STUDENT_COMPILER /usr/bin/aarch64-linux-gnu-g++ CACHE FILEPATH "")
set(EPREUVE_gold /usr/bin/aarch64-linux-gnu-ld.gold CACHE FILEPATH "")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
