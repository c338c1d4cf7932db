#include "epreuve/proofs/proposition.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace epreuve::proofs {

namespace {

namespace fs = std::filesystem;

/// The rest of a line after a prefix, if it has that prefix.
std::optional<std::string> after(const std::string& line, std::string_view prefix)
{
  if (!line.starts_with(prefix))
    return std::nullopt;
  return line.substr(prefix.size());
}

std::vector<std::string> split_at_commas(const std::string& text)
{
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
    parts.push_back(text.substr(first, end - first));
    begin = end + 1;
  }
  return parts;
}

bool is_numbered(const std::string& name)
{
  const auto digit = [&](std::size_t i) {
    return std::isdigit(static_cast<unsigned char>(name[i])) != 0;
  };
  return name.size() > 3 && digit(0) && digit(1) && name[2] == '-';
}

} // namespace

std::string_view name(Method method)
{
  switch (method) {
  case Method::exact:
    return "exact";
  case Method::enclosure:
    return "enclosure";
  case Method::formal:
    return "formal";
  }
  return "";
}

std::string_view file_of(Method method)
{
  switch (method) {
  case Method::exact:
    return "exact.cpp";
  case Method::enclosure:
    return "enclosure.cpp";
  case Method::formal:
    return "formal.v";
  }
  return "";
}

Proposition read_proposition(const fs::path& folder)
{
  const fs::path file = folder / "statement.md";
  Proposition proposition;
  proposition.name = folder.filename().string();
  proposition.folder = folder;
  for (const std::string& line : split_lines(read_text(file))) {
    const bool first = proposition.title.empty() && proposition.chapter.empty();
    if (const auto title = after(line, "# "); title && first)
      proposition.title = *title;
    else if (const auto chapter = after(line, "- chapter: "))
      proposition.chapter = *chapter;
    else if (const auto source = after(line, "- source: "))
      proposition.source = *source;
    else if (const auto claims = after(line, "- claims: "))
      proposition.claims = split_at_commas(*claims);
    else if (!line.empty())
      break; // the statement itself
  }
  const auto require = [&](bool there, const char* what) {
    if (!there)
      throw Error("{} has no line \"{}\" before the statement", file.string(), what);
  };
  require(!proposition.title.empty(), "# Title");
  require(!proposition.chapter.empty(), "- chapter: NN-NAME");
  require(!proposition.source.empty(), "- source: DOCUMENT SECTION");
  require(!proposition.claims.empty(), "- claims: ID, ...");
  for (const Method method : methods)
    if (fs::exists(folder / file_of(method)))
      proposition.proofs.push_back(method);
  if (proposition.proofs.empty())
    throw Error("{} has no proof: no exact.cpp, no enclosure.cpp, no formal.v", folder.string());
  return proposition;
}

std::vector<Proposition> all_propositions(const fs::path& proofs)
{
  std::vector<Proposition> propositions;
  if (fs::is_directory(proofs))
    for (const auto& entry : fs::directory_iterator(proofs))
      if (entry.is_directory() && is_numbered(entry.path().filename().string()))
        propositions.push_back(read_proposition(entry.path()));
  if (propositions.empty())
    throw Error("there is no proposition in {}: no folder NN-NAME", proofs.string());
  std::ranges::sort(propositions, {}, &Proposition::name);
  return propositions;
}

std::vector<Proposition> select(const std::vector<Proposition>& propositions,
                                const std::vector<std::string>& names)
{
  return select_named(propositions, names, "proposition");
}

} // namespace epreuve::proofs
