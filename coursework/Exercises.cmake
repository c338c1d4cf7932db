# The programs that judge a chapter's exercises, for a folder NN-NAME with exercises.hpp:
#
#   checks-NN-NAME             a program, the judge: checks.cpp and the library
#   mistakes-NN-NAME           a program of mistakes.cpp, which the judge compares wrong answers
#                              with; a handout has it compiled, as the file `mistakes`
#   bin/exercises/NN-NAME/     what a file of exercises is compiled with: exercises.hpp, from which judge and
#                              commands read titles, points and hints too, and worker.o, which makes a program
#                              of it that the judge can call
#   declared/NN-NAME/          exercises.hpp as judge, worker and mistakes are compiled with it: without comments, so
#                              that only a changed declaration compiles them again
#   bin/exercises/include/     the headers that judged code sees, and no others
#   bin/exercises/toolchain.json  how it is compiled
#   bin/exercises/begin-worker what a sandbox starts, and what becomes the worker
#
#   bin/exercises/NN-NAME/worker-sanitized.o, bin/exercises/include/sanitized/
#                              the same for a second program, with sanitizers, on which what is right
#                              is tried once more
#
# Judged code is compiled by GCC in every build. The first program has no sanitizers: its limits of
# address space would stop them.
find_program(EPREUVE_STUDENT_COMPILER NAMES g++-12 g++ REQUIRED)
set(exercises_folder ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/exercises)
# A handout with all of it compiled has its shared libraries in ../lib.
set(beside_programs -Wl,--disable-new-dtags)
function(epreuve_find_libraries_beside program)
  set_target_properties(${program} PROPERTIES BUILD_RPATH "$ORIGIN/../lib")
  target_link_options(${program} PRIVATE ${beside_programs})
endfunction()
# No sections of judged code make the linker start a compiler, or a plugin.
epreuve_find_linker(gold with_gold)
set(linking -fno-lto -fno-use-linker-plugin ${with_gold})
# Messages in JSON are one line per source; since GCC 14 that has to be asked for.
set(on_one_line -fno-diagnostics-json-formatting)
execute_process(COMMAND ${EPREUVE_STUDENT_COMPILER} ${on_one_line} -E -x c++ /dev/null
  RESULT_VARIABLE unknown OUTPUT_QUIET ERROR_QUIET)
if(unknown)
  set(on_one_line "")
endif()
set(student_flags -std=c++20 -O1 ${on_one_line} ${linking} -DARMA_DONT_USE_WRAPPER -I${exercises_folder}/include)
# Warnings that find a beginner's mistakes. Parameters are unused until a body is written, and a loop of `int i` up
# to x.n_elem is right.
set(student_warnings -Wall -Wextra -Wduplicated-cond -Wfloat-conversion -Wlogical-op
  -Wno-sign-compare -Wno-unused-function -Wno-unused-parameter)
# Vectors of up to 16 entries would live inside Armadillo's object, where writing past the end is not noticed;
# only those checks are chosen that a student's slip runs into, since each takes time to compile.
# Variables that are never set hold a pattern: -5e303 as a double.
set(sanitized_include ${exercises_folder}/include/sanitized)
set(sanitized_flags -std=c++20 -O0 -g1 -w ${on_one_line} ${linking} -DARMA_DONT_USE_WRAPPER -DARMA_MAT_PREALLOC=1
  -fsanitize=address,signed-integer-overflow,bounds,shift,return -fno-sanitize-recover=all
  -ftrivial-auto-var-init=pattern
  -I${sanitized_include})
set(sanitized_header ${sanitized_include}/epreuve/exercises/student.hpp)
set(student_header ${exercises_folder}/include/epreuve/exercises/student.hpp)

# In it {folder} stands for the folder that it lies in, so that it can be moved.
list(JOIN student_flags "\", \"" quoted)
list(JOIN student_warnings "\", \"" quoted_warnings)
list(JOIN sanitized_flags "\", \"" quoted_sanitized)
string(REPLACE ${exercises_folder} "{folder}" quoted "${quoted}")
string(REPLACE ${exercises_folder} "{folder}" quoted_sanitized "${quoted_sanitized}")
file(CONFIGURE OUTPUT ${exercises_folder}/toolchain.json @ONLY CONTENT [[
{"compiler": "@EPREUVE_STUDENT_COMPILER@",
 "flags": ["@quoted@"],
 "warnings": ["@quoted_warnings@"],
 "sanitized": ["@quoted_sanitized@"],
 "first": "epreuve/exercises/student.hpp",
 "libraries": ["@OPENBLAS_OPENMP_LIBRARY@"]}
]])

