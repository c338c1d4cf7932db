#include "epreuve/exercises/clauses.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

namespace epreuve::exercises {

namespace {

/// The words by which a kind of clause is found, and the part of a comment that they must be in: "param", "return", or
/// any.
struct Words
{
  Clause::Kind kind;
  std::string_view part;
  std::regex words;
};

const std::vector<Words>& all_words()
{
  static const std::vector<Words> all{
      {Clause::Kind::promise, "",
       std::regex(
           R"re(\b(may be of )?any (finite|size|shape|rank|angle)( \w+)?(, thousands too)?)re"
           R"re(|\b(may|possible|need not|as large as|[Hh]owever)\b|\btoo\b(?! (large|many|much|small)))re")},
      {Clause::Kind::bound, "param",
       std::regex(R"(\bnone larger than|\bno (\w+ ){1,3}larger than|\bof size \S+ at most)"
                  R"(|\bat most \d|\bup to \d|(\S+ <= )?\S+ <= \d\S*)"
                  R"(|\bfrom -?\d\S* to (-?\d\S*|thousands))")},
      {Clause::Kind::tie, "", std::regex(R"(\b[Oo]f several\b)")},
      {Clause::Kind::outcome, "return", std::regex(R"(\bif\b|\bempty\b|\bfinite\b|\bexactly\b)")},
      {Clause::Kind::smallest, "param",
       std::regex(R"(\S+ >= \d+|\bat least (\d+|one(?! is)|two)\b|\b(one|two) or more\b)")},
      {Clause::Kind::range, "param",
       std::regex(
           R"(\d+ <= \S+ <=? [A-Za-z]\S*|\bbelow [A-Z]\b|\bfrom \d to [A-Z]|\bbetween \d and [A-Z])")},
      {Clause::Kind::demand, "param",
       std::regex(
           R"(\bnot 0\b|\bno (row|column|pair) |neither of|independent|invertible|well conditioned)"
           R"(|of rank n|only one nearest|rows of sum 1|entries (> 0|positive)|> 0\b|not `end`)"
           R"(|three different|one is finite|none larger than)")},
  };
  return all;
}

std::vector<Clause> clauses_in_sentence(const std::string& sentence, const std::string& part)
{
  std::vector<Clause> found;
  for (const auto& [kind, in, words] : all_words()) {
    if (!in.empty() && in != part)
      continue;
    std::sregex_iterator match(sentence.begin(), sentence.end(), words);
    if (const std::sregex_iterator end; match == end)
      continue;
    else if (kind == Clause::Kind::outcome || kind == Clause::Kind::demand)
      found.push_back({kind, sentence, sentence, 0}); // all of it is one clause
    else
      for (; match != end; ++match)
        found.push_back(
            {kind, sentence, match->str(), static_cast<std::size_t>(match->position())});
  }
  std::ranges::stable_sort(found, {}, &Clause::at);
  return found;
}

/// The parts of a text between what matches.
std::vector<std::string> split(const std::string& text, const std::regex& between)
{
  const std::sregex_token_iterator begin(text.begin(), text.end(), between, -1), end;
  return {begin, end};
}

/// The mistake that an input shows, of several the one that is wrong on the fewest; null if there is none.
const Tried* shown_by(const std::string& input, const std::vector<Tried>& mistakes)
{
  const auto wrong_on = [](const Tried& tried) {
    return std::ranges::count(tried.on_named, false, &std::pair<std::string, bool>::second);
  };
  const Tried* best = nullptr;
  for (const Tried& tried : mistakes)
    if (std::ranges::find(tried.on_named, std::pair(input, false)) != tried.on_named.end() &&
        std::cmp_less(wrong_on(tried), tried.on_named.size()) &&
        (best == nullptr || wrong_on(tried) < wrong_on(*best)))
      best = &tried;
  return best;
}

Decision decided(const Clause& clause, const Inputs& inputs, const std::vector<Tried>& mistakes)
{
  const auto [domain, input, mistake] = needs(clause.kind);
  Decision decision{.clause = clause, .by = "", .shows = "", .lacks = ""};
  if (domain) {
    if (inputs.has_domain)
      decision.by = ".domain";
    else
      decision.lacks = "checks.cpp has no .domain(...) for it";
  }
  if (!input)
    return decision;
  for (const std::string& large : inputs.large)
    if (decision.shows.empty() && is_named_after(large, clause)) {
      decision.by = large;
      decision.shows = "what takes too much";
    }
  for (const std::string& named : inputs.named)
    if (decision.shows.empty() && is_named_after(named, clause)) {
      decision.by = named;
      if (const Tried* shown = shown_by(named, mistakes))
        decision.shows = shown->mistake;
    }
  if (decision.by.empty())
    decision.lacks = fmt::format(
        "no input in checks.cpp is named in words of it, \"{}\" among them", clause.words);
  else if (mistake && decision.shows.empty())
    decision.lacks = fmt::format(
        "no mistake of mistakes.cpp is wrong on \"{}\" and right on another named input",
        decision.by);
  return decision;
}

} // namespace

std::string_view name(Clause::Kind kind)
{
  constexpr std::array names{"promise", "bound", "tie", "outcome", "smallest", "range", "demand"};
  return names.at(static_cast<std::size_t>(kind));
}

Needs needs(Clause::Kind kind)
{
  switch (kind) {
  case Clause::Kind::promise:
  case Clause::Kind::bound:
  case Clause::Kind::tie:
  case Clause::Kind::outcome:
    return {.input = true, .mistake = true};
  case Clause::Kind::smallest:
  case Clause::Kind::range:
    return {.input = true};
  case Clause::Kind::demand:
    break;
  }
  return {.domain = true};
}

std::vector<Clause> clauses_in(const std::string& statement)
{
  static const std::regex paragraph(R"(\n\s*\n)"), blank(R"(\s+)"), tag("@"),
      between(R"([.;]( |$)|[()])"), first_word(R"(^(param|return) )");
  const std::string line =
      std::regex_replace(std::regex_replace(statement, paragraph, ". "), blank, " ");
  std::vector<Clause> found;
  std::string part; // the first one is prose
  for (std::string text : split(line, tag)) {
    if (std::smatch word; std::regex_search(text, word, first_word)) {
      part = word[1];
      text = word.suffix();
    }
    for (const std::string& piece : split(text, between)) {
      const std::vector<Clause> more = clauses_in_sentence(std::string(trimmed(piece)), part);
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  return found;
}

bool is_named_after(const std::string& input, const Clause& clause)
{
  static const std::regex separated("; ");
  const std::string& sentence = clause.sentence;
  const auto is_letter_at = [&](std::size_t at) {
    return at < sentence.size() && std::isalnum(static_cast<unsigned char>(sentence[at])) != 0;
  };
  return std::ranges::any_of(split(input.substr(0, input.find(": ")), separated),
                             [&](const std::string& words) {
                               for (std::size_t at = sentence.find(words); at != std::string::npos;
                                    at = sentence.find(words, at + 1))
                                 if (const std::size_t end = at + words.size();
                                     at < clause.at + clause.words.size() && clause.at < end &&
                                     !is_letter_at(at - 1) && !is_letter_at(end)) // whole words
                                   return true;
                               return false;
                             });
}

nlohmann::json to_json(const Inputs& inputs)
{
  return {{"named", inputs.named}, {"large", inputs.large}, {"has_domain", inputs.has_domain}};
}

Inputs inputs_from_json(const nlohmann::json& json)
{
  return {json.at("named"), json.at("large"), json.at("has_domain")};
}

std::vector<Decision> decisions(const std::string& statement, const Inputs& inputs,
                                const std::vector<Tried>& mistakes)
{
  std::vector<Decision> all;
  for (const Clause& clause : clauses_in(statement))
    all.push_back(decided(clause, inputs, mistakes));
  return all;
}

} // namespace epreuve::exercises
