#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve {

/// The code points of UTF-8 text; each byte that is not UTF-8 counts as one U+FFFD.
std::u32string code_points(std::string_view text);

/// Whether a character takes no column of its own: combining marks, joiners, variation selectors.
///
/// Source: wcwidth(3) where the locale is C.UTF-8.
bool is_combining(char32_t code);

/// `text` in a form that every output can hold: UTF-8 whose only control characters are newlines. Other
/// control characters become their pictures (U+2400 ff.), bytes of invalid UTF-8 and code points that XML excludes
/// become U+FFFD.
std::string printable(std::string_view text);

/// Text that somebody else wrote, for a page, a table or a terminal: `printable`, and no character in it hides,
/// reverses or covers the text around it. Shown by their numbers, as [U+202E], are marks of direction,
/// characters without a width, those that end lines only in some programs, those that the system does not know, and
/// combining marks without a base character or beyond two per character: a tower of them would run over the lines above
/// and below. Applying it twice is the same as once.
///
/// Source: the Unicode Standard 15.0: DerivedCoreProperties.txt, Default_Ignorable_Code_Point, without
/// the variation selectors of emoji; UAX #9, table 4.
std::string visible(std::string_view text);

/// Text that somebody else wrote, in quotes as a part of a one-line message: `visible`, at most 60 columns of it.
std::string in_quotes(std::string_view text);

/// Any bytes as text of an HTML or XML document, also as an attribute's value between quotation marks: `printable`, with
/// references in place of markup.
/// @param markup  the characters that are replaced, some of & < > " '; in text that is no attribute's value, &<> is enough
std::string escape(std::string_view text, std::string_view markup = "&<>\"'");

/// The text without the blanks, tabs and ends of lines around it: a part of what was given.
std::string_view trimmed(std::string_view text);

/// The text with A to Z as a to z, in every locale.
std::string in_lower_case(std::string_view text);

/// Columns that text takes on a terminal: none for combining characters, two for those of East Asia and
/// emoji.
std::size_t display_width(std::string_view text);

/// Text padded with blanks to a width; longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

/// Texts padded with blanks to a common width, with their decimal marks aligned.
std::vector<std::string> at_decimal_mark(const std::vector<std::string>& numbers);

/// "line" of one, "lines" of any other number.
std::string plural(std::size_t n, std::string_view noun);

/// "1 line", "2 lines"
std::string counted(std::size_t n, std::string_view noun);

/// The lines of a text: one more than it has newlines.
std::vector<std::string> split_lines(std::string_view text);

/// The width of a piece of one line, in any unit: it must not decrease as a piece grows.
using Measure = std::function<double(std::string_view)>;

/// The longest beginning of a line that is at most this wide, with no character separated from its combining marks.
std::string_view prefix_within(std::string_view line, double width,
                               const Measure& measure = display_width);

/// Breaks text into lines that are at most this wide, at blanks where there are any, and at its own
/// line ends. A word longer than a line is broken; a line holds one character at least.
std::vector<std::string> wrap(std::string_view text, double width,
                              const Measure& measure = display_width);

/// The candidate closest to `word` in edit distance, for "did you mean"; empty if there are none.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

} // namespace epreuve
