# cmake -D module=FILE.wasm -D script=FILE.js -P pack.cmake: the module as a script, base64 of gzip.

execute_process(COMMAND gzip -9 -n -c ${module} COMMAND base64 -w 0
  OUTPUT_VARIABLE packed RESULTS_VARIABLE results)
foreach(result ${results})
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${module} could not be packed with gzip and base64")
  endif()
endforeach()
file(WRITE ${script} "var epreuveMathematics = \"${packed}\";\n")
