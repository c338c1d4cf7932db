# with_huge_pages: the words before GCC's command that let it read a precompiled header at once, into pages of 2 MB,
# and allocate in such pages (tools/precompile/huge_pages.cpp): a file of exercises then takes two thirds of the
# time, a small test half. Empty where that is impossible; the compiled programs are the same.
set(huge_pages ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/exercises/huge-pages.so) # handed out with the rest of that folder
set(huge_pages_source ${PROJECT_SOURCE_DIR}/tools/precompile/huge_pages.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${huge_pages_source})
set(with_huge_pages "")
# It takes a second, and must be there before anything is compiled.
if(${huge_pages_source} IS_NEWER_THAN ${huge_pages}) # or where that is not
  cmake_path(GET huge_pages PARENT_PATH huge_pages_folder)
  file(MAKE_DIRECTORY ${huge_pages_folder})
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O1 -shared -fPIC ${huge_pages_source} -o ${huge_pages}
    ERROR_QUIET)
endif()
if(EXISTS ${huge_pages} AND NOT huge_pages MATCHES "[ :]") # these end a name in LD_PRELOAD
  set(with_huge_pages env LD_PRELOAD=${huge_pages} GLIBC_TUNABLES=glibc.malloc.hugetlb=1)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER ${with_huge_pages})
endif()
