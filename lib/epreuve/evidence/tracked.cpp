#include "epreuve/evidence/tracked.hpp"

#include "epreuve/evidence/steady.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace epreuve::evidence {

namespace {

/// A claim, a finding, a table or a proposition: its first line, and those below.
struct Paragraph
{
  std::string heading;
  std::vector<std::string> lines;
};

/// Words with one blank between them; lines of a matrix with a semicolon.
std::string joined(const std::string& text)
{
  std::vector<std::string> rows;
  for (const std::string& line : split_lines(text)) {
    std::istringstream in(line);
    std::string row;
    for (std::string word; in >> word;)
      row += (row.empty() ? "" : " ") + word;
    if (!row.empty())
      rows.push_back(std::move(row));
  }
  return fmt::format("{}", fmt::join(rows, "; "));
}

std::string line_of(const Evidence& e)
{
  std::string line = fmt::format("    {} {}",
                                 !e.conclusive ? "?"
                                 : e.passed    ? "✓"
                                               : "✗",
                                 name(e.kind));
  if (e.digits)
    line += fmt::format(", {}", name(*e.digits));
  const auto add = [&](std::string_view label, const std::string& text) {
    if (!text.empty())
      line += fmt::format("{}{}", label, joined(text));
  };
  add(": ", e.what);
  add(" | printed ", e.printed);
  if (!e.digits)
    add(" | accepted ", e.tolerance);
  add(e.digits ? " | computed " : " | ", e.steady);
  return line;
}

Paragraph paragraph_of(const ClaimRecord& claim, std::string_view what)
{
  Paragraph paragraph{fmt::format("{} {}", what, claim.source.id),
                      {fmt::format("  {}", name(claim.found))}};
  for (const Reading& reading : claim.readings) {
    if (reading.role != Role::printed || !reading.formula.empty())
      paragraph.lines.push_back(
          fmt::format("  {}: {}", name(reading.role), joined(reading.formula)));
    for (const Evidence& e : reading.evidence)
      paragraph.lines.push_back(line_of(e));
  }
  return paragraph;
}

Paragraph paragraph_of(const Table& table)
{
  Paragraph paragraph{fmt::format("table {}", joined(table.title)),
                      {fmt::format("  {}", fmt::join(table.headings, " | "))}};
  const auto is_in = [](const std::vector<std::string>& headings, const std::string& heading) {
    return std::ranges::find(headings, heading) != headings.end();
  };
  for (const std::vector<std::string>& row : table.rows) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells.push_back(is_in(table.measured, table.headings[i])   ? "(measured)"
                      : is_in(table.rounding, table.headings[i]) ? "(rounding)"
                                                                 : joined(row[i]));
    paragraph.lines.push_back(fmt::format("  {}", fmt::join(cells, " | ")));
  }
  return paragraph;
}

std::string text_of(const std::vector<Paragraph>& paragraphs)
{
  std::string text;
  for (const Paragraph& paragraph : paragraphs) {
    text += text.empty() ? "" : "\n";
    text += paragraph.heading + "\n";
    for (const std::string& line : paragraph.lines)
      text += line + "\n";
  }
  return text;
}

std::vector<Paragraph> paragraphs_of(std::string_view text)
{
  std::vector<Paragraph> paragraphs;
  for (std::string& line : split_lines(text)) {
    if (line.starts_with(' ') && !paragraphs.empty())
      paragraphs.back().lines.push_back(std::move(line));
    else if (!line.empty())
      paragraphs.push_back({std::move(line), {}});
  }
  return paragraphs;
}

/// Takes the first of those that has a property out of a list.
template <typename T, typename Property>
T taken(std::vector<T>& list, const Property& has_it)
{
  const auto found = std::ranges::find_if(list, has_it);
  if (found == list.end())
    return {};
  T item = std::move(*found);
  list.erase(found);
  return item;
}

/// The paragraph of that heading, which is then no longer there; an empty one if there is none.
Paragraph taken(std::vector<Paragraph>& paragraphs, const std::string& heading)
{
  return taken(paragraphs, [&](const Paragraph& one) { return one.heading == heading; });
}

} // namespace

std::string tracked_text(const Record& record)
{
  std::vector<Paragraph> paragraphs{
      {fmt::format("{}, seed {}", record.name, record.seed), {"  " + joined(record.title)}}};
  for (const ClaimRecord& claim : record.claims)
    paragraphs.push_back(paragraph_of(claim, "claim"));
  for (const ClaimRecord& finding : record.findings)
    paragraphs.push_back(paragraph_of(finding, "finding"));
  for (const Table& table : record.tables)
    paragraphs.push_back(paragraph_of(table));
  for (const CitedProposition& cited : record.propositions)
    paragraphs.push_back({fmt::format("proposition {}", cited.name),
                          {fmt::format("  {}", fmt::join(cited.theorems, ", "))}});
  return text_of(paragraphs);
}

std::string updated(std::string_view kept, std::string_view now)
{
  std::vector<Paragraph> known = paragraphs_of(kept), paragraphs = paragraphs_of(now);
  for (Paragraph& paragraph : paragraphs) {
    Paragraph old = taken(known, paragraph.heading);
    for (std::string& line : paragraph.lines) {
      const std::string same = taken(
          old.lines, [&](const std::string& one) { return same_to_the_last_place(one, line); });
      if (!same.empty())
        line = same;
    }
  }
  return text_of(paragraphs);
}

std::vector<std::string> differences(std::string_view kept, std::string_view now)
{
  const std::string update = updated(kept, now);
  std::vector<std::string> found;
  std::vector<Paragraph> known = paragraphs_of(kept);
  for (Paragraph& paragraph : paragraphs_of(update)) {
    Paragraph old = taken(known, paragraph.heading);
    if (old.heading.empty()) {
      found.push_back(paragraph.heading + ": not in git");
      continue;
    }
    std::erase_if(paragraph.lines, [&](const std::string& line) {
      return !taken(old.lines, [&](const std::string& one) { return one == line; }).empty();
    });
    for (std::size_t i = 0; i < std::max(old.lines.size(), paragraph.lines.size()); ++i) {
      found.push_back(paragraph.heading);
      if (i < old.lines.size())
        found.back() += "\n  in git: " + std::string(trimmed(old.lines[i]));
      if (i < paragraph.lines.size())
        found.back() += "\n  now:    " + std::string(trimmed(paragraph.lines[i]));
    }
  }
  for (const Paragraph& gone : known)
    found.push_back(gone.heading + ": in git, but no longer found");
  if (found.empty() && update != kept)
    found.emplace_back("the same in another order");
  return found;
}

} // namespace epreuve::evidence
