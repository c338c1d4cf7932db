# Writes mistakes.cpp for a chapter: all its mutants in one program (coursework/worker/mistakes.hpp).
#   cmake -D CHAPTER=<folder> -D MUTANTS=<files> -D OUTPUT=<mistakes.cpp> -P Mistakes.cmake
#
# Each is included in a namespace of its own, with an `exercise` of its own in which its function is declared; every
# other name comes from the solutions.
cmake_minimum_required(VERSION 3.25)
file(READ ${CHAPTER}/exercises.hpp header)
if(NOT "${header}" MATCHES "EXERCISES[(]([^)]*)[)]")
  message(FATAL_ERROR "${CHAPTER}/exercises.hpp has no EXERCISES(...), which names its functions")
endif()
string(REGEX MATCHALL "[A-Za-z0-9_]+" exercises "${CMAKE_MATCH_1}")

set(included "")
set(listed "")
set(number 0)
foreach(mutant IN LISTS MUTANTS)
  file(READ ${mutant} text)
  if(NOT "${text}" MATCHES "^// \\[([A-Za-z0-9_]+)\\] ([^\r\n]*[^ \r\n])")
    message(FATAL_ERROR "${mutant} must begin with the exercise and the diagnosis, as in\n"
      "// [softmax] your powers are of 2, the formula's are of e")
  endif()
  set(exercise ${CMAKE_MATCH_1})
  set(diagnosis "${CMAKE_MATCH_2}")
  if(NOT exercise IN_LIST exercises)
    list(JOIN exercises ", " known)
    message(FATAL_ERROR "${mutant} is of \"${exercise}\", which is not an exercise of exercises.hpp; "
      "those are ${known}")
  endif()
  cmake_path(GET mutant FILENAME file)
  math(EXPR number "${number} + 1")
  string(APPEND included "
namespace mistake_${number} {
namespace exercise {
using namespace ::exercise;
decltype(::exercise::${exercise}) ${exercise};
} // namespace exercise
#include \"${mutant}\"
} // namespace mistake_${number}
")
  # A raw string ends only at its own delimiter.
  string(APPEND listed "      {\"${exercise}\", R\"mistake(${diagnosis})mistake\",
       entry(\"${file}\", &mistake_${number}::exercise::${exercise})},\n")
endforeach()

file(WRITE ${OUTPUT} "\
// Written by the build from ${CHAPTER}/mutants; edit there.
#include \"mistakes.hpp\"

#include \"${CHAPTER}/solutions.cpp\"
${included}
int main(int argc, char** argv)
{
  using namespace epreuve::exercises;
  return serve_mistakes({
${listed}  }, argc > 1 ? argv[1] : \"\");
}
")
