#include "epreuve/exercises/roster.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <string_view>
#include <utility>

namespace epreuve::exercises {

namespace {

/// A row of a table, and the line on which it begins.
struct Line
{
  std::size_t line;
  std::vector<std::string> cells;
};

/// The separator that a table's first line has most of.
char separator_in(std::string_view table)
{
  const std::string_view titles = table.substr(0, table.find('\n'));
  return *std::ranges::max_element(std::string_view(",;\t"), {},
                                   [&](char c) { return std::ranges::count(titles, c); });
}

/// Rows of cells, without blanks around them; rows without any text are left out.
/// Source: RFC 4180, section 2.
std::vector<Line> lines_of(std::string_view table)
{
  const char separator = separator_in(table);
  std::vector<Line> rows;
  Line row{1, {""}};
  std::size_t line = 1;
  bool is_quoted = false;
  const auto end_row = [&] {
    for (std::string& cell : row.cells)
      cell = trimmed(cell);
    if (std::ranges::any_of(row.cells, [](const std::string& cell) { return !cell.empty(); }))
      rows.push_back(std::move(row));
    row = {line, {""}};
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char c = table[i];
    std::string& cell = row.cells.back();
    line += c == '\n' ? 1 : 0;
    if (is_quoted && c == '"' && i + 1 < table.size() && table[i + 1] == '"')
      cell += table[i++];
    else if (c == '"' && (is_quoted || cell.empty()))
      is_quoted = !is_quoted;
    else if (!is_quoted && c == separator)
      row.cells.emplace_back();
    else if (!is_quoted && c == '\n')
      end_row();
    else
      cell += c;
  }
  if (is_quoted)
    throw Error("line {}: a quotation mark is not closed", row.line);
  end_row();
  return rows;
}

using Field = std::string Person::*;

/// The columns that say who somebody is, by their titles.
const std::map<std::string, Field> roster_columns{{"submission", &Person::submission},
                                                  {"idnumber", &Person::idnumber},
                                                  {"id number", &Person::idnumber},
                                                  {"email", &Person::email},
                                                  {"e-mail", &Person::email},
                                                  {"email address", &Person::email},
                                                  {"name", &Person::name},
                                                  {"full name", &Person::name},
                                                  {"identifier", &Person::participant}};

/// "4711" of "Participant 4711".
std::string digits_at_end(const std::string& text)
{
  return text.substr(text.find_last_not_of("0123456789") + 1);
}

Person person_in(const Line& row, const std::vector<std::string>& titles)
{
  Person person;
  for (std::size_t i = 0; i < std::min(titles.size(), row.cells.size()); ++i) {
    const std::string cell = visible(row.cells[i]);
    if (titles[i] == "submitted" && !cell.empty())
      person.submitted = parse_instant(cell);
    else if (const auto column = roster_columns.find(titles[i]); column != roster_columns.end())
      person.*column->second = cell;
  }
  person.participant = digits_at_end(person.participant);
  if (person.key().empty())
    throw Error("it names nobody");
  return person;
}

constexpr std::array<Field, 4> unique_fields{&Person::submission, &Person::idnumber, &Person::email,
                                             &Person::participant};

/// The line of each text that a column may have once.
using Seen = std::map<std::pair<std::size_t, std::string>, std::size_t>;

/// @throws Error if two persons could not be told apart
void require_different(const Person& person, std::size_t line, Seen& seen)
{
  std::vector<std::string> texts{person.key()};
  for (const Field field : unique_fields)
    texts.push_back(person.*field);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty())
      continue;
    const auto [first, is_new] = seen.emplace(std::pair(i, in_lower_case(texts[i])), line);
    if (!is_new)
      throw Error("{} is on line {}, too", in_quotes(texts[i]), first->second);
  }
}

} // namespace

std::string Person::key() const
{
  for (const std::string* text : {&submission, &idnumber, &email, &name})
    if (!text->empty())
      return *text;
  return participant;
}

Roster::Roster(const std::filesystem::path& file)
{
  constexpr std::size_t longest = std::size_t{4} << 20; // 20,000 people of 200 bytes each
  std::string text = read_text(file, longest);
  if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark))
    text.erase(0, mark.size());
  std::size_t line = 1;
  try {
    if (code_points(text).find(U'\uFFFD') != std::u32string::npos)
      throw Error("it is not UTF-8; save it as \"CSV UTF-8\"");
    std::vector<Line> rows = lines_of(text);
    std::vector<std::string> titles =
        rows.empty() ? std::vector<std::string>() : std::move(rows[0].cells);
    std::ranges::transform(titles, titles.begin(), in_lower_case);
    if (std::ranges::none_of(titles,
                             [](const auto& title) { return roster_columns.contains(title); }))
      throw Error("no column is called idnumber, email, name or submission");
    Seen seen;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      line = rows[i].line;
      add(person_in(rows[i], titles));
      require_different(people_.back(), line, seen);
    }
  } catch (const Error& error) {
    throw Error("the roster {}, line {}: {}", file.string(), line, error.what());
  }
}

void Roster::add(Person person)
{
  const std::size_t number = people_.size();
  const auto enter = [&](Index& index, const std::string& text) {
    if (text.empty())
      return;
    std::vector<std::size_t>& numbers = index[in_lower_case(text)];
    if (numbers.empty() || numbers.back() != number)
      numbers.push_back(number);
  };
  for (const std::string* text : {&person.submission, &person.idnumber, &person.email})
    enter(by_key_, *text);
  enter(by_participant_, person.participant);
  enter(by_name_, person.name);
  people_.push_back(std::move(person));
}

std::vector<const Person*> Roster::whose(const std::string& submission) const
{
  static const std::regex of_moodle("(.*)_([0-9]+)_assignsubmission_.*");
  std::smatch parts;
  const bool is_of_moodle = std::regex_match(submission, parts, of_moodle);
  const auto in = [&](const Index& index, const std::string& text) {
    std::vector<const Person*> found;
    if (const auto numbers = index.find(in_lower_case(text)); numbers != index.end())
      for (const std::size_t number : numbers->second)
        found.push_back(&people_[number]);
    return found;
  };
  std::vector<const Person*> found = in(by_key_, submission);
  if (found.empty() && is_of_moodle)
    found = in(by_participant_, parts[2]);
  if (found.empty())
    found = in(by_name_, is_of_moodle ? parts[1].str() : submission);
  // Of bob and bob.zip, the second keeps its extension; both are Bob's.
  for (const std::string_view extension : {".zip", ".cpp"})
    if (found.empty() && in_lower_case(submission).ends_with(extension))
      found = whose(submission.substr(0, submission.size() - extension.size()));
  return found;
}

} // namespace epreuve::exercises
