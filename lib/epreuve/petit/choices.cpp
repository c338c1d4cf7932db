#include "epreuve/petit/choices.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>

namespace epreuve::petit {

namespace {

const std::map<std::string_view, std::set<std::string_view>> words_of_kind{
    {"article", {"the", "a"}},
    {"opening", {"after", "before", "two", "three"}},
    {"name", {"Ada", "Leo", "Mia", "Tom", "Zoe"}},
    {"size", {"little", "big"}},
    {"colour", {"black", "green", "mauve"}},
    {"animal", {"cat", "creature", "sphinx", "cats", "creatures"}},
    {"person", {"woman", "niece", "queen", "man", "nephew", "king", "women", "men"}},
    {"occasion", {"apartment", "war", "Picasso"}},
    {"verb",
     {"sits", "sit", "eats", "eat", "sleeps", "sleep", "sings", "works", "plays", "reigns", "signs",
      "reads", "sees", "see", "loves", "love", "is"}},
    {"clause", {"that", "with", "because"}},
    {"place", {"floor", "bed", "couch", "piano"}},
    {"food", {"the-mouse", "the-kibble", "the-cheese"}},
    {"document",
     {"the-lease", "the-contract", "the-offer", "the-peace", "the-armistice", "the-declaration",
      "the-picture", "the-painting", "the-work"}},
    {"mood", {"happy", "tired"}},
};

} // namespace

std::vector<std::string> choices(const language::Language& english,
                                 const language::Beliefs& beliefs)
{
  std::vector<std::string> all;
  for (language::Beliefs::Belief belief = 0; belief < beliefs.size(); ++belief) {
    std::set<std::string_view> kinds;
    if (beliefs.next(belief).size() > 1)
      for (const auto& [word, probability] : beliefs.next(belief))
        for (const auto& [kind, words] : words_of_kind)
          if (words.contains(english.words()[word]))
            kinds.insert(kind);
    all.push_back(kinds.empty() ? "nothing" : fmt::format("{}", fmt::join(kinds, ", ")));
  }
  return all;
}

} // namespace epreuve::petit
