# The book in a real browser, as `./epreuve book` wrote it last into build/book: test-book-browser for the pages,
# how long they are and of what; test-book-explore for the explorers, whose values are compared with those of a native
# program. Each says that it is skipped, and why, without node, Chromium (CHROMIUM or /usr/bin/chromium), a folder
# EPREUVE_BROWSER where npm has installed book/tests/browser/package.json, or a book.
find_program(EPREUVE_NODE node)
mark_as_advanced(EPREUVE_NODE)
set(browser_tests ${CMAKE_CURRENT_LIST_DIR}/browser)
set(book ${PROJECT_SOURCE_DIR}/build/book)

add_executable(explore-reference ${browser_tests}/explore_reference.cpp)
target_link_libraries(explore-reference PRIVATE epreuve epreuve_options nlohmann_json::nlohmann_json)
target_compile_options(explore-reference PRIVATE $<$<CONFIG:Release>:-Og>)
add_dependencies(tests-book explore-reference)

if(EPREUVE_NODE)
  add_test(NAME test-book-browser COMMAND ${EPREUVE_NODE} ${browser_tests}/book.cjs ${book})
  add_test(NAME test-book-explore COMMAND ${EPREUVE_NODE} ${browser_tests}/explore.cjs ${book}
    $<TARGET_FILE:explore-reference>)
else()
  foreach(name IN ITEMS test-book-browser test-book-explore)
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: there is no node")
  endforeach()
endif()
# Each keeps two browser pages busy. Only a line that begins so skips: a failure may quote the word.
set_tests_properties(test-book-browser test-book-explore PROPERTIES
  SKIP_REGULAR_EXPRESSION "^skipped: ;\nskipped: " PROCESSORS 2 TIMEOUT 3600)
