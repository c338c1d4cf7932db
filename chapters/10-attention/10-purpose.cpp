#include "epreuve/chapter.hpp"

#include "epreuve/instruments/purposeful_heads.hpp"
#include "epreuve/instruments/subjects.hpp"
#include "epreuve/language/readings.hpp"
#include "epreuve/language/tables.hpp"
#include "figures-purpose.hpp"

#include <cmath>

using namespace epreuve::course;
using epreuve::language::english;
using epreuve::language::expected_readings;
using epreuve::language::Word;

/**
# What am I looking for?

A query is what a token looks for, say the documents, and a key is what it has to offer. It is a picture; what does
it mean in numbers? We take four purposes that can be said in words, *the word before me*, *the first word*, *where I
stood before* and *my subject*, build a head for each, and ask how often it finds what it looks for. The text is
the English whose every probability is a fraction (chapter 9), so the answers are fractions.

## A purpose is a table

Let a token be two one-hot vectors, its word above its place. Scores are $x_i^T M x_j$ with $M = W_Q^T W_K/\sqrt r$, and
$M$ falls into four tables:

$$ S_{ij} = T(\text{word}_i, \text{word}_j) + U(\text{word}_i, \text{place}_j) + V(\text{place}_i, \text{word}_j) +
   P(\text{place}_i, \text{place}_j) . $$

To state a purpose is to fill in tables. *The word before me* is $P(k, k - 1) = 1$ and nothing else. *The first word*
is $U(w, 1) = 1$ for every $w$ (place 0 holds the full stop with which texts begin). *Where I stood before* is $T = I$; but
I stand here too, so $P(k, k) = -1$ takes me out, and $U(w, 0) = \frac12$ gives those who find nothing a place to
look at: weights sum to 1, and a head cannot look nowhere. *My subject* is the last section's.

The scores are multiplied by $c$, and the head is as decided as $c$ is large. With $e^c = B$ the word before has the
weight $B/(B + k)$ at place $k$, where $k + 1$ words can be seen.
*/
namespace {

/// The language's words, and places for its longest sentence, of 17 words, and a full stop before it.
const WordsAndPlaces& sizes()
{
  static const WordsAndPlaces both{english().words().size(), 18};
  return both;
}

/// Sentences with a full stop before them, which is place 0.
std::vector<std::vector<Word>> sentences(std::size_t count)
{
  std::vector<std::vector<Word>> all{{0}};
  for (const Word word : english().sample(2026, count)) {
    all.back().push_back(word);
    if (word == 0)
      all.push_back({0});
  }
  all.pop_back();
  return all;
}

/// How often, in expectation, a sentence has a word at each place; place 0 is before it.
std::vector<Rational> words_at_places()
{
  std::vector<Rational> at(sizes().places);
  for (const auto& [reading, expected] :
       expected_readings(english(), std::size_t{1}, [](std::size_t k, Word) { return k + 1; }))
    at.at(reading.first) += expected;
  return at;
}

/// The part of places from `begin` on whose largest weight is where `target` says.
double found(const arma::mat& M, const auto& target, std::size_t begin)
{
  double right = 0, all = 0;
  for (const auto& text : sentences(120)) {
    const arma::mat A = pattern_of(M, 40, sizes(), text);
    for (std::size_t k = begin; k < text.size(); ++k, ++all)
      right += A.row(k).index_max() == target(text, k) ? 1 : 0;
  }
  return right / all;
}

} // namespace

SECTION(places)
{
  chapter.figure("purposes", draw_purposes);
  arma::vec before(17), exact(17);
  const arma::mat A =
      pattern_of(previous_word(sizes()), std::log(8), sizes(), std::vector<Word>(sizes().places));
  for (arma::uword k = 1; k < 18; ++k) {
    before(k - 1) = A(k, k - 1);
    exact(k - 1) = 8 / (8 + double(k));
  }
  const auto previous = [](const auto&, std::size_t k) { return k - 1; };
  const auto first = [](const auto&, std::size_t) { return 1U; };
  chapter
      .finding("place-heads",
               "Heads that look at the word before, and at the first word, find them in "
               "every sentence; how much they look there is B/(B + k), whatever the words.")
      .agree("weight of the word before at places 1 to 17, e^c = 8", before, exact, absolute(1e-14))
      .equal("part of places where the word before weighs most",
             found(previous_word(sizes()), previous, 1), 1.)
      .equal("part of places where the first word weighs most",
             found(one_place(sizes(), 1), first, 1), 1.);
}

