#include "epreuve/text.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve;
using namespace std::string_literals;

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
  BOOST_TEST(display_width("中文 😀") == 7u);
  BOOST_TEST(pad_right("é", 3) == "é  ");
  BOOST_TEST(pad_left("é", 3) == "  é");
  BOOST_TEST(pad_left("long", 3) == "long");
}

BOOST_AUTO_TEST_CASE(only_the_letters_of_ascii_become_small)
{
  BOOST_TEST(in_lower_case("AZaz@[É-9") == "azaz@[É-9");
  BOOST_TEST(in_lower_case("") == "");
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
  BOOST_TEST(wrap("ab", 0) == lines({"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(wrap("αβγδε", 2) == lines({"αβ", "γδ", "ε"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_to_fit_may_be_measured_in_any_unit)
{
  const auto twice = [](std::string_view text) { return 2.0 * static_cast<double>(text.size()); };
  BOOST_TEST(wrap("one two three", 14, twice) == lines({"one two", "three"}),
             boost::test_tools::per_element());
  BOOST_TEST(prefix_within("abc", 5, twice) == "ab");
}

BOOST_AUTO_TEST_CASE(a_prefix_parts_no_character_from_its_marks)
{
  BOOST_TEST(prefix_within("x\u0304\u0302y", 1) == "x\u0304\u0302");
  BOOST_TEST(prefix_within("αβγ", 2) == "αβ");
  BOOST_TEST(prefix_within("αβ", 9) == "αβ");
  BOOST_TEST(prefix_within("αβ", 0) == "");
  const auto bytes = [](std::string_view text) { return static_cast<double>(text.size()); };
  BOOST_TEST(prefix_within("x\u0304y", 2, bytes) == "");
  BOOST_TEST(wrap("x\u0304y", 0) == lines({"x\u0304", "y"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_are_one_more_than_newlines)
{
  BOOST_TEST(split_lines("a\n\nb\n") == lines({"a", "", "b", ""}),
             boost::test_tools::per_element());
  BOOST_TEST(split_lines("") == lines({""}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(printable_text_is_utf8_without_control_characters)
{
  BOOST_TEST(printable("σ² = 1\n\U0001F600") == "σ² = 1\n\U0001F600");
  BOOST_TEST(printable("\t\x7F\xC2\x85") == "␉␡\uFFFD");
  BOOST_TEST(printable("\xFF|\xC0\x80|\xED\xA0\x80|\xE2\x82") ==
             "\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD");
}

BOOST_AUTO_TEST_CASE(escaped_text_holds_no_marks)
{
  BOOST_TEST(escape("</code><script>alert(\"1\" + '2') && x</script> --> `") ==
             "&lt;/code&gt;&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;) &amp;&amp; "
             "x&lt;/script&gt; --&gt; `");
  BOOST_TEST(escape("a\0b\xFF\x1B"s) == "a␀b\uFFFD␛");
  BOOST_TEST(escape("é ⊗ \U0001D538 \U0010FFFD") == "é ⊗ \U0001D538 \U0010FFFD");
  BOOST_TEST(escape("\"a\" & 'b' < \x07", "&<>") == "\"a\" &amp; 'b' &lt; ␇");
}

BOOST_AUTO_TEST_CASE(what_is_trimmed_begins_and_ends_with_a_letter)
{
  BOOST_TEST(trimmed(" \t\r\n a \n b\u00A0\t\n") == "a \n b\u00A0");
  BOOST_TEST(trimmed("a") == "a");
  BOOST_TEST(trimmed(" \n\t\r") == "");
  BOOST_TEST(trimmed("") == "");
}

BOOST_AUTO_TEST_CASE(marks_that_hide_or_turn_text_are_shown_by_their_numbers)
{
  BOOST_TEST(visible("a\u202Eb\u200Bc\uFEFF\U000E0041") == "a[U+202E]b[U+200B]c[U+FEFF][U+E0041]");
  BOOST_TEST(visible("\x1b[31m\u009b31m") == "␛[31m\uFFFD31m");
  for (const char* mark : {"\u061C", "\u200E", "\u200F", "\u202A", "\u202D", "\u2066", "\u2069",
                           "\u2028", "\u00AD", "\u2060", "\u3164", "\u200D"})
    BOOST_TEST(visible(mark).starts_with("[U+"), visible(mark));
  const std::string mathematics = "x̄ ≤ ‖A‖₂, ∂f/∂x · ω̂ → ∑ᵢ σ²; é ש 😀 ❤️";
  BOOST_TEST(visible(mathematics) == mathematics);
  BOOST_TEST(visible(visible("\u202E\x1b")) == visible("\u202E\x1b"));
}

BOOST_AUTO_TEST_CASE(no_tower_of_marks_reaches_the_lines_above_and_below)
{
  const auto tower = [](const std::string& mark, int height) {
    std::string marks;
    for (int i = 0; i < height; ++i)
      marks += mark;
    return marks;
  };
  // Of the first block and of others: Cyrillic, Hebrew, Thai, Tibetan, extended, supplement, for symbols,
  // half marks; the selectors hide what they are.
  for (const char* mark : {"\u0301", "\u0489", "\u05BC", "\u0E49", "\u0F90", "\u1AB0", "\u1DC4",
                           "\u20D7", "\uFE20", "\uFE0F"}) {
    BOOST_TEST(visible("x" + tower(mark, 2) + "y") == "x" + tower(mark, 2) + "y", mark);
    const std::string shown = visible("x" + tower(mark, 1000) + "y");
    BOOST_TEST(shown.starts_with("x" + tower(mark, 2) + "[U+"), mark);
    BOOST_TEST(shown.ends_with("]y"), mark);
    BOOST_TEST(display_width(shown) >= 998u * 8);
    BOOST_TEST(visible(shown) == shown);
  }
  // On nothing, a mark would stand on what is not the student's.
  BOOST_TEST(visible("\u0338\u0301= 1\n\u0338") == "[U+0338][U+0301]= 1\n[U+0338]");
  // Taken apart: e with two marks, a syllable of Korean, an emoji with its selector.
  for (const char* text : {"Vie\u0302\u0323t", "\u1112\u1161\u11AB", "❤\uFE0F", "e\u0301 e\u0301"})
    BOOST_TEST(visible(text) == text);
}

BOOST_AUTO_TEST_CASE(what_the_system_does_not_know_is_shown_by_its_number)
{
  BOOST_TEST(visible("\u0378|\U000E2000|\uFDD0|\U0009ABCD") ==
             "[U+0378]|[U+E2000]|[U+FDD0]|[U+9ABCD]");
  BOOST_TEST(visible("\xED\xA0\xBD\xED\xB8\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  BOOST_TEST(visible("\U000E0041\U000E01EF\u3164\uFFA0\u2029") ==
             "[U+E0041][U+E01EF][U+3164][U+FFA0][U+2029]");
}

BOOST_AUTO_TEST_CASE(visible_text_twice_is_the_same_and_has_no_tower)
{
  BOOST_TEST(rc::check("visible", [] {
    const auto parts = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
        std::vector<std::string>{"x", "\n", " ", "\u0301", "\u0489", "\u200B", "\uFE0F", "\u200D",
                                 "\u0378", "中", "\x1b", "[U+0301]", "\xFF"}));
    std::string text;
    for (const std::string& part : parts)
      text += part;
    const std::string shown = visible(text);
    RC_ASSERT(visible(shown) == shown);
    std::size_t marks = 2;
    for (const char32_t code : code_points(shown)) {
      marks = code == '\n' ? 2 : is_combining(code) ? marks + 1 : 0;
      RC_ASSERT(code == '\n' || marks <= 2);
    }
  }));
}

BOOST_AUTO_TEST_CASE(a_quotation_is_one_short_line)
{
  BOOST_TEST(in_quotes("a\nb\t\xFF") == "\"a b␉\uFFFD\"");
  BOOST_TEST(in_quotes("") == "\"\"");
  BOOST_TEST(in_quotes(std::string(60, 'x')) == "\"" + std::string(60, 'x') + "\"");
  BOOST_TEST(in_quotes(std::string(61, 'x')) == "\"" + std::string(60, 'x') + "...\"");
  std::string wide;
  for (int i = 0; i < 60; ++i)
    wide += "\U0001D4B3\U0001E8D0\U0001E8D0";
  BOOST_TEST(in_quotes(wide) == "\"" + wide + "\"");
  BOOST_TEST(in_quotes(wide + "x") == "\"" + wide + "...\"");
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

BOOST_AUTO_TEST_CASE(the_nearest_name_is_the_one_with_the_fewest_edits)
{
  const std::vector<std::string> names{"softmax", "rotations", "kronecker", "gelu"};
  BOOST_TEST(nearest("sotfmax", names) == "softmax");
  BOOST_TEST(nearest("rotation", names) == "rotations");
  BOOST_TEST(nearest("kroneker", names) == "kronecker");
  BOOST_TEST(nearest("gelu", names) == "gelu");
  BOOST_TEST(nearest("glue", names) == "gelu");
  BOOST_TEST(nearest("", names) == "gelu");
  BOOST_TEST(nearest("softmx", {"softly", "softmax"}) == "softmax", "one letter left out");
  BOOST_TEST(nearest("softmaax", {"softmixx", "softmax"}) == "softmax", "one letter too many");
  BOOST_TEST(nearest("x", {}) == "");
}
