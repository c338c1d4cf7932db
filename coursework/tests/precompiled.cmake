# A file of one function that reads the precompiled header has next to nothing else to make: the header made
# it. (Without the plugin of tools/precompile it is more than a thousand functions, each time.)
#   cmake -D COMPILER=... -D FLAGS=... -D FOLDER=... -P precompiled.cmake
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/one.cpp "int nothing() { return 0; }\n")
execute_process(COMMAND ${COMPILER} ${FLAGS} -Winvalid-pch -Werror=invalid-pch
    -include epreuve/exercises/student.hpp -fdump-tree-original=${FOLDER}/functions.txt
    -S ${FOLDER}/one.cpp -o ${FOLDER}/one.s
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/functions.txt text)
string(REPLACE ";" "" text "${text}") # which ends an element of a list
string(REGEX MATCHALL "\n Function [^\n]*" functions "${text}")
list(LENGTH functions count)
if(count EQUAL 0 OR count GREATER 100)
  list(JOIN functions "" all)
  string(SUBSTRING "${all}" 0 500 some)
  message(FATAL_ERROR "a file of one function has ${count}:${some}")
endif()
