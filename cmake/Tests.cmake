# How suites of tests become programs and tests: for tests/, coursework/tests and book/tests.
#
# The tests are in four groups, each a label of ctest and a target, tests-GROUP, that builds what they need:
# `./epreuve test` runs the course's, `./epreuve test GROUP` another's.
foreach(group IN ITEMS course coursework book proofs)
  add_custom_target(tests-${group})
endforeach()

# epreuve_add_test_program(NAME ROOM SOURCE...)
function(epreuve_add_test_program name room)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE epreuve_test_main epreuve_test_support)
  target_precompile_headers(${name} REUSE_FROM epreuve_test_main)
  if(room MATCHES "^(proofs|proving)$")
    target_link_libraries(${name} PRIVATE epreuve_proofs)
  elseif(room STREQUAL coursework)
    target_link_libraries(${name} PRIVATE epreuve_coursework_test_support)
  elseif(room MATCHES "^chapter-(.*)")
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    if(TARGET instruments-${CMAKE_MATCH_1})
      target_link_libraries(${name} PRIVATE instruments-${CMAKE_MATCH_1})
    endif()
  elseif(room STREQUAL book)
    target_link_libraries(${name} PRIVATE epreuve_weaver)
    target_compile_definitions(${name} PRIVATE
      EPREUVE_TEMML="${PROJECT_SOURCE_DIR}/build/temml/node_modules/temml")
  endif()
endfunction()

# epreuve_label_published(TEST WORDS SOURCE...): the label `published` says which tests look at GPT-2's published
# files, where the variable EPREUVE_GPT2 names them: those whose sources hold the words
function(epreuve_label_published test words)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} found REGEX "${words}")
    if(found)
      set_tests_properties(${test} PROPERTIES LABELS published)
    endif()
  endforeach()
endfunction()

# epreuve_add_suites(GROUP ROOM ALONE [PART SUITES]...): the suites of the current folder, FOLDER/NAME.cpp or NAME.cpp. Each is a test,
# test-ROOM-NAME, where the room is ROOM, or else the folder; that of a chapter's own instruments,
# chapters/NN-CHAPTER/NAME.cpp, is test-chapter-NN-CHAPTER-NAME.
#
# Most suites of a room are one program, test-ROOM, and are compiled a few at a time: to read what they include,
# and to link, takes longer than they do. They still run one by one. Alone, as the program test-ROOM-NAME, is a suite
# whose file matches ALONE, since it needs programs, definitions or options of its own, and one with tests that
# only run where they are named. The suites that match SUITES are a program of their own together, test-ROOM-PART.
function(epreuve_add_suites group the_room alone)
  file(GLOB suites CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp */*.cpp chapters/*/*.cpp)
  list(FILTER suites EXCLUDE REGEX "^((answers|benchmarks|browser|confinement|consumer|fuzz|support)/|precompiled)")
  set(programs "")
  foreach(suite IN LISTS suites)
    cmake_path(GET suite PARENT_PATH room)
    string(REPLACE "chapters/" "chapter-" room "${room}")
    cmake_path(GET suite STEM name)
    if(the_room)
      set(room ${the_room})
    endif()
    string(REGEX REPLACE "^-" "" name "${room}-${name}")
    set(name test-${name})
    file(STRINGS ${suite} only_where_named REGEX "[*:]disabled[(][)]")
    if(NOT (suite MATCHES "${alone}" OR only_where_named))
      if(room STREQUAL "")
        set(room house)
      endif()
      set(program ${room})
      set(parts ${ARGN})
      while(parts)
        list(POP_FRONT parts part suites_of_part)
        if(suite MATCHES "${suites_of_part}")
          set(program ${room}-${part})
        endif()
      endwhile()
      list(APPEND programs ${program})
      set(room_of_${program} ${room})
      list(APPEND suites_of_${program} ${suite})
      cmake_path(GET suite STEM stem)
      string(MAKE_C_IDENTIFIER "${room}_${stem}" as_a_suite)
      add_test(NAME ${name} COMMAND test-${program} --run_test=${as_a_suite})
    else()
      epreuve_add_test_program(${name} "${room}" ${suite})
      add_dependencies(tests-${group} ${name})
      add_test(NAME ${name} COMMAND ${name})
    endif()
    # RapidCheck would draw its inputs from a seed of the moment, and students' commands speak the system's language.
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "RC_PARAMS=seed=20170612;LC_ALL=C.UTF-8")
    epreuve_label_published(${name} "published_folder" ${suite})
  endforeach()
  list(REMOVE_DUPLICATES programs)
  set(together ${PROJECT_SOURCE_DIR}/tests/together.cmake)
  set(all_sources "")
  foreach(program IN LISTS programs)
    set(room ${room_of_${program}})
    set(sources "")
    while(suites_of_${program})
      list(SUBLIST suites_of_${program} 0 ${files_at_once} batch)
      list(REMOVE_ITEM suites_of_${program} ${batch})
      list(LENGTH sources number)
      set(source ${CMAKE_CURRENT_BINARY_DIR}/together/${program}-${number}.cpp)
      list(TRANSFORM batch PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
      if(EPREUVE_ALONE)
        list(APPEND sources ${files})
        continue()
      endif()
      add_custom_command(OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -D TESTS=${CMAKE_CURRENT_SOURCE_DIR} -D ROOM=${room} "-DSUITES=${batch}" -D OUTPUT=${source}
          -P ${together}
        DEPENDS ${files} ${together}
        COMMENT "Putting suites of ${program} together" VERBATIM)
      list(APPEND sources ${source})
    endwhile()
    epreuve_add_test_program(test-${program} ${room} ${sources})
    add_dependencies(tests-${group} test-${program})
    list(APPEND all_sources ${sources})
  endforeach()
  # Where two targets need a file, it waits only for what both depend on: not for the libraries, which the programs link.
  add_custom_target(suites-of-${group} DEPENDS ${all_sources})
endfunction()

# epreuve_label_tests(GROUP): the current folder's tests are of this group, except those that are of another.
function(epreuve_label_tests group)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    get_property(labels TEST ${test} PROPERTY LABELS)
    if(NOT labels MATCHES "(^|;)(course|coursework|book|proofs)($|;)")
      set_property(TEST ${test} APPEND PROPERTY LABELS ${group})
    endif()
  endforeach()
endfunction()