/**
(Four roundings of a score of 2 and softmax's 9 ulp leave 13 digits and more.) Both find what they look for always,
for they do not look at words at all. What such a head cannot do is look at the first word of *this sentence* in a
running text: the place of a full stop is a fact about words, and for "the word behind the last full stop" one head
would have to know, of each word, what stands before it. That takes two layers, of which the first is the head that
we have just built.

## Two dimensions are enough, and dear

One-hot places take as many dimensions as there are places: this $P$ has rank 17. Is that needed? Put the places on
a clock of $L + 1$ hours instead, keys at the hour $j$, queries turned back by one: scores are $c \cos(\omega (k - 1 -
j))$, largest at $j = k - 1$ and nowhere else, and $r = 2$ will do for a text of any length. But the lead over the
next hour is $c\,(1 - \cos\omega) \approx 2 \pi^2 c/L^2$. Where $L$ one-hot places want scores of some $\ln L$, a clock wants
$L^2 \ln L$.
*/
SECTION(clock)
{
  const std::vector<Rational> at = words_at_places();
  const double words = double(language::expected_length(english()));
  const auto mean_share = [&](const auto& share) {
    double sum = 0;
    for (arma::uword k = 1; k < sizes().places; ++k)
      sum += double(at[k]) * share(k);
    return sum / words;
  };
  const auto one_hot = [&](double c) {
    return mean_share([&](arma::uword k) { return 1 / (1 + double(k) * std::exp(-c)); });
  };
  const auto clock = [&](double c) {
    const arma::mat A = one_wave_pattern(c, sizes().places);
    return mean_share([&](arma::uword k) { return A(k, k - 1); });
  };
  const arma::vec scales = arma::exp2(arma::linspace(-1, 10, 111));
  arma::mat shares(scales.n_elem, 2);
  for (arma::uword i = 0; i < scales.n_elem; ++i)
    shares.row(i) = {one_hot(scales(i)), clock(scales(i))};
  chapter.figure("clock", [&](Figure& figure) { draw_clock(figure, scales, shares); });
  arma::mat leads(3, 2);
  for (const arma::uword i : {0, 1, 2}) {
    const arma::uword L = arma::uword(8) << (2 * i);
    const arma::mat A = one_wave_pattern(1, L);
    const double second = std::max(arma::max(A.row(L - 1).head(L - 2)), A(L - 1, L - 1));
    leads.row(i) = {double(L), std::log(A(L - 1, L - 2) / second)};
  }
  chapter
      .finding("clock",
               "A head of dimension 2 finds the word before in texts of any length, with a lead "
               "that falls as 2π²/L².")
      .agree("lead at L = 8, 32, 128, against 1 − cos(2π/(L + 1))", leads.col(1),
             1 - arma::cos(2 * arma::datum::pi / (leads.col(0) + 1)), absolute(1e-13))
      .at_least("mean weight of the word before, c = 200", clock(200), 0.99)
      .at_most("the same for c = 10, where one-hot places have all but a thousandth", clock(10),
               one_hot(10) - 0.5);
}

