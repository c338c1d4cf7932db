#include "epreuve/evidence/text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

using namespace epreuve::evidence;

namespace {

std::vector<std::string> lines(std::initializer_list<std::string> list)
{
  return list;
}

} // namespace

BOOST_AUTO_TEST_CASE(width_counts_columns_and_not_bytes)
{
  BOOST_TEST(display_width("") == 0u);
  BOOST_TEST(display_width("abc") == 3u);
  BOOST_TEST(display_width("ω₁ ≤ π²") == 7u);
  BOOST_TEST(display_width("x\u0304 y\u0302") == 3u);
  BOOST_TEST(pad_right("é", 3) == "é  ");
  BOOST_TEST(pad_left("é", 3) == "  é");
  BOOST_TEST(pad_left("long", 3) == "long");
}

BOOST_AUTO_TEST_CASE(text_breaks_at_blanks_and_long_words_anywhere)
{
  BOOST_TEST(wrap("one two three", 7) == lines({"one two", "three"}),
             boost::test_tools::per_element());
  BOOST_TEST(wrap("one two three", 8) == lines({"one two", "three"}),
             boost::test_tools::per_element());
  BOOST_TEST(wrap("one two", 7) == lines({"one two"}), boost::test_tools::per_element());
  BOOST_TEST(wrap("a\nb", 7) == lines({"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(wrap("", 7) == lines({""}), boost::test_tools::per_element());
  BOOST_TEST(wrap("αβγδε", 2) == lines({"αβ", "γδ", "ε"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(wrapping_loses_nothing_but_blanks_and_exceeds_no_line)
{
  BOOST_TEST(rc::check("wrap", [] {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
        std::vector<std::string>{"a", "of", "π²", "x\u0304y", "longer", " ", "0.123456789012345"}));
    const auto width = *rc::gen::inRange<std::size_t>(1, 20);
    std::string text;
    for (const std::string& word : words)
      text += word + " ";
    std::string rejoined;
    for (const std::string& line : wrap(text, width)) {
      RC_ASSERT(display_width(line) <= width);
      rejoined += line;
    }
    const auto solid = [](std::string s) {
      std::erase(s, ' ');
      return s;
    };
    RC_ASSERT(solid(rejoined) == solid(text));
  }));
}

BOOST_AUTO_TEST_CASE(numbers_stand_at_their_decimal_marks)
{
  BOOST_TEST(at_decimal_mark({"1.5", "-10.25", "3", "0,125"}) ==
                 lines({"  1.5  ", "-10.25 ", "  3    ", "  0,125"}),
             boost::test_tools::per_element());
  BOOST_TEST(at_decimal_mark({"−1.5", "2.0"}) == lines({"−1.5", " 2.0"}),
             boost::test_tools::per_element());
  BOOST_TEST(at_decimal_mark({}).empty());
}
