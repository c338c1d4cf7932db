# A folder of lib/epreuve or coursework/epreuve, a room, is a library; rooms that are always needed together are one. The libraries that
# another one, a chapter or a judge of exercises needs follow from the #includes of its files: this writes them to a
# file, a line "set(needed_by_UNIT LIBRARY...)" for each. It is part of the build, so that CMake runs again when an
# #include makes a difference, and only then.
#   cmake -D PROJECT=<root> -D OUTPUT=<file> -P Libraries.cmake

# epreuve_library_of(FILE RESULT): the library of a FILE, given as it is included, without "epreuve/"
function(epreuve_library_of file result)
  set(library epreuve_evidence)
  if(file MATCHES "^(figures|proofs)/|^(about|chapter|chapter_main|section)[.]")
    set(library epreuve_chapter)
  elseif(file MATCHES "^(fetching|measuring|proving)/")
    set(library epreuve_commands)
  elseif(NOT file MATCHES "^(evidence|system)/" AND file MATCHES "^(.*)/")
    string(REPLACE "/" "_" library "epreuve_${CMAKE_MATCH_1}")
  endif()
  set(${result} ${library} PARENT_SCOPE)
endfunction()

# epreuve_write_needs(UNIT FILE...): appends the line to `lines`
function(epreuve_write_needs unit)
  set(needed "")
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} includes REGEX "^#include \"epreuve/")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"epreuve/([^\"]+)\".*" "\\1" included "${include}")
      epreuve_library_of(${included} library)
      list(APPEND needed ${library})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES needed)
  list(REMOVE_ITEM needed ${unit})
  list(SORT needed)
  string(APPEND lines "set(needed_by_${unit} ${needed})\n")
  set(lines "${lines}" PARENT_SCOPE)
endfunction()

function(epreuve_write_all_needs project output)
  set(lines "")
  set(libraries "")
  foreach(root IN ITEMS ${project}/lib/epreuve ${project}/coursework/epreuve)
    file(GLOB_RECURSE files RELATIVE ${root} ${root}/*.cpp ${root}/*.hpp)
    foreach(file IN LISTS files)
      epreuve_library_of(${file} library)
      list(APPEND libraries ${library})
      list(APPEND files_of_${library} ${root}/${file})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES libraries)
  foreach(library IN LISTS libraries)
    epreuve_write_needs(${library} ${files_of_${library}})
  endforeach()

  file(GLOB folders RELATIVE ${project} ${project}/chapters/[0-9]* ${project}/tests/driver/fixtures/[0-9]*)
  foreach(folder IN LISTS folders)
    file(GLOB of_chapter ${project}/${folder}/*.cpp ${project}/${folder}/*.hpp)
    set(of_judge ${of_chapter})
    list(FILTER of_chapter EXCLUDE REGEX "/(exercises|checks|solutions|mistakes)[.][ch]pp$")
    list(FILTER of_judge INCLUDE REGEX "/(checks[.]cpp|exercises[.]hpp)$")
    epreuve_write_needs(${folder} ${of_chapter})
    epreuve_write_needs(${folder}/checks ${of_judge})
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "${lines}" @ONLY)
  file(GLOB_RECURSE read ${project}/lib/epreuve/*.[ch]pp ${project}/coursework/epreuve/*.[ch]pp
    ${project}/chapters/[0-9]*/*.[ch]pp ${project}/tests/driver/fixtures/[0-9]*/*.[ch]pp)
  list(TRANSFORM read REPLACE " " "\\\\ ")
  list(JOIN read " " read)
  file(WRITE ${output}.d "libraries.cmake: ${read}\n")
endfunction()

# epreuve_glob_sources(RESULT FOLDER): the sources in chapters' folders. CMake runs again when there is another one,
# but not when a student's first check writes exercises.cpp, so no pattern here matches that name.
function(epreuve_glob_sources result folder)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/[!e]*.cpp ${folder}/e[!x]*.cpp ${folder}/ex[!e]*.cpp)
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  epreuve_write_all_needs(${PROJECT} ${OUTPUT})
  return()
endif()
set(needs ${PROJECT_BINARY_DIR}/libraries.cmake)
epreuve_write_all_needs(${PROJECT_SOURCE_DIR} ${needs})
include(${needs})
file(GLOB_RECURSE includers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/lib/epreuve/*.[ch]pp
  ${PROJECT_SOURCE_DIR}/coursework/epreuve/*.[ch]pp)
foreach(folder IN ITEMS chapters tests/driver/fixtures)
  epreuve_glob_sources(of_folders ${PROJECT_SOURCE_DIR}/${folder}/[0-9]*)
  file(GLOB of_folders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/[0-9]*/*.hpp)
endforeach()
# The files are in a dependency file, since ninja stops at a listed one that has been removed or renamed.
add_custom_command(OUTPUT ${needs}
  COMMAND ${CMAKE_COMMAND} -D PROJECT=${PROJECT_SOURCE_DIR} -D OUTPUT=${needs} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${CMAKE_CURRENT_LIST_FILE}
  DEPFILE ${needs}.d
  COMMENT "Reading which libraries are needed" VERBATIM)
add_custom_target(needed-libraries DEPENDS ${needs})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${needs})
