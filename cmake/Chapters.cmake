# epreuve_add_chapter(FOLDER [RUNTIME_OUTPUT_DIRECTORY])
#
# Makes the program chapter-NN-NAME of a folder NN-NAME, given from the project's root. Beside
# chapter.cpp it compiles about.cpp, which tells the program its name, title and claims.
function(epreuve_add_chapter folder)
  cmake_path(GET folder FILENAME name)
  set(program chapter-${name})
  set(about ${PROJECT_BINARY_DIR}/${folder}/about.cpp)
  file(GLOB claims CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/claims.jsonl)
  add_custom_command(OUTPUT ${about}
    COMMAND ${CMAKE_COMMAND} -D PROJECT=${PROJECT_SOURCE_DIR} -D CHAPTER=${folder}
      -D OUTPUT=${about} -P ${PROJECT_SOURCE_DIR}/cmake/ChapterAbout.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/chapter.cpp ${claims}
      ${PROJECT_SOURCE_DIR}/cmake/ChapterAbout.cmake
    COMMENT "Reading ${folder}" VERBATIM)
  add_executable(${program} ${PROJECT_SOURCE_DIR}/${folder}/chapter.cpp ${about})
  target_link_libraries(${program} PRIVATE epreuve epreuve_options)
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${program} REUSE_FROM epreuve_chapter_headers)
  if(ARGC GREATER 1)
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${ARGV1})
  endif()
endfunction()