/**
## Where I stood before

How often is there something to find? For each word $w$ a reader who counts the $w$'s of a sentence gives the answer
exactly; the counts are carried through the language's automaton, and no sentence is drawn.
*/
SECTION(same)
{
  Rational again = 0, shared = 0, words = 0;
  for (Word w = 1; w < sizes().words; ++w)
    for (const auto& [reading, expected] : expected_readings(
             english(), 0, [w](int seen, Word word) { return seen + (word == w ? 1 : 0); }))
      if (reading.second == w) {
        words += expected;
        again += reading.first > 0 ? expected : 0;
        shared += expected * reading.first / (reading.first + 1);
      }
  const auto elsewhere = [](const std::vector<Word>& text, std::size_t k) {
    for (std::size_t j = 1; j < k; ++j)
      if (text[j] == text[k])
        return j; // of several, which weigh the same, the first
    return std::size_t{0};
  };
  arma::mat words_only = same_word(sizes());
  words_only.tail_cols(sizes().places).zeros();
  chapter.table(
      "Where I stood before", {"", "exactly", "≈"},
      {{"words that stood in their sentence before", Rational(again / words).str(),
        fmt::format("{:.1f} %", 100 * double(again / words))},
       {"weight of the earlier places, words alone, at most", Rational(shared / again).str(),
        fmt::format("{:.1f} %", 100 * double(shared / again))}});
  chapter
      .finding("same-word",
               "With words and places a head finds where a word stood before, and says so if "
               "nowhere; with words alone it cannot turn away from itself.")
      .equal("part of words whose largest weight is where they stood before, or on the full stop "
             "before the text",
             found(same_word(sizes()), elsewhere, 1), 1.)
      .at_most("with words alone: weight of the earlier place in Ada sings then Ada, c = 40",
               pattern_of(words_only, 40, sizes(), english().encode("Ada sings then Ada"))(3, 0),
               0.5)
      .at_least("words for one that stood before", double(words / again), 10)
      .at_most("words for one that stood before", double(words / again), 15);
}

/**
One word in twelve stood in its sentence before. A head that sees words alone gives each of $m$
earlier places and its own the same weight, $1/(m + 1)$, at every temperature: a tie that no scale of $W_Q$ can break.
It takes places to say *elsewhere*.

## My subject

*The cat that the women that a king sees love sits on the bed.* Who sits? Each verb of the language has its subject
among the nouns before it, and which one it is depends on how clauses are nested: a stack finds it, and a head has no
stack. How far does one get without? We fill in more and more of the tables.

- *The latest noun*: $T(v, n) = 1$ for all nouns, and $U(v, j)$ rises a little with $j$.
- *The latest that agrees*: $T(v, n) = 1$ where verb and noun are both singular or both plural.
- *The latest that could*: $T(v, n) = 1$ where $n$ is ever the subject of $v$. Kings reign, sphinxes do not.
- *Latest or earliest*: each verb has the sign of $U$ that serves it better.
- *How far*: $T$ as before, but three times as large, and $P(k, k - 1) = 1$, $P(k, k - 5) = \frac12$, $P(k, k - 9) = \frac14$.
*/
namespace {

double able(Word verb, Word noun)
{
  return can_do(verb, noun) ? 1 : 0;
}

double agreeing(Word verb, Word noun)
{
  const std::vector<Part>& parts = parts_of_english();
  return agree_in_number(parts[verb], parts[noun]) ? 1 : 0;
}

double any(Word, Word)
{
  return 1;
}

/// The latest of several is a little better, and no place makes up for a T.
double upwards(Word)
{
  return 1. / 36;
}

double of_distance(std::size_t distance)
{
  return distance == 1 ? 1 : distance == 5 ? 0.5 : distance == 9 ? 0.25 : 0;
}

} // namespace

