# Checkpoints for the tests, written by tests/gpt2/reference/write_checkpoint.py, and the tests of
# that folder's Python. `written_checkpoint` in support/checkpoints.hpp finds them.
#
# Debian's interpreter first: another one on PATH need not have numpy.
find_program(EPREUVE_PYTHON python3 HINTS /usr/bin REQUIRED)
set(reference ${CMAKE_CURRENT_SOURCE_DIR}/gpt2/reference)
set(checkpoints ${CMAKE_CURRENT_BINARY_DIR}/checkpoints)
set(toys odd odd-published-layout odd-f16 odd-bf16 one text)

list(TRANSFORM toys REPLACE "(.+)" "${checkpoints}/\\1/model.safetensors" OUTPUT_VARIABLE files)
add_custom_command(OUTPUT ${files}
  COMMAND ${EPREUVE_PYTHON} ${reference}/write_checkpoint.py ${checkpoints} ${toys}
  DEPENDS ${reference}/write_checkpoint.py VERBATIM)
add_custom_target(checkpoints DEPENDS ${files})
add_dependencies(epreuve_test_support checkpoints)
target_compile_definitions(epreuve_test_support PRIVATE EPREUVE_CHECKPOINTS="${checkpoints}")

set(make_values ${EPREUVE_PYTHON} ${reference}/make_values.py --check ${checkpoints})
add_test(NAME test-gpt2-reference-values
  COMMAND ${make_values} odd odd-f16 odd-bf16 one text)
add_test(NAME test-gpt2-reference-properties
  COMMAND ${EPREUVE_PYTHON} ${reference}/properties.py ${checkpoints})
add_test(NAME test-gpt2-reference-train_tokenizer
  COMMAND ${EPREUVE_PYTHON} ${reference}/train_tokenizer.py $<TARGET_FILE:epreuve-gpt2>)

add_test(NAME test-gpt2-reference-petit
  COMMAND ${EPREUVE_PYTHON} ${reference}/petit.py $<TARGET_FILE:epreuve-gpt2> ${PROJECT_SOURCE_DIR}/models/petit)

# A checkpoint of GPT-2 Small's size is half a gigabyte: its tests run on demand,
#   ./epreuve test -C large -L large
# and remove it when they are through.
add_test(NAME write-full-size CONFIGURATIONS large
  COMMAND ${EPREUVE_PYTHON} ${reference}/write_checkpoint.py ${checkpoints} small)
add_test(NAME remove-full-size CONFIGURATIONS large
  COMMAND ${CMAKE_COMMAND} -E rm -r ${checkpoints}/small)
add_test(NAME test-full-size-values CONFIGURATIONS large COMMAND ${make_values} small)
foreach(suite IN ITEMS gpt2-reference measuring-precision driver-gpt2)
  add_test(NAME test-full-size-${suite} CONFIGURATIONS large
    COMMAND test-${suite} --run_test=full_size)
  set_tests_properties(test-full-size-${suite} PROPERTIES
    FIXTURES_REQUIRED full-size LABELS large RUN_SERIAL TRUE)
endforeach()
set_tests_properties(write-full-size PROPERTIES FIXTURES_SETUP full-size LABELS large)
set_tests_properties(remove-full-size PROPERTIES FIXTURES_CLEANUP full-size LABELS large)
set_tests_properties(test-full-size-values PROPERTIES
  FIXTURES_REQUIRED full-size LABELS large RUN_SERIAL TRUE)
