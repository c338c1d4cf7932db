#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

namespace {

using Row = std::vector<std::string>;

/// By which spreadsheets recognise UTF-8.
constexpr const char* byte_order_mark = "\uFEFF";

/// Whether a spreadsheet would compute what begins so.
bool is_formula(std::string_view text)
{
  const std::u32string codes = code_points(text);
  const std::size_t first = codes.find_first_not_of(U" \"\u00A0");
  return first != codes.npos &&
         std::u32string_view(U"=+-@\uFF1D\uFF0B\uFF0D\uFF20").find(codes[first]) !=
             std::u32string_view::npos;
}

/// Whether a spreadsheet would take a text for a number, a date or a truth value, and show another: 007 as 7, 1e5 as
/// 100000, 3-4 and mar12 as days. A number that stays as it is needs no care.
bool is_converted(const std::string& text)
{
  constexpr std::size_t longest = 40, most_digits = 15;
  static const std::regex number("[1-9][0-9]*|0"),
      numeric("[.,]?[0-9][0-9 .,:/e%+-]*( ?[ap]m?)?", std::regex::icase),
      date("([0-9]{1,4}[ ./-]?)?"
           "(jan(uary|v|vier)?|feb(ruary)?|f(e|é)vr?(ier)?|mar(ch|s)?|apr(il)?|avr(il)?|may|mai|"
           "june?|juin|july?|juil(let)?|"
           "aug(ust)?|ao(u|û)t|sept?(ember|embre)?|oct(ober|obre)?|nov(ember|embre)?|d(e|é)c(ember|"
           "embre)?)"
           "\\.?([ ./-]?[0-9]{1,4})?",
           std::regex::icase),
      truth("true|false|vrai|faux", std::regex::icase);
  if (text.size() > longest)
    return false;
  if (std::regex_match(text, number))
    return text.size() > most_digits;
  return std::regex_match(text, numeric) || std::regex_match(text, truth) ||
         (std::regex_match(text, date) && text.find_first_of("0123456789") != text.npos);
}

/// A text written by somebody else, as the content of a cell. Where semicolons separate cells, as they do in
/// French and German, quotes in the middle of a line mean nothing: what follows a semicolon or a newline in
/// such a text is a cell of its own there.
std::string no_formula(std::string_view text)
{
  const std::string clean = visible(text);
  std::string content;
  for (std::size_t begin = 0; begin < clean.size();) {
    const std::size_t end = std::min(clean.find_first_of(";\n", begin), clean.size() - 1) + 1;
    const std::string_view piece = std::string_view(clean).substr(begin, end - begin);
    content.append(is_formula(piece) ? "'" : "").append(piece);
    begin = end;
  }
  return content;
}

/// The same of a name, which must not become a number or a date either.
std::string name_cell(const std::string& name)
{
  return (is_converted(name) ? "'" : "") + no_formula(name);
}

std::string cell(const std::string& content)
{
  if (content.find_first_of(",;\"\n\t") == std::string::npos)
    return content;
  std::string quoted;
  for (const char c : content)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return '"' + quoted + '"';
}

std::string line(const Row& row)
{
  Row cells;
  std::ranges::transform(row, std::back_inserter(cells), cell);
  return fmt::format("{}\r\n", fmt::join(cells, ","));
}

/// The exercises of all grades, each once, in the order in which they come.
Row exercises_of(const std::vector<Grade>& grades)
{
  Row names;
  for (const Grade& grade : grades)
    for (const Grade::OfChapter& chapter : grade.chapters)
      for (const Result& result : chapter.results)
        if (const std::string name = full_name(chapter, result);
            std::ranges::find(names, name) == names.end())
          names.push_back(name);
  return names;
}

/// "8 of 22 points", and below it what became of each exercise, one per line, if any was judged.
std::string in_short(const Grade& grade)
{
  std::string text = fmt::format("{} of {} points", grade.points(), grade.most_points());
  if (const std::string why = problems(grade); !why.empty())
    text += "\n" + why;
  if (!grade.problem.empty())
    return text; // nothing was judged
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results) {
      const bool is_judged = obstacle(grade, chapter).empty();
      const std::string& diagnosis = result.feedback.diagnosis;
      text +=
          fmt::format("\n{}: {}, {} of {}{}{}", full_name(chapter, result),
                      is_judged ? name(result.status) : not_judged, result.points(),
                      result.about.points, diagnosis.empty() ? "" : ": ", excerpt_line(diagnosis));
    }
  return text;
}

} // namespace

std::string moodle_csv(const std::vector<ForMoodle>& rows, const MoodleRules& rules)
{
  int most = 1;
  for (const ForMoodle& row : rows)
    most = std::max(most, (*row.grade)->most_points());
  std::string table =
      byte_order_mark + line({rules.by_email ? "email" : "idnumber", "grade", "feedback"});
  for (const ForMoodle& row : rows) {
    std::string number = fmt::format("{:.2f}", rules.out_of * (*row.grade)->points() / most);
    if (rules.has_decimal_comma)
      std::ranges::replace(number, '.', ',');
    table += line({row.identifier, number, no_formula(escape(in_short(**row.grade)))});
  }
  return table;
}

std::string grades_csv(const std::vector<Grade>& grades)
{
  const Row exercises = exercises_of(grades);
  const bool has_names =
      std::ranges::any_of(grades, [](const Grade& grade) { return !grade.person.empty(); });
  Row titles{"submission"};
  if (has_names)
    titles.emplace_back("name");
  titles.insert(titles.end(), {"points", "most points"});
  titles.insert(titles.end(), exercises.begin(), exercises.end());
  titles.push_back("problem");

  std::string table = byte_order_mark + line(titles);
  for (const Grade& grade : grades) {
    std::map<std::string, std::string> points;
    for (const Grade::OfChapter& chapter : grade.chapters)
      for (const Result& result : chapter.results)
        points[full_name(chapter, result)] = std::to_string(result.points());
    Row row{name_cell(grade.submission)};
    if (has_names)
      row.push_back(name_cell(grade.person));
    row.insert(row.end(), {std::to_string(grade.points()), std::to_string(grade.most_points())});
    for (const std::string& exercise : exercises)
      row.push_back(points[exercise]);
    row.push_back(no_formula(problems(grade)));
    table += line(row);
  }
  return table;
}

} // namespace epreuve::exercises
