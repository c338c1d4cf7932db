#include "epreuve/evidence/source.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace epreuve::evidence {

namespace {

ClaimSource parse_claim(std::string_view line)
{
  const auto claim = parse_json(line, "the claim");
  if (!claim.is_object())
    throw Error("one JSON object was expected");
  const auto member = [&](const char* name) {
    if (!claim.contains(name))
      throw Error("the member \"{}\" is missing", name);
    return claim[name];
  };
  const auto text = [&](const char* name) {
    const auto value = member(name);
    if (!value.is_string())
      throw Error("the member \"{}\" must be a text, got {}", name, value.dump());
    return value.template get<std::string>();
  };
  const auto lines = member("lines");
  if (!lines.is_array() || lines.size() != 2 || !lines[0].is_number_integer() ||
      !lines[1].is_number_integer())
    throw Error("the member \"lines\" must be two line numbers, got {}", lines.dump());
  return {text("id"),           text("document"), text("section"),
          {lines[0], lines[1]}, text("kind"),     text("statement")};
}

/// "2.1. Retranscription" -> "2.1"; empty for a title without a number.
std::string section_number(const std::string& title)
{
  std::string number = title.substr(0, title.find_first_not_of("0123456789."));
  while (number.ends_with('.'))
    number.pop_back();
  return number;
}

} // namespace

std::vector<ClaimSource> parse_claims(std::string_view jsonl)
{
  std::vector<ClaimSource> claims;
  std::set<std::string> ids;
  int number = 0;
  while (!jsonl.empty()) {
    const std::string_view line = jsonl.substr(0, jsonl.find('\n'));
    jsonl.remove_prefix(std::min(line.size() + 1, jsonl.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    try {
      claims.push_back(parse_claim(line));
    } catch (const nlohmann::json::exception& e) {
      throw Error("claims.jsonl, line {}: {}", number, e.what());
    } catch (const Error& e) {
      throw Error("claims.jsonl, line {}: {}", number, e.what());
    }
    if (!ids.insert(claims.back().id).second)
      throw Error("claims.jsonl, line {}: the id {} occurs twice", number, claims.back().id);
  }
  return claims;
}

std::string sources_of(const std::vector<ClaimSource>& claims)
{
  std::vector<std::string> sources;
  for (const ClaimSource& claim : claims) {
    const std::string number = section_number(claim.section);
    std::string source = claim.document + (number.empty() ? "" : " " + number);
    if (std::find(sources.begin(), sources.end(), source) == sources.end())
      sources.push_back(std::move(source));
  }
  std::string text;
  for (const std::string& source : sources)
    text += (text.empty() ? "" : " · ") + source;
  return text;
}

} // namespace epreuve::evidence
