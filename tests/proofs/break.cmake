# Writes a copy of a proof's source in which a text has been replaced.
#   cmake -D SOURCE=proofs/14-gelu/enclosure.cpp -D FROM=<text> -D TO=<text> -D ROOT=<project> -D OUTPUT=<file>
#     -P break.cmake
# Somebody who experiments with a proof must be able to build everything else: a copy that cannot be broken is a proof
# that says so when it runs, and its test fails.
set(text "")
if(EXISTS ${ROOT}/${SOURCE})
  file(READ ${ROOT}/${SOURCE} text)
endif()
string(REPLACE "${FROM}" "${TO}" broken "${text}")
if(broken STREQUAL text)
  set(broken "#include \"proof.hpp\"

#include \"epreuve/error.hpp\"

void epreuve::proofs::prove(Proof&)
{
  throw Error(\"{} does not hold the text that tests/CMakeLists.txt breaks: {}\", \"${SOURCE}\", R\"text(${FROM})text\");
}
")
endif()
file(WRITE ${OUTPUT} "${broken}")