/**
Each of the five is a head and a rule. The rule's accuracy is an exact sum over all that can stand before a verb; that
the head, with its matrices, looks where the rule says is seen on sentences.
*/
SECTION(subject)
{
  const auto downwards = [](Word verb) { return -upwards(verb); };
  std::vector<double> slopes(sizes().words);
  for (Word verb = 0; verb < sizes().words; ++verb)
    if (is_verb(parts_of_english()[verb])) {
      const auto this_one = [verb](Word v) { return v == verb; };
      const bool latest = accuracy(SubjectTables{able, upwards}.score(), this_one) >=
                          accuracy(SubjectTables{able, downwards}.score(), this_one);
      slopes[verb] = latest ? upwards(verb) : downwards(verb);
    }
  const auto three_times = [](Word verb, Word noun) { return 3 * able(verb, noun); };
  const auto level = [](Word) { return 0.; };
  const std::vector<std::pair<std::string, SubjectTables>> heads{
      {"the latest noun", {any, upwards}},
      {"the latest that agrees", {agreeing, upwards}},
      {"the latest that could", {able, upwards}},
      {"latest or earliest, per verb", {able, [&](Word verb) { return slopes[verb]; }}},
      {"how far, and whether it could", {three_times, level, of_distance}}};
  std::vector<std::vector<std::string>> rows;
  arma::vec accuracies(heads.size());
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const Rational found = accuracy(heads[i].second.score());
    accuracies(i) = double(found);
    rows.push_back({heads[i].first, found.str(), fmt::format("{:.2f} %", 100 * double(found))});
  }
  rows.push_back({"whoever sees the nouns and their order only", best_without_distances().str(),
                  fmt::format("{:.2f} %", 100 * double(best_without_distances()))});
  chapter.table("Verbs that look at their subject most", {"rule", "exactly", "≈"}, rows);
  chapter.figure("subjects", [&](Figure& figure) { draw_subjects(figure, heads); });

  /**
  The heads are built from the same tables, and the two are compared at every verb of some sentences. The exact
  fractions are held against the frequency in a larger corpus, sentence by sentence, since the verbs of one are not
  independent.
  */
  std::size_t verbs = 0, apart = 0;
  arma::vec excess(3000);
  for (const auto& text : sentences(60))
    for (const auto& [place, verb] : verbs_in(text)) {
      for (const auto& [name, tables] : heads) {
        const arma::mat A = pattern_of(tables.matrix(sizes()), 60, sizes(), text);
        const auto most = most_looked_at(tables.score(), verb.verb, verb.nouns);
        apart += A.row(place).index_max() != place - verb.nouns[most].distance ? 1U : 0U;
      }
      ++verbs;
    }
  arma::uword i = 0;
  for (const auto& text : sentences(excess.n_elem)) {
    double right = 0, all = 0;
    for (const auto& [place, verb] : verbs_in(text)) {
      right +=
          most_looked_at(heads[0].second.score(), verb.verb, verb.nouns) == verb.subject ? 1 : 0;
      ++all;
    }
    excess(i++) = right - accuracies(0) * all;
  }
  chapter
      .finding("subject",
               "A head finds the subject of 104 verbs in 121 as the latest noun, of more the more "
               "of its tables it uses, and of all by how far they are, where clauses are "
               "always of four words.")
      .equal("verbs in 60 sentences, five heads: places where head and rule differ", apart, 0)
      .at_least("verbs in these sentences", double(verbs), 60)
      .estimates("subjects found as the latest noun, less what is expected, per sentence",
                 mean_of(excess), 0, 0.05)
      .fact("each rule is better than the one before", arma::diff(accuracies).min() > 0.01,
            "by at least a hundredth")
      .equal("by how far, and whether it could", accuracy(heads[4].second.score()), Rational(1))
      .fact("no rule on nouns and their order finds all", best_without_distances() < 1,
            best_without_distances().str());
}

/**
So the first guess finds six in seven. Agreement in number, which one thinks of as made for the purpose, adds four
in a hundred; knowing who can do what adds six. Then each verb picks a side: *sees* and *loves*, which close
a clause within the sentence, want the latest noun, *sits* and *eats*, which come after it, the earliest. What is left
after that, not two verbs in a hundred, is *sleeps*, which comes in both ways, and verbs with two clauses inside each
other, where the subject is the middle noun.

And then the last line, which is 1. No stack was built. In this language a clause has four words, *that a king
sees*, so a subject stands 1, 5 or 9 places before its verb, and no other noun that could do it does. The head is perfect
for a reason that has nothing to do with subjects. That is worth keeping in mind where a head is said to look *for*
something: its tables say what it looks *at*. Put an adjective into a clause, and the fifth head will be wrong,
with the same weights; what it was looking for all the time were places.
*/
