# Installs the command, moves it elsewhere, and calls it from an empty folder.
#   cmake -D BUILD=<build folder> -D VERSION=<expected> -P check.cmake
set(work ${BUILD}/installed-check)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work}/empty)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/installed --component commands
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${work}/installed "${work}/moved elsewhere")

# After a partial build it refuses: a folder with the build's script of installation, and all of its programs but one.
file(COPY ${BUILD}/cmake_install.cmake DESTINATION ${work}/partial)
file(GLOB programs ${BUILD}/bin/*)
list(FILTER programs EXCLUDE REGEX "/chapter-08-kronecker$")
file(MAKE_DIRECTORY ${work}/partial/bin)
foreach(program IN LISTS programs)
  cmake_path(GET program FILENAME name)
  file(TOUCH ${work}/partial/bin/${name})
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -D CMAKE_INSTALL_PREFIX=${work}/nothing -D CMAKE_INSTALL_COMPONENT=commands
    -P ${work}/partial/cmake_install.cmake
  RESULT_VARIABLE ended OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(ended EQUAL 0 OR EXISTS ${work}/nothing OR NOT output MATCHES "are not built:[ \n]*chapter-08-kronecker[ \n]*Build them")
  message(FATAL_ERROR "without one of its chapters it was installed, or said something else: ${ended}\n${output}")
endif()

# expect(STATUS TEXT ARGUMENT...): what the command says, on either stream, holds the text
function(expect status text)
  execute_process(COMMAND "${work}/moved elsewhere/bin/epreuve" ${ARGN} WORKING_DIRECTORY ${work}/empty
    RESULT_VARIABLE ended OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(FIND "${output}" "${text}" position)
  if(NOT ended EQUAL status OR position LESS 0)
    list(JOIN ARGN " " arguments)
    message(FATAL_ERROR "epreuve ${arguments}: exit status ${ended}, expected ${status}, and the text: ${text}\n${output}")
  endif()
endfunction()

set(ENV{XDG_CACHE_HOME} ${work}/cache)
expect(0 "epreuve ${VERSION}\n" --version)
expect(0 "Example: epreuve run softmax" run --help)
expect(0 "01-softmax" list)
expect(0 "all as declared" run softmax)
expect(0 "all of it: epreuve run softmax" run softmax kronecker)
# What was proven and run is kept for the user, and the next command finds it.
expect(0 "from the chapter's last run" claims softmax)
expect(0 "1 proof: 1 proven" prove kronecker --method exact)
foreach(kept IN ITEMS records/01-softmax.json proofs/results.json)
  if(NOT EXISTS ${work}/cache/epreuve/${kept})
    message(FATAL_ERROR "${kept} is not kept in XDG_CACHE_HOME")
  endif()
endforeach()
expect(0 "figures/08-kronecker/" figures kronecker)
if(NOT EXISTS ${work}/empty/figures/08-kronecker/blocks.svg)
  message(FATAL_ERROR "epreuve figures drew nothing into ./figures")
endif()
expect(0 "Print" gpt2 next --help)
set(ENV{EPREUVE_GPT2} ${work}/empty)
expect(0 "moved elsewhere/share/epreuve/models/petit/model.safetensors" gpt2 inspect)
expect(0 "exact         1/2" gpt2 next "the cat sits on the")
expect(0 "1/" language next "after the war a woman signs")
# Chapters read the logs beside their programs: one that is cut short is named.
set(log "moved elsewhere/share/epreuve/models/logs/twins.json")
file(WRITE "${work}/${log}" "{\"training\": ")
expect(2 "${log} is not a log that ./epreuve train twins" run training)
foreach(command IN ITEMS book test grade handout)
  expect(2 "\"${command}\" needs the project's sources" ${command})
endforeach()
expect(2 "\"check\" works in a folder of your own: epreuve course DIR makes one" check softmax)
expect(2 "the exercises are not installed" course exercises) # those are of the component package
file(REMOVE_RECURSE ${work})