# Precompiled: a file of exercises then takes a third of a second, not three and a half. With GCC 12 the
# header is complete (tools/precompile): a plugin makes in it what otherwise every file would make again.
set(library_headers ${PROJECT_SOURCE_DIR}/coursework/epreuve/exercises)
set(precompiled ${CMAKE_CURRENT_BINARY_DIR}/precompiled.hpp)
file(CONFIGURE OUTPUT ${precompiled} CONTENT
  "#include \"epreuve/exercises/student.hpp\"\n#pragma epreuve instantiate\n")
set(plugin "")
set(with_plugin "")
execute_process(COMMAND ${EPREUVE_STUDENT_COMPILER} -print-file-name=plugin
  OUTPUT_VARIABLE plugin_folder OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${EPREUVE_STUDENT_COMPILER} -dumpversion
  OUTPUT_VARIABLE student_compiler_version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(student_compiler_version MATCHES "^12" AND EXISTS ${plugin_folder}/include/gcc-plugin.h)
  set(plugin ${CMAKE_CURRENT_BINARY_DIR}/instantiate.so)
  set(with_plugin -fplugin=${plugin})
  set(plugin_source ${PROJECT_SOURCE_DIR}/tools/precompile/instantiate.cpp)
  add_custom_command(OUTPUT ${plugin}
    COMMAND ${EPREUVE_STUDENT_COMPILER} -shared -fPIC -fno-rtti -O1 -w -I${plugin_folder}/include
      ${plugin_source} -o ${plugin}
    DEPENDS ${plugin_source} COMMENT "Compiling the plugin that precompiles" VERBATIM)
  add_custom_target(plugin-that-precompiles DEPENDS ${plugin})
endif()
# GCC uses a precompiled header only as the first thing that it reads, and not for a header that another one includes.
set(precompiled_first -include epreuve/exercises/student.hpp)
set(precompiles_all ${plugin}) # if so, a test checks that it does
foreach(kind IN ITEMS student sanitized)
  add_custom_command(OUTPUT ${${kind}_header}.gch
    COMMAND ${CMAKE_COMMAND} -E copy ${library_headers}/student.hpp ${${kind}_header}
    COMMAND ${EPREUVE_STUDENT_COMPILER} ${${kind}_flags} -w ${with_plugin} -x c++-header
      ${precompiled} -o ${${kind}_header}.gch
    DEPENDS ${library_headers}/student.hpp ${precompiled} ${plugin} ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Precompiling what exercises include (${kind})" VERBATIM)
endforeach()
add_custom_target(student-headers DEPENDS ${student_header}.gch ${sanitized_header}.gch)

# This, too, has no sanitizers in any build.
add_executable(begin-worker ${PROJECT_SOURCE_DIR}/coursework/worker/begin.cpp)
target_compile_features(begin-worker PRIVATE cxx_std_20)
target_include_directories(begin-worker PRIVATE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/coursework)
set_target_properties(begin-worker PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${exercises_folder})

set(library_includes -I${PROJECT_SOURCE_DIR}/lib -I${PROJECT_SOURCE_DIR}/coursework)
set(checks_options $<$<CONFIG:Release>:-Og>)
# GCC compiles mistakes in the same way in all builds, without sanitizers; the judges that call them run under
# sanitizers with these.
set(mistaken_under_sanitizers 01-softmax 08-kronecker)
add_custom_target(exercises)

add_executable(declare-exercises ${PROJECT_SOURCE_DIR}/coursework/worker/declare.cpp)
target_link_libraries(declare-exercises PRIVATE epreuve_evidence epreuve_options)
set_target_properties(declare-exercises PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

# epreuve_add_exercises(FOLDER), from the project's root
function(epreuve_add_exercises folder)
  cmake_path(GET folder FILENAME name)
  set(source ${PROJECT_SOURCE_DIR}/${folder})
  set(built ${exercises_folder}/${name})
  set(worker ${PROJECT_SOURCE_DIR}/coursework/worker)
  set(calls ${worker}/functions.hpp ${worker}/sanitizers.hpp ${worker}/serve.hpp
    ${library_headers}/wire.hpp)

  set(declared ${CMAKE_CURRENT_BINARY_DIR}/declared/${name})
  file(MAKE_DIRECTORY ${declared} ${built})
  add_custom_command(OUTPUT ${built}/exercises.hpp ${declared}/exercises.hpp
    COMMAND declare-exercises ${source}/exercises.hpp ${built}/exercises.hpp ${declared}/exercises.hpp
    DEPENDS ${source}/exercises.hpp declare-exercises
    COMMENT "Reading the exercises of ${name}" VERBATIM)
  add_custom_command(OUTPUT ${built}/worker.o
    COMMAND ${EPREUVE_STUDENT_COMPILER} ${student_flags} -w ${precompiled_first}
      ${library_includes} -I${declared} -c ${worker}/main.cpp -o ${built}/worker.o
    DEPENDS ${declared}/exercises.hpp ${worker}/main.cpp ${calls} ${student_header}.gch
    COMMENT "Compiling the worker of ${name}" VERBATIM)
  add_custom_command(OUTPUT ${built}/worker-sanitized.o
    COMMAND ${EPREUVE_STUDENT_COMPILER} ${sanitized_flags} ${precompiled_first}
      ${library_includes} -I${declared} -c ${worker}/main.cpp -o ${built}/worker-sanitized.o
    DEPENDS ${declared}/exercises.hpp ${worker}/main.cpp ${calls}
      ${sanitized_header}.gch
    COMMENT "Compiling the sanitized worker of ${name}" VERBATIM)
  add_custom_target(worker-${name}
    DEPENDS ${built}/exercises.hpp ${built}/worker.o ${built}/worker-sanitized.o student-headers)

  # Never compiled: it only puts the student's file, which the first check writes, into compile_commands.json, for
  # editors.
  set_source_files_properties(${source}/exercises.cpp PROPERTIES GENERATED TRUE)
  add_library(student-${name} OBJECT EXCLUDE_FROM_ALL ${source}/exercises.cpp)
  target_compile_options(student-${name} PRIVATE ${student_flags} -I${built})

  set(mistakes ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/mistakes-${name})
  file(GLOB mistaken CONFIGURE_DEPENDS ${source}/mistakes.cpp)
  if(mistaken AND NOT (EPREUVE_SANITIZE AND NOT name IN_LIST mistaken_under_sanitizers))
    set(script ${PROJECT_SOURCE_DIR}/coursework/Mistakes.cmake)
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/mistakes-${name}.cpp)
    add_custom_command(OUTPUT ${mistakes}
      COMMAND ${CMAKE_COMMAND} -D CHAPTER=${source} -D EXERCISES=${declared}/exercises.hpp
        -D OUTPUT=${generated} -P ${script}
      COMMAND ${EPREUVE_STUDENT_COMPILER} ${student_flags} -w ${precompiled_first}
        ${library_includes} -I${worker} -I${declared} ${generated} -s -o ${mistakes} ${OPENBLAS_OPENMP_LIBRARY}
        ${beside_programs} "-Wl,-rpath,$ORIGIN/../lib"
      DEPENDS ${mistaken} ${declared}/exercises.hpp ${source}/solutions.cpp ${script}
        ${worker}/mistakes.hpp ${calls} ${student_header}.gch
      COMMENT "Compiling the mistakes of ${name}" VERBATIM)
  elseif(EXISTS ${source}/mistakes)
    # It was compiled where the handout was made. Without calls to answer it ends at once, if it starts.
    execute_process(COMMAND sh -c "exec \"$0\" 3</dev/null" ${source}/mistakes
      RESULT_VARIABLE ended OUTPUT_QUIET ERROR_QUIET)
    if(ended EQUAL 0)
      add_custom_command(OUTPUT ${mistakes}
        COMMAND ${CMAKE_COMMAND} -E copy ${source}/mistakes ${mistakes}
        DEPENDS ${source}/mistakes VERBATIM)
    else()
      message(STATUS "${folder}/mistakes does not start on this machine: no diagnoses there")
      set(mistakes "")
    endif()
  else()
    set(mistakes "")
  endif()
  add_custom_target(mistakes-${name} DEPENDS ${mistakes} student-headers)

  add_executable(checks-${name} ${source}/checks.cpp)
  # The chapter's own header is for an editor, before anything has been built.
  target_include_directories(checks-${name} PRIVATE ${declared} ${source})
  # A judge does not wait for rooms that its checks do not use.
  target_link_libraries(checks-${name} PRIVATE epreuve_exercises ${needed_by_${folder}/checks} epreuve_options)
  target_compile_options(checks-${name} PRIVATE ${checks_options})
  epreuve_find_libraries_beside(checks-${name})
  target_precompile_headers(checks-${name} REUSE_FROM epreuve_headers)
  add_dependencies(checks-${name} worker-${name} mistakes-${name} begin-worker)
  add_custom_command(TARGET checks-${name} POST_BUILD COMMAND checks-${name} --fits VERBATIM)
  add_dependencies(exercises checks-${name})
endfunction()
