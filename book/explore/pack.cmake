# cmake -D files=FILE,FILE... -D variable=NAME -D script=FILE.js -P pack.cmake: the files as a script that sets a variable
# to an object, from the name of each to the base64 of its gzip.

string(REPLACE "," ";" files "${files}")
set(packed_files "")
foreach(file IN LISTS files)
  execute_process(COMMAND gzip -9 -n -c ${file} COMMAND base64 -w 0
    OUTPUT_VARIABLE packed RESULTS_VARIABLE results)
  foreach(result ${results})
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${file} could not be packed with gzip and base64")
    endif()
  endforeach()
  get_filename_component(name ${file} NAME)
  string(APPEND packed_files "  \"${name}\": \"${packed}\",\n")
endforeach()
file(WRITE ${script} "var ${variable} = {\n${packed_files}};\n")
