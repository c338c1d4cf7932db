# Installs the library, moves it elsewhere, and builds and runs a consumer against it.
#   cmake -D BUILD=<build folder> -D SOURCE=<project> -D FLAGS=<compiler flags> -D COMPILER=<path>
#         -D VERSION=<of the package> -D EXPECTED=<output> -P check.cmake
set(work ${BUILD}/consumer-check)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nexit status ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/installed --component library)
file(RENAME ${work}/installed "${work}/moved elsewhere")

file(GLOB_RECURSE package "${work}/moved elsewhere/*.cmake")
if(NOT package)
  message(FATAL_ERROR "no CMake package was installed")
endif()
foreach(file IN LISTS package)
  file(READ "${file}" text)
  foreach(leak ${SOURCE} ${BUILD} epreuve_options)
    string(FIND "${text}" ${leak} position)
    if(position GREATER_EQUAL 0)
      message(FATAL_ERROR "${file} mentions ${leak}, which other projects do not have")
    endif()
  endforeach()
endforeach()

run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/tests/consumer -B ${work}/build
  -D wanted_version=${VERSION} -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS}
  "-DCMAKE_PREFIX_PATH=${work}/moved elsewhere")
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
if(NOT output STREQUAL "${EXPECTED}\n")
  message(FATAL_ERROR "the consumer printed\n${output}expected\n${EXPECTED}")
endif()
file(REMOVE_RECURSE ${work})
