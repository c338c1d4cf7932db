#pragma once

#include "epreuve/language/language.hpp"
#include "purposeful_heads.hpp"

#include <armadillo>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// Whose verb is it? In the English of known entropy (language::english) each verb has a subject among the nouns
/// that were said before it; how often a rule finds it is a fraction.
namespace epreuve::instruments {

using language::Rational;
using language::Word;

/// Words by their relation to a verb. Things (bed, war, lease) are never a subject and are `other`.
enum class Part
{
  other,
  one,       ///< a noun, a name or a pronoun that a singular verb goes with
  several,   ///< a plural noun
  says_one,  ///< a singular verb
  says_many, ///< a plural verb
  owner      ///< her, his: the animal that follows does nothing
};

/// The part that each word of language::english() plays.
const std::vector<Part>& parts_of_english();

bool is_verb(Part part);
bool is_noun(Part part);
/// Whether a verb and a noun have the same number.
bool agree_in_number(Part verb, Part noun);

/// A noun before a verb, and how many places before it.
struct NounBefore
{
  Word noun = 0;
  std::size_t distance = 0;

  auto operator<=>(const NounBefore&) const = default;
};

/// The words that a reader has seen when a verb comes.
struct Verb
{
  Word verb = 0;
  std::vector<NounBefore> nouns; ///< in the order of reading
  std::size_t subject = 0;       ///< which of them does it

  auto operator<=>(const Verb&) const = default;
};

/// How often each can be met, in expectation per sentence. Clauses are nested, and verbs come when theirs is over:
/// so a verb's subject is the latest noun that still waits for one, which is what a stack finds.
/// @throws Error if a verb finds the stack empty, or a sentence ends with nouns that wait
const std::map<Verb, Rational>& verbs_of_english();

/// The verbs of a sentence with their places, from 0.
std::vector<std::pair<std::size_t, Verb>> verbs_in(const std::vector<Word>& sentence);

/// How much a verb looks at a noun that is so many places before it.
using NounScore = std::function<double(Word verb, Word noun, std::size_t distance)>;

/// A head that looks for subjects, by its tables: T by words, U with a slope by places for each verb, P by distances.
///
///     score = T(verb, noun) + slope(verb) j + P(k - j),    verb at place k, noun at place j
struct SubjectTables
{
  std::function<double(Word verb, Word noun)> T;
  std::function<double(Word verb)> slope = [](Word) { return 0.; };
  std::function<double(std::size_t distance)> P = [](std::size_t) { return 0.; };

  /// The score without slope(verb) k, which all nouns have in common.
  NounScore score() const;
  /// M, with T(verb, noun) for verbs and nouns alone.
  arma::mat matrix(const WordsAndPlaces& sizes) const;
};

/// Which of the nouns has the largest score; nouns.size() if there is none, or two have it.
std::size_t most_looked_at(const NounScore& score, Word verb, const std::vector<NounBefore>& nouns);

/// The part of all verbs, or of those that `counts` lets pass, which look at their subject most.
/// @throws Error if no verb counts
Rational accuracy(const NounScore& score, const std::function<bool(Word verb)>& counts = {});

/// Whether a noun is ever the subject of the verb.
bool can_do(Word verb, Word noun);

/// Five heads, each with more in its tables: the latest noun, the latest that agrees in number, the latest that could
/// be the subject, the latest or the earliest, whichever serves the verb better, and among the nouns that could be
/// the subject the one that is 1, 5 or 9 places before.
const std::vector<std::pair<std::string, SubjectTables>>& subject_heads();

/// The part of all verbs whose subject can be told from the verb and the nouns in their order, but not from
/// how far away they are: for each of these the most frequent subject.
Rational best_without_distances();

} // namespace epreuve::instruments
