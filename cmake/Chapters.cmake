# The proofs that chapters may cite: all of every proposition, one per line, such as "01-minimum-norm exact".
file(GLOB proofs CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/proofs
  ${PROJECT_SOURCE_DIR}/proofs/[0-9][0-9]-*/exact.cpp
  ${PROJECT_SOURCE_DIR}/proofs/[0-9][0-9]-*/enclosure.cpp
  ${PROJECT_SOURCE_DIR}/proofs/[0-9][0-9]-*/formal.v)
set(formal_proofs ${proofs})
list(FILTER formal_proofs INCLUDE REGEX "/formal[.]v$")
list(TRANSFORM formal_proofs PREPEND ${PROJECT_SOURCE_DIR}/proofs/)
list(TRANSFORM proofs REPLACE "/(.*)[.].*" " \\1")
list(JOIN proofs "\n" proofs)
set(propositions_file ${PROJECT_BINARY_DIR}/propositions.txt)
file(CONFIGURE OUTPUT ${propositions_file} CONTENT "${proofs}\n" @ONLY)

# The chapters that are compiled file by file in any case: ./epreuve lists those that are edited.
set(edited_chapters_file ${PROJECT_BINARY_DIR}/edited-chapters)
if(NOT EXISTS ${edited_chapters_file})
  file(TOUCH ${edited_chapters_file})
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${edited_chapters_file})
file(STRINGS ${edited_chapters_file} edited_chapters)

# epreuve_add_chapter(FOLDER [RUNTIME_OUTPUT_DIRECTORY])
#
# Makes the program chapter-NN-NAME of a folder NN-NAME, given from the project's root: chapter.cpp, the section
# files N-NAME.cpp and the other sources next to them (figures.cpp), except those of the exercises. It also compiles
# about.cpp, which has main() and gives the program its name, title and claims. The chapter's own instruments, its
# sources that are neither sections nor figures, are a library, instruments-NN-NAME, which their tests link too.
function(epreuve_add_chapter folder)
  cmake_path(GET folder FILENAME name)
  set(program chapter-${name})
  set(about ${PROJECT_BINARY_DIR}/${folder}/about.cpp)
  file(GLOB claims CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/claims.jsonl)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/(exercises|checks|solutions|mistakes)[.]cpp$")
  set(instruments ${sources})
  list(FILTER instruments EXCLUDE REGEX "/(chapter|figures[^/]*|[0-9]+-[^/]*)[.]cpp$")
  list(FILTER sources INCLUDE REGEX "/(chapter|figures[^/]*|[0-9]+-[^/]*)[.]cpp$")
  add_custom_command(OUTPUT ${about}
    COMMAND ${CMAKE_COMMAND} -D PROJECT=${PROJECT_SOURCE_DIR} -D CHAPTER=${folder}
      -D PROPOSITIONS=${propositions_file} -D OUTPUT=${about} -P ${PROJECT_SOURCE_DIR}/cmake/ChapterAbout.cmake
    DEPENDS ${sources} ${claims} ${propositions_file} ${formal_proofs}
      ${PROJECT_SOURCE_DIR}/cmake/ChapterAbout.cmake
    COMMENT "Reading ${folder}" VERBATIM)
  add_custom_target(about-${name} DEPENDS ${about}) # so that it does not wait for what the program links
  add_executable(${program} ${sources} ${about})
  target_link_libraries(${program} PRIVATE epreuve_chapter ${needed_by_${folder}} epreuve_options)
  if(instruments)
    add_library(instruments-${name} STATIC ${instruments})
    target_link_libraries(instruments-${name} PUBLIC epreuve_chapter ${needed_by_${folder}} PRIVATE epreuve_options)
    target_compile_options(instruments-${name} PRIVATE $<$<CONFIG:Release>:-Og>) # as the library's are
    target_precompile_headers(instruments-${name} REUSE_FROM epreuve_headers)
    set_target_properties(instruments-${name} PROPERTIES EPREUVE_COMPUTES TRUE)
    epreuve_compile_together(instruments-${name})
    target_link_libraries(${program} PRIVATE instruments-${name})
  endif()
  # A chapter is edited, compiled and run again, and its time goes into the library.
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-Og>)
  target_precompile_headers(${program} REUSE_FROM epreuve_headers)
  set_source_files_properties(${about} PROPERTIES SKIP_PRECOMPILE_HEADERS TRUE SKIP_UNITY_BUILD_INCLUSION TRUE)
  if(EPREUVE_TOGETHER AND NOT name IN_LIST edited_chapters)
    epreuve_compile_together(${program})
  endif()
  if(ARGC GREATER 1)
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${ARGV1})
  endif()
endfunction()
