# Writes one source of a few suites: each is included in a test suite, and so a namespace, of its own, which is
# called after its room and its file: math_softmax.
#   cmake -D TESTS=<folder> -D ROOM=math -D SUITES=math/gelu.cpp;math/softmax.cpp -D OUTPUT=<file> -P together.cmake
cmake_minimum_required(VERSION 3.25)
set(included "")
set(suites "")
foreach(suite IN LISTS SUITES)
  file(READ ${TESTS}/${suite} text)
  # What a suite includes comes first, outside of its namespace. (Texts of tests hold lines like these too.)
  string(REGEX REPLACE "R\".*" "" text "${text}")
  string(REGEX MATCHALL "(^|\n)#include [<\"][^\n]+" lines "${text}")
  list(TRANSFORM lines STRIP)
  list(APPEND included ${lines})
  cmake_path(GET suite STEM name)
  string(APPEND suites "\nBOOST_AUTO_TEST_SUITE(${ROOM}_${name})\n#include \"${TESTS}/${suite}\"\nBOOST_AUTO_TEST_SUITE_END()\n")
endforeach()
list(REMOVE_DUPLICATES included)
list(JOIN included "\n" included)
file(WRITE ${OUTPUT} "// Written by the build; edit in tests/.\n${included}\n${suites}")
