# Writes about.cpp for a chapter: the folder's description, which the program needs, and the program's main().
#   cmake -D PROJECT=<root> -D CHAPTER=chapters/06-rotations -D PROPOSITIONS=<file> -D OUTPUT=<about.cpp>
#     -P ChapterAbout.cmake
cmake_path(GET CHAPTER FILENAME name)
file(READ ${PROJECT}/${CHAPTER}/chapter.cpp program)

set(title "")
string(FIND "${program}" "/**" prose)
if(prose GREATER_EQUAL 0)
  string(SUBSTRING "${program}" ${prose} -1 program)
  if("${program}" MATCHES "\n[ \t]*# +([^\r\n]*[^ \t\r\n])")
    set(title "${CMAKE_MATCH_1}")
  endif()
endif()
if(title STREQUAL "")
  message(FATAL_ERROR "${CHAPTER}/chapter.cpp has no title: its first block comment, /**, "
    "must hold a line such as\n# Softmax: from logits to probabilities")
endif()

set(claims "")
if(EXISTS "${PROJECT}/${CHAPTER}/claims.jsonl")
  file(READ "${PROJECT}/${CHAPTER}/claims.jsonl" claims)
endif()

# The proofs of the propositions that the chapter cites, by the literal in chapter.proposition("...").
# Only these, so that a new proof does not recompile chapters that do not cite it. A formal proof's line goes on with
# the names of its theorems.
file(READ "${PROPOSITIONS}" all_proofs)
set(propositions "")

# The items that sections with a requirement would show: the names in their chapter.claim("..."), chapter.reading("...")
# and chapter.figure("..."). A section ends where the next one of its file begins.
set(promises "")
file(GLOB pages ${PROJECT}/${CHAPTER}/chapter.cpp ${PROJECT}/${CHAPTER}/[0-9]*.cpp)
foreach(page IN LISTS pages)
  file(READ ${page} rest)
  string(REGEX MATCHALL "chapter[ \n]*[.]proposition[(][ \n]*\"[^\"]+\"" cited "${rest}")
  foreach(call IN LISTS cited)
    string(REGEX REPLACE ".*\"([^\"]+)\"" "\\1" name_cited "${call}")
    string(REGEX MATCHALL "[0-9]+-${name_cited} [a-z]+\n" proofs_cited "${all_proofs}")
    list(JOIN proofs_cited "" proofs_cited)
    if("${proofs_cited}" MATCHES "([0-9]+-${name_cited} formal)\n")
      set(formal "${CMAKE_MATCH_1}")
      string(REPLACE " formal" "/formal.v" formal_file "${formal}")
      set(theorems "")
      file(READ ${PROJECT}/proofs/${formal_file} coq)
      string(REGEX MATCHALL "\n[ \t]*Theorem[ \t]+[A-Za-z_][A-Za-z0-9_']*" announced "${coq}")
      foreach(line IN LISTS announced)
        string(REGEX REPLACE ".*[ \t]" " " theorem "${line}")
        string(APPEND theorems "${theorem}")
      endforeach()
      string(REPLACE "${formal}\n" "${formal}${theorems}\n" proofs_cited "${proofs_cited}")
    endif()
    if(proofs_cited STREQUAL "")
      message(FATAL_ERROR "${page}: no proposition \"${name_cited}\" in proofs/, which holds:\n${all_proofs}")
    endif()
    string(FIND "${propositions}" "${proofs_cited}" cited_before)
    if(cited_before LESS 0)
      string(APPEND propositions "${proofs_cited}")
    endif()
  endforeach()
  string(FIND "${rest}" "\nSECTION(" at)
  while(at GREATER_EQUAL 0)
    math(EXPR at "${at} + 9")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(FIND "${rest}" "\nSECTION(" at)
    string(SUBSTRING "${rest}" 0 ${at} section)
    if("${section}" MATCHES "^([A-Za-z0-9_]+)[ \n]*,")
      set(section_name ${CMAKE_MATCH_1})
      string(REGEX MATCHALL "chapter[ \n]*[.](claim|reading|figure)[(][ \n]*\"[^\"]+\"" calls "${section}")
      foreach(call IN LISTS calls)
        string(REGEX REPLACE ".*[.](claim|reading|figure)[(][ \n]*\"([^\"]+)\"" "\\1 \\2" call "${call}")
        string(REGEX REPLACE "^reading " "claim " call "${call}")
        string(APPEND promises "${section_name} ${call}\n")
      endforeach()
    endif()
  endwhile()
endforeach()

# A raw string ends only at its own delimiter, and no text holds its own hash.
string(SHA256 delimiter "${title}${claims}${promises}")
string(SUBSTRING ${delimiter} 0 16 delimiter)

file(WRITE "${OUTPUT}.new" "\
// Written by the build from ${CHAPTER}; edit there.
#include \"epreuve/about.hpp\"
#include \"epreuve/chapter_main.hpp\"

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace epreuve {

const ChapterAbout& about_this_chapter()
{
  static constexpr ChapterAbout about{
      .name = R\"${delimiter}(${name})${delimiter}\",
      .title = R\"${delimiter}(${title})${delimiter}\",
      .claims_jsonl = R\"${delimiter}(${claims})${delimiter}\",
      .source_path = R\"${delimiter}(${CHAPTER}/chapter.cpp)${delimiter}\",
      .propositions = R\"${delimiter}(${propositions})${delimiter}\",
      .promises = R\"${delimiter}(${promises})${delimiter}\",
  };
  return about;
}

} // namespace epreuve

int main(int argc, char** argv)
{
  return epreuve::chapter_main(epreuve::about_this_chapter(), argc, argv);
}
")
# It stays untouched if nothing has changed, so editing a chapter does not recompile it.
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUTPUT}.new")
