#include "subjects.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/readings.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

namespace epreuve::instruments {

namespace {

/// The state of reading a sentence: nouns, those that wait for a verb, and whether "her" came last.
struct Nouns
{
  std::vector<NounBefore> nouns; ///< distances from the next word
  std::vector<std::size_t> waiting;
  bool owned = false;

  auto operator<=>(const Nouns&) const = default;
};

Nouns after(Nouns read, Word word)
{
  const Part part = parts_of_english().at(word);
  for (NounBefore& noun : read.nouns)
    ++noun.distance;
  if (is_noun(part)) {
    if (!read.owned)
      read.waiting.push_back(read.nouns.size());
    read.nouns.push_back({word, 1});
  } else if (is_verb(part)) {
    if (read.waiting.empty())
      throw Error("subjects: the verb {} has no subject", language::english().words().at(word));
    read.waiting.pop_back();
  }
  read.owned = part == Part::owner;
  return read;
}

std::map<Verb, Rational> all_verbs()
{
  std::map<Verb, Rational> verbs;
  const auto readings = language::expected_readings(language::english(), Nouns{}, after);
  for (const auto& [reading, expected] : readings) {
    const auto& [read, word] = reading;
    if (is_verb(parts_of_english().at(word)) && !read.waiting.empty())
      verbs[{word, read.nouns, read.waiting.back()}] += expected;
    if (word == 0 && !read.waiting.empty())
      throw Error("subjects: a sentence ends while a noun waits for its verb");
  }
  return verbs;
}

std::set<std::pair<Word, Word>> all_that_can_be()
{
  std::set<std::pair<Word, Word>> pairs;
  for (const auto& [verb, expected] : verbs_of_english())
    pairs.emplace(verb.verb, verb.nouns[verb.subject].noun);
  return pairs;
}

/// The latest of several is a little better, and no place makes up for a T.
constexpr double a_little = 1. / 36;

double upwards(Word)
{
  return a_little;
}

double downwards(Word)
{
  return -a_little;
}

double who_could(Word verb, Word noun)
{
  return can_do(verb, noun) ? 1 : 0;
}

double who_agrees(Word verb, Word noun)
{
  const std::vector<Part>& parts = parts_of_english();
  return agree_in_number(parts.at(verb), parts.at(noun)) ? 1 : 0;
}

/// Upwards for the verbs that are served better by the latest noun that could than by the earliest.
double as_serves_better(Word verb)
{
  static const std::vector<double> slopes = [] {
    std::vector<double> each(parts_of_english().size(), a_little);
    for (Word v = 0; v < each.size(); ++v)
      if (is_verb(parts_of_english()[v])) {
        const auto this_one = [v](Word other) { return other == v; };
        const Rational latest = accuracy(SubjectTables{who_could, upwards}.score(), this_one);
        if (latest < accuracy(SubjectTables{who_could, downwards}.score(), this_one))
          each[v] = -a_little;
      }
    return each;
  }();
  return slopes.at(verb);
}

} // namespace

const std::vector<std::pair<std::string, SubjectTables>>& subject_heads()
{
  static const std::vector<std::pair<std::string, SubjectTables>> heads{
      {"the latest noun", {[](Word, Word) { return 1.; }, upwards}},
      {"the latest that agrees", {who_agrees, upwards}},
      {"the latest that could", {who_could, upwards}},
      {"latest or earliest, per verb", {who_could, as_serves_better}},
      {"how far, and whether it could",
       {[](Word verb, Word noun) { return 3 * who_could(verb, noun); }, [](Word) { return 0.; },
        [](std::size_t distance) {
          return distance == 1 ? 1 : distance == 5 ? 0.5 : distance == 9 ? 0.25 : 0;
        }}}};
  return heads;
}

const std::vector<Part>& parts_of_english()
{
  static const std::vector<Part> parts = [] {
    const language::Language& english = language::english();
    std::vector<Part> all(english.words().size(), Part::other);
    const auto are = [&](Part part, const char* words) {
      for (const Word word : english.encode(words))
        all[word] = part;
    };
    // As of words alone, not of sentences: encode asks for no more.
    are(Part::one,
        "cat creature sphinx woman niece queen man nephew king Ada Leo Mia Tom Zoe she he");
    are(Part::several, "cats creatures women men");
    are(Part::says_one, "sits eats sleeps sings sees loves works plays reigns signs reads is");
    are(Part::says_many, "sit eat sleep see love");
    are(Part::owner, "her his");
    return all;
  }();
  return parts;
}

bool is_verb(Part part)
{
  return part == Part::says_one || part == Part::says_many;
}

bool is_noun(Part part)
{
  return part == Part::one || part == Part::several;
}

bool agree_in_number(Part verb, Part noun)
{
  return (verb == Part::says_one && noun == Part::one) ||
         (verb == Part::says_many && noun == Part::several);
}

const std::map<Verb, Rational>& verbs_of_english()
{
  static const std::map<Verb, Rational> verbs = all_verbs();
  return verbs;
}

std::vector<std::pair<std::size_t, Verb>> verbs_in(const std::vector<Word>& sentence)
{
  std::vector<std::pair<std::size_t, Verb>> verbs;
  Nouns read;
  for (std::size_t k = 0; k < sentence.size(); ++k) {
    Nouns next = after(read, sentence[k]);
    if (is_verb(parts_of_english().at(sentence[k])))
      verbs.emplace_back(k, Verb{sentence[k], read.nouns, read.waiting.back()});
    read = std::move(next);
  }
  return verbs;
}

NounScore SubjectTables::score() const
{
  return [tables = *this](Word verb, Word noun, std::size_t distance) {
    return tables.T(verb, noun) - tables.slope(verb) * double(distance) + tables.P(distance);
  };
}

arma::mat SubjectTables::matrix(const WordsAndPlaces& sizes) const
{
  arma::mat M(sizes.n(), sizes.n(), arma::fill::zeros);
  const std::vector<Part>& parts = parts_of_english();
  for (Word verb = 0; verb < parts.size(); ++verb) {
    if (!is_verb(parts[verb]))
      continue;
    for (Word noun = 0; noun < parts.size(); ++noun)
      M(verb, noun) = is_noun(parts[noun]) ? T(verb, noun) : 0;
    for (arma::uword j = 0; j < sizes.places; ++j)
      M(verb, sizes.row_of_place(j)) = slope(verb) * double(j);
  }
  for (arma::uword k = 0; k < sizes.places; ++k)
    for (arma::uword j = 0; j < k; ++j)
      M(sizes.row_of_place(k), sizes.row_of_place(j)) = P(k - j);
  return M;
}

std::size_t most_looked_at(const NounScore& score, Word verb, const std::vector<NounBefore>& nouns)
{
  std::size_t most = nouns.size();
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < nouns.size(); ++i) {
    const double s = score(verb, nouns[i].noun, nouns[i].distance);
    if (s == largest)
      most = nouns.size();
    else if (s > largest)
      most = i;
    largest = std::max(largest, s);
  }
  return most;
}

