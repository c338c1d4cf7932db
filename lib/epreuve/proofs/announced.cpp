#include "epreuve/proofs/announced.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>

namespace epreuve::proofs {

namespace {

using Names = std::vector<std::string>;

/// A paragraph, or an item of its list.
struct Entry
{
  bool item;
  std::string text;
  Names head = {};  ///< the names that it begins with: a and b of "- `a`, `b`: text"
  Names names = {}; ///< all names in it; of a paragraph those that it begins with
};

/// The words between pairs of backticks.
Names names_in(std::string_view text)
{
  Names names;
  for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string_view::npos)
      break;
    names.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return names;
}

/// "`a`, `b`" of "`a`, `b`: text"
std::string_view head_of(std::string_view text)
{
  std::size_t end = 0;
  while (end < text.size() && text[end] == '`') {
    const std::size_t closing = text.find('`', end + 1);
    if (closing == std::string_view::npos)
      break;
    if (!text.substr(closing + 1).starts_with(", `"))
      return text.substr(0, closing + 1);
    end = closing + 3;
  }
  return {};
}

/// The section "What is proven" in its parts.
std::vector<Entry> entries(std::string_view statement)
{
  std::vector<Entry> entries;
  bool inside = false, new_paragraph = true;
  for (const std::string& line : split_lines(statement)) {
    if (line.starts_with("## "))
      inside = line == "## What is proven";
    else if (line.empty())
      new_paragraph = true;
    else if (inside) {
      const bool item = line.starts_with("- ");
      if (item || new_paragraph || entries.empty())
        entries.push_back({item, ""});
      entries.back().text += line + "\n";
      new_paragraph = false;
    }
  }
  for (Entry& entry : entries) {
    const std::string_view text = std::string_view(entry.text).substr(entry.item ? 2 : 0);
    entry.head = names_in(head_of(text));
    entry.names = entry.item ? names_in(text) : entry.head;
  }
  return entries;
}

bool contains(const Names& names, const std::string& name)
{
  return std::ranges::find(names, name) != names.end();
}

} // namespace

std::vector<std::string> announced(std::string_view statement)
{
  Names all;
  for (const Entry& entry : entries(statement))
    all.insert(all.end(), entry.names.begin(), entry.names.end());
  return all;
}

std::string what_is_proven(std::string_view statement, const std::vector<std::string>& names)
{
  const std::vector<Entry> parts = entries(statement);
  const auto begins_one = [&](const std::string& name) {
    return std::ranges::any_of(parts, [&](const Entry& e) { return contains(e.head, name); });
  };
  const auto is_named = [&](const Entry& entry) {
    return std::ranges::any_of(names, [&](const std::string& name) {
      return contains(begins_one(name) ? entry.head : entry.names, name);
    });
  };
  const Names known = announced(statement);
  for (const std::string& name : names)
    if (!contains(known, name))
      throw Error(
          "statement.md announces no \"{}\" under \"What is proven\"; the nearest is \"{}\"", name,
          nearest(name, known));
  std::string text;
  std::string paragraph; // above the items, until it is written
  bool whole = false;
  for (const Entry& entry : parts) {
    if (!entry.item) {
      whole = is_named(entry);
      paragraph = entry.text + "\n";
    }
    if (!whole && !is_named(entry))
      continue;
    if (!paragraph.empty())
      text += (text.empty() ? "" : "\n") + paragraph;
    paragraph.clear();
    if (entry.item)
      text += entry.text;
  }
  return text;
}

} // namespace epreuve::proofs
