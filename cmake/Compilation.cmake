# The second level of optimisation: the third takes longer to compile, and BLAS does most of the work.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# How every target of the project is compiled: one interface target, `epreuve_options`.
add_library(epreuve_options INTERFACE)
target_compile_features(epreuve_options INTERFACE cxx_std_20)
target_compile_options(epreuve_options INTERFACE
  -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  -Wnull-dereference -Wdouble-promotion -Wimplicit-fallthrough -Werror
  # std::source_location names files from the project's root: records and the book show them.
  -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
  # The same bits on processors with and without fused multiply-add: a contracted a*b + c
  # would move printed digits and figure coordinates from machine to machine.
  -ffp-contract=off)

# GPT-2's kernels use all cores with GCC's OpenMP, which OpenBLAS uses too; Clang's would be a second one alongside it, so
# a build with Clang has one core for them. The option is for all files, since one precompiled header serves them.
target_compile_options(epreuve_options INTERFACE $<IF:$<CXX_COMPILER_ID:GNU>,-fopenmp,-fopenmp-simd>)

# Precompiled with -O2, a header also serves what is compiled with -Og. Since GCC 13 it is refused if -O2
# implies options for the processor; given explicitly, these are the same at both levels. An implied option
# missing from this list costs time, but is not an error.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  include(CheckCXXCompilerFlag)
  foreach(implied IN ITEMS munroll-only-small-loops mvzeroupper)
    check_cxx_compiler_flag(-${implied} EPREUVE_${implied})
    if(EPREUVE_${implied})
      target_compile_options(epreuve_options INTERFACE -${implied})
    endif()
  endforeach()
  # It also warns of references that dangle where their object lives on.
  target_compile_options(epreuve_options INTERFACE -Wno-error=invalid-pch -Wno-dangling-reference)
endif()

# epreuve_find_linker(NAME RESULT): the compilers' option for a linker that takes less than half the time of
# the usual one; empty if that is not installed.
function(epreuve_find_linker name result)
  find_program(EPREUVE_${name} NAMES ld.${name}-19 ld.${name})
  mark_as_advanced(EPREUVE_${name})
  if(EPREUVE_${name})
    set(${result} -fuse-ld=${name} PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

# A file is compiled alone or together with others (epreuve_compile_together), and must have the same warnings either
# way, or the first command in a clone would decide whether it builds. -Wshadow, of both compilers, warns of a local name
# that the file has too, and so has each file that is read before it; so local names that shadow local ones are all that
# is looked for, by GCC, which has an option for it. And a file's type may hold another type of the file, which looks
# like a mistake in a header when the file is included.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(epreuve_options INTERFACE -Wshadow=local -Wno-subobject-linkage)
  # GCC 12 reports null dereferences and overreads inside inlined Armadillo and libstdc++ code
  # that cannot happen (GCC bugs 105651, 105329); Clang checks the same sources.
  target_compile_options(epreuve_options INTERFACE
    -Wno-null-dereference -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread -Wno-maybe-uninitialized)
  set(linker gold)
else()
  # std::stable_sort of libstdc++ 12, and so Armadillo's sort_index, calls a function that is
  # deprecated; GCC does not report it there, and checks the same sources.
  target_compile_options(epreuve_options INTERFACE -Wno-deprecated-declarations)
  set(linker lld) # gold would warn of each of the sanitizers' symbols
endif()
epreuve_find_linker(${linker} with_linker)
target_link_options(epreuve_options INTERFACE ${with_linker})

# Armadillo checks shapes and the indices of () in every build: here a wrong index must stop. Only
# loops that count (kernels) use [], which is never checked. Its messages besides exceptions, and the warning
# of a singular system, which chapters try on purpose, are not for the reader.
target_compile_definitions(epreuve_options INTERFACE
  ARMA_WARN_LEVEL=0
  $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(EPREUVE_SANITIZE)
  # Four of the checks take a fifth of a file's compilation: they are only for code that computes
  # (lib/CMakeLists.txt), the targets with the property EPREUVE_COMPUTES.
  target_compile_options(epreuve_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:EPREUVE_COMPUTES>>>:-fno-sanitize=null,alignment,vptr,object-size>
    -fno-omit-frame-pointer)
endif()
if(EPREUVE_FUZZ)
  target_compile_options(epreuve_options INTERFACE -fsanitize=fuzzer-no-link,address,undefined
    -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
endif()
if(EPREUVE_SANITIZE OR EPREUVE_FUZZ)
  target_link_options(epreuve_options INTERFACE -fsanitize=address,undefined)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented loops are not vectorised, and Clang says so.
    target_compile_options(epreuve_options INTERFACE -Wno-pass-failed)
  endif()
endif()

# How many files are compiled at a time: sixteen together take a tenth less than twice eight.
set(files_at_once 8)
if(EPREUVE_TOGETHER)
  set(files_at_once 16)
endif()

# epreuve_compile_together(TARGET...): several files of the targets at a time. With EPREUVE_ALONE each by itself.
function(epreuve_compile_together)
  if(NOT EPREUVE_ALONE)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD TRUE UNITY_BUILD_BATCH_SIZE ${files_at_once})
  endif()
endfunction()

# epreuve_precompile(TARGET HEADER...): the target has a precompiled header, complete if the compiler can make
# it so: instances of its templates are made in it once, not by every file that reads it. The plugin is that of
# coursework/Exercises.cmake.
function(epreuve_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(TARGET plugin-that-precompiles AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
      AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12")
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/instantiate.hpp CONTENT
      "#pragma GCC system_header\n#pragma epreuve instantiate\n")
    target_precompile_headers(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/instantiate.hpp) # the last line
    target_compile_options(${target} PRIVATE -fplugin=${plugin})
    add_dependencies(${target} plugin-that-precompiles)
  endif()
endfunction()