Rational accuracy(const NounScore& score, const std::function<bool(Word)>& counts)
{
  Rational right = 0, all = 0;
  for (const auto& [verb, expected] : verbs_of_english()) {
    if (counts && !counts(verb.verb))
      continue;
    all += expected;
    if (most_looked_at(score, verb.verb, verb.nouns) == verb.subject)
      right += expected;
  }
  if (all == 0)
    throw Error("accuracy: there must be a verb that counts");
  return right / all;
}

bool can_do(Word verb, Word noun)
{
  static const std::set<std::pair<Word, Word>> pairs = all_that_can_be();
  return pairs.contains({verb, noun});
}

Rational best_without_distances()
{
  std::map<std::pair<Word, std::vector<Word>>, std::map<std::size_t, Rational>> seen;
  for (const auto& [verb, expected] : verbs_of_english()) {
    std::vector<Word> nouns;
    for (const NounBefore& before : verb.nouns)
      nouns.push_back(before.noun);
    seen[{verb.verb, nouns}][verb.subject] += expected;
  }
  Rational all = 0, right = 0;
  for (const auto& [what, subjects] : seen) {
    Rational most = 0;
    for (const auto& [subject, expected] : subjects) {
      all += expected;
      most = std::max(most, expected);
    }
    right += most;
  }
  return right / all;
}

} // namespace epreuve::instruments
