# Writes a program of all the mistakes in a chapter's mistakes.cpp (coursework/worker/mistakes.hpp).
#   cmake -D CHAPTER=<folder> -D EXERCISES=<file> -D OUTPUT=<file> -P Mistakes.cmake
# EXERCISES is what declare-exercises writes of the chapter's exercises.hpp.
#
# Each section, from a line "// [exercise] diagnosis" to the next, is in a namespace of its own, with an `exercise` of
# its own in which its function is declared; every other name comes from the solutions. A mistake is named by its line.
# It is a whole function, or an edit of the solution's: after "// - " a piece of its text, after "// + " what stands there
# instead; several lines are joined, and several edits are made one after the other.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${EXERCISES} names REGEX "^#define EPREUVE_EXERCISES")
string(REGEX REPLACE "^[^ ]+ [^ ]+" "" names "${names}")
string(REGEX MATCHALL "[(][A-Za-z0-9_]+" exercises "${names}")
list(TRANSFORM exercises REPLACE "[(]" "")

set(file ${CHAPTER}/mistakes.cpp)
file(READ ${CHAPTER}/solutions.cpp solutions)
# Included by its name, the chapter's own exercises.hpp would be found first.
set(compiled_solutions "#line 1 \"${CHAPTER}/solutions.cpp\"\n${solutions}")
string(REPLACE "\n//[" "\n// [" solutions "${solutions}\n// [")

# edited(EXERCISE EDITS LINE): in `function`, the solution's section with the edits of this line's mistake
function(edited exercise edits line)
  string(FIND "${solutions}" "\n// [${exercise}]" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR " ${file}:${line}: solutions.cpp has no section // [${exercise}] that could be edited")
  endif()
  math(EXPR begin "${begin} + 1")
  string(SUBSTRING "${solutions}" ${begin} -1 text)
  string(FIND "${text}" "\n// [" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  while("${edits}" MATCHES "^((// - [^\n]*\n)+)((// [+] [^\n]*\n)*)(.*)$")
    set(edits "${CMAKE_MATCH_5}")
    set(by "${CMAKE_MATCH_3}")
    string(REGEX REPLACE "// - ([^\n]*)\n" "\\1\n" piece "${CMAKE_MATCH_1}")
    string(REGEX REPLACE "// [+] ([^\n]*)\n" "\\1\n" by "${by}")
    string(REGEX REPLACE "\n$" "" piece "${piece}")
    string(REGEX REPLACE "\n$" "" by "${by}")
    string(FIND "${text}" "${piece}" first)
    string(FIND "${text}" "${piece}" last REVERSE)
    if(first EQUAL -1)
      message(FATAL_ERROR " ${file}:${line}: the solution of ${exercise} does not have what this mistake changes,\n ${piece}")
    elseif(NOT first EQUAL last)
      message(FATAL_ERROR " ${file}:${line}: the solution of ${exercise} has what this mistake changes more than once,\n ${piece}")
    endif()
    string(REPLACE "${piece}" "${by}" text "${text}")
  endwhile()
  if(NOT "${edits}" STREQUAL "")
    message(FATAL_ERROR " ${file}:${line}: an edit is lines that begin with \"// - \", then lines that begin with \"// + \";"
      " got\n ${edits}")
  endif()
  # A compiler's error is in the mistake, whichever line of the solution it is in.
  string(REPLACE "\n" "\n#line ${line} \"${file}\"\n" text "${text}")
  set(function "${text}" PARENT_SCOPE)
endfunction()

set(sections "")
set(listed "")
set(line 1)
# Quoted, a text is no list, whatever semicolons and brackets it has.
file(READ ${file} rest)
string(REPLACE "\n//[" "\n// [" rest "${rest}")
while(line EQUAL 1 OR NOT "${rest}" STREQUAL "")
  string(FIND "${rest}" "\n// [" end)
  if(NOT end EQUAL -1)
    math(EXPR end "${end} + 1")
  endif()
  string(SUBSTRING "${rest}" 0 ${end} section)
  if(end EQUAL -1)
    set(rest "")
  else()
    string(SUBSTRING "${rest}" ${end} -1 rest)
  endif()

  # Messages whose lines begin with a space are not broken into others.
  if(NOT "${section}" MATCHES "^// ?\\[([A-Za-z0-9_]+)\\] ([^\r\n]*[^ \r\n])")
    message(FATAL_ERROR " ${file}:${line}: a mistake must begin with the exercise and the diagnosis, as in\n"
      " // [softmax] your powers are of 2, the formula's are of e")
  endif()
  set(exercise ${CMAKE_MATCH_1})
  set(diagnosis "${CMAKE_MATCH_2}")
  if(NOT exercise IN_LIST exercises)
    list(JOIN exercises ", " known)
    message(FATAL_ERROR " ${file}:${line}: \"${exercise}\" is not an exercise of exercises.hpp; those are\n"
      " ${known}")
  endif()
  set(function "${section}")
  if("${section}" MATCHES "^[^\n]*\n(// [-] .*[^\n])\n*$")
    edited(${exercise} "${CMAKE_MATCH_1}\n" ${line})
  endif()
  string(APPEND sections "
namespace mistake_${line} {
namespace exercise {
using namespace ::exercise;
decltype(::exercise::${exercise}) ${exercise};
} // namespace exercise
#line ${line} \"${file}\"
${function}
} // namespace mistake_${line}
")
  # A raw string ends only at its own delimiter.
  string(APPEND listed "      {\"${exercise}\", R\"mistake(${diagnosis})mistake\",
       entry(\"mistakes.cpp:${line}\", &mistake_${line}::exercise::${exercise})},\n")
  string(REGEX REPLACE "[^\n]" "" newlines "${section}")
  string(LENGTH "${newlines}" lines)
  math(EXPR line "${line} + ${lines}")
endwhile()

set(solutions "")
foreach(exercise IN LISTS exercises)
  string(APPEND solutions "      entry(\"solution of ${exercise}\", &exercise::${exercise}),\n")
endforeach()

file(WRITE ${OUTPUT} "\
// Written by the build from ${file}; edit there.
#include \"mistakes.hpp\"

${compiled_solutions}
${sections}
int main(int argc, char** argv)
{
  using namespace epreuve::exercises;
  return serve_mistakes({
${listed}  }, {
${solutions}  }, argc > 1 ? argv[1] : \"\");
}
")
