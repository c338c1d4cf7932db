// What the sanitizers' reports say to a student.

#include "epreuve/exercises/memory_error.hpp"
#include "support/contains.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>

using namespace epreuve::exercises;
using epreuve::tests::contains;

namespace {

std::optional<MemoryError> told(const std::string& printed, const std::string& status = "86")
{
  Answer answer{Outcome::exited, status};
  answer.printed = printed;
  return memory_error(answer);
}

/// In the form of AddressSanitizer's reports.
std::string report(const std::string& kind, const std::string& access, const std::string& more,
                   int size = 8)
{
  return "==7==ERROR: AddressSanitizer: " + kind + " on address 0x60 at pc 0x55\n" + access +
         " of size " + std::to_string(size) + " at 0x60 thread T0\n" +
         "    #0 0x55 in arma::Mat<double>::at(unsigned long long) /usr/include/Mat_meat.hpp:7\n"
         "    #1 0x55 in exercise::f(arma::Col<double> const&) /judged/exercises.cpp:12\n"
         "    #2 0x55 in main /somewhere/main.cpp:99\n\n" +
         more;
}

std::string words(const std::string& printed)
{
  const auto error = told(printed);
  return error ? error->words : "nothing";
}

} // namespace

BOOST_AUTO_TEST_CASE(an_entry_too_far_is_told_in_numbers_and_lines)
{
  const auto error = told(report("heap-buffer-overflow", "WRITE",
                                 "0x60 is located 0 bytes to the right of 24-byte region [0x,0x)"));
  BOOST_REQUIRE(error);
  BOOST_TEST(error->words == "writes directly past the end of 3 numbers");
  BOOST_TEST(error->line == 12);
  BOOST_TEST(words(report("heap-buffer-overflow", "READ",
                          "0x60 is located 16 bytes to the left of 8-byte region [0x,0x)")) ==
             "reads 2 numbers before the beginning of 1 number");
  BOOST_TEST(words(report("heap-buffer-overflow", "READ",
                          "0x60 is located 8 bytes after 13-byte region [0x,0x)")) ==
             "reads 1 number past the end of 13 bytes");
  // How many numbers that is depends on their type.
  const std::string beyond = "0x60 is located 4 bytes after 16-byte region [0x,0x)";
  BOOST_TEST(words(report("heap-buffer-overflow", "READ", beyond, 4)) ==
             "reads 1 number past the end of 4 numbers");
  BOOST_TEST(words(report("heap-buffer-overflow", "READ", beyond, 1)) ==
             "reads 4 bytes past the end of 16 bytes");
  BOOST_TEST(words(report("heap-buffer-overflow", "READ",
                          "0x60 is located 0 bytes after 32-byte region [0x,0x)", 16)) ==
             "reads directly past the end of 4 numbers");
}

BOOST_AUTO_TEST_CASE(other_errors_of_memory_have_words)
{
  BOOST_TEST(contains(words(report("heap-use-after-free", "READ", "")), "given back"));
  BOOST_TEST(contains(words(report("stack-use-after-scope", "READ", "")), "end of the block"));
  BOOST_TEST(contains(words(report("stack-buffer-overflow", "WRITE", "")), "writes outside"));
  BOOST_TEST(contains(words(report("global-buffer-overflow", "READ", "")), "global"));
  BOOST_TEST(contains(words(report("something-new", "READ", "")), "something-new"));
  BOOST_TEST(contains(words(""), "wrongly"));
}

BOOST_AUTO_TEST_CASE(undefined_behaviour_is_told_with_its_line)
{
  const auto error = told("/judged/exercises.cpp:5:7: runtime error: signed integer overflow: "
                          "2147483647 + 1 cannot be represented in type 'int'\n"
                          "    #0 0x5 in exercise::f() /judged/exercises.cpp:5\n");
  BOOST_REQUIRE(error);
  BOOST_TEST(contains(error->words, "too large for its type: 2147483647 + 1"), error->words);
  BOOST_TEST(error->line == 5);
}

BOOST_AUTO_TEST_CASE(only_a_sanitizer_that_ended_the_program_counts)
{
  const std::string printed = report("heap-buffer-overflow", "WRITE", "");
  BOOST_CHECK(!told(printed, "0"));
  BOOST_CHECK(!memory_error({Outcome::timed_out}));
  for (const char* room : {"stack-overflow", "out-of-memory", "allocation-size-too-big"})
    BOOST_CHECK(!told(report(room, "WRITE", "")));
  // Nor does what they cannot do themselves, where memory is short.
  for (const char* own :
       {"==7==ERROR: AddressSanitizer: allocator is out of memory trying to allocate 0x4 bytes\n",
        "==7==ERROR: AddressSanitizer failed to allocate 0x4 (4) bytes of FakeStack\n",
        "AddressSanitizer CHECK failed: asan_mapping.h\n"})
    BOOST_CHECK_MESSAGE(!told(own), own);
  BOOST_CHECK(told("no report"));
}

BOOST_AUTO_TEST_CASE(a_line_number_that_is_none_is_no_line)
{
  for (const char* line : {"99999999999999999999999", "x", ""}) {
    const auto error = told("ERROR: AddressSanitizer: heap-use-after-free\n#0 0x5 in f() "
                            "/judged/exercises.cpp:" +
                            std::string(line));
    BOOST_REQUIRE(error);
    BOOST_TEST(error->line == 0);
  }
}

BOOST_AUTO_TEST_CASE(a_report_that_a_program_has_made_up_is_read_to_its_end)
{
  BOOST_TEST(words("/judged/exercises.cpp:4:7: runtime error: signed integer overflow\n") ==
             "computes a whole number that is too large for its type");
}
