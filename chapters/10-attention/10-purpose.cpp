#include "epreuve/chapter.hpp"

#include "figures-purpose.hpp"
#include "purposeful_heads.hpp"
#include "subjects.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

using namespace epreuve::course;
using epreuve::language::english;
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
I stand here too, so $P(k, k) = -1$ takes me out, and $U(w, 0) = \frac12$ gives the queries that find nothing a place to
look at: weights sum to 1, and a head cannot look nowhere. *My subject* is the last section's.

The scores are multiplied by $c$, and the head is as decided as $c$ is large. With $e^c = B$ the word before has the
weight $B/(B + k)$ at place $k$, where $k + 1$ words can be seen.
*/
SECTION(looking_at_places)
{
  chapter.figure("purposes", draw_purposes);
  const auto sentences = english_sentences(120, chapter.seed());
  const arma::mat P = previous_word(english_sizes()), first_word = one_place(english_sizes(), 1);
  const arma::mat A = pattern_of(P, std::log(8), english_sizes(), std::vector<Word>(18));
  const arma::vec k = arma::regspace(1, 17), before = A.diag(-1);
  const auto previous = [](const auto&, std::size_t place) { return place - 1; };
  const auto first = [](const auto&, std::size_t) { return 1U; };
  chapter
      .finding("place-heads",
               "Heads that look at the word before, and at the first word, find them in "
               "every sentence; how much they look there is B/(B + k), whatever the words.")
      .agree("weight of the word before at places 1 to 17, e^c = 8", before, 8 / (8 + k),
             absolute(1e-14))
      .equal("part of places where the word before weighs most",
             part_found(P, 40, sentences, previous), 1.)
      .equal("part of places where the first word weighs most",
             part_found(first_word, 40, sentences, first), 1.);
}

/**
(Four roundings of a score of 2 and softmax's 9 ulp leave 13 digits and more.) Both find what they look for always,
for they do not look at words at all. Such a head cannot look at the first word of *this sentence* in a
running text: the place of a full stop is a fact about words, and for "the word after the last full stop" one head
would have to know, of each word, which word comes before it. That takes two layers, of which the first is the head
that we have just built.

## Two dimensions are enough, and dear

One-hot places take as many dimensions as there are places: this $P$ has rank 17. Is that needed? Put the places on
a clock of $L + 1$ hours instead, keys at the hour $j$, queries turned back by one: scores are $c \cos(\omega (k - 1 -
j))$, largest at $j = k - 1$ and nowhere else, and $r = 2$ will do for a text of any length. But the lead over the
next hour is $c\,(1 - \cos\omega) \approx 2 \pi^2 c/L^2$. Where $L$ one-hot places want scores of some $\ln L$, a clock wants
$L^2 \ln L$.
*/
SECTION(places_on_a_clock)
{
  const arma::vec scales = arma::exp2(arma::linspace(-1, 10, 111));
  chapter.figure("clock",
                 [&](Figure& figure) { draw_clock(figure, scales, shares_before(scales)); });
  const arma::vec L{8, 32, 128};
  arma::vec leads(3);
  for (const arma::uword i : {0, 1, 2}) {
    const arma::rowvec last = one_wave_pattern(1, arma::uword(L(i))).tail_rows(1);
    const arma::rowvec others = arma::join_rows(last.head(last.n_elem - 2), last.tail(1));
    leads(i) = std::log(last(last.n_elem - 2) / others.max());
  }
  const arma::mat at_10 = shares_before({10}), at_200 = shares_before({200});
  chapter
      .finding("clock",
               "A head of dimension 2 finds the word before in texts of any length, with a lead "
               "that falls as 2π²/L².")
      .agree("lead at L = 8, 32, 128, against 1 − cos(2π/(L + 1))", leads,
             1 - arma::cos(2 * arma::datum::pi / (L + 1)), absolute(1e-13))
      .at_least("mean weight of the word before on a clock, c = 200", at_200(1), 0.99)
      .at_least("by how much one-hot places are ahead at c = 10", at_10(0) - at_10(1), 0.5);
}

/**
## Where I stood before

How often is there something to find? For each word $w$ a reader who counts the $w$'s of a sentence gives the answer
exactly; the counts are carried through the language's automaton, and no sentence is drawn.
*/
SECTION(standing_again)
{
  const auto [words, again, shared] = words_again(english());
  const auto row = [](const char* what, const Rational& part) {
    return std::vector<std::string>{what, part.str(), fmt::format("{:.1f} %", 100 * double(part))};
  };
  chapter.table("Where I stood before", {"", "exactly", "≈"},
                {row("words that stood in their sentence before", again / words),
                 row("weight of the earlier places, words alone, at most", shared / again)});
  const auto elsewhere = [](const std::vector<Word>& text, std::size_t k) {
    const auto found = std::find(text.begin() + 1, text.begin() + long(k), text[k]);
    return found == text.begin() + long(k) ? 0 : std::size_t(found - text.begin());
  };
  const arma::mat M = same_word(english_sizes());
  arma::mat words_only = M;
  words_only.tail_cols(english_sizes().places).zeros();
  const auto twice = english().encode("Ada sings then Ada");
  chapter
      .finding("same-word",
               "With words and places a head finds where a word stood before, and says so if "
               "nowhere; with words alone it cannot turn away from itself.")
      .equal("part of words that look most at where they stood before, or at place 0",
             part_found(M, 40, english_sentences(120, chapter.seed()), elsewhere), 1.)
      // Law of 2: nothing is drawn.
      .at_most("with words alone: the weight of the first Ada in Ada sings then Ada, c = 40",
               pattern_of(words_only, 40, english_sizes(), twice)(3, 0), 0.5)
      .within("words for one that stood before", double(words / again), 10, 15);
}

/**
One word in twelve stood in its sentence before. A head that sees words alone gives each of $m$ earlier
places and its own the same weight, at most $1/(m + 1)$, at every temperature: a tie that no scale of
$W_Q$ can break. It takes places to say *elsewhere*.

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
SECTION(my_subject)
{
  chapter.figure("subjects", draw_subjects);
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, const Rational& part) {
    rows.push_back({name, part.str(), fmt::format("{:.2f} %", 100 * double(part))});
    return double(part);
  };
  arma::vec accuracies(5);
  for (arma::uword i = 0; i < 5; ++i)
    accuracies(i) = add(subject_heads()[i].first, accuracy(subject_heads()[i].second.score()));
  add("the best rule on the nouns and their order alone", best_without_distances());
  chapter.table("Verbs that look at their subject most", {"rule", "exactly", "≈"}, rows);
  chapter
      .finding("subject",
               "A head finds the subject of six verbs in seven as the latest noun, of more the "
               "more of its tables it uses, and of all by how far they are, where clauses are "
               "always of four words.")
      .fact("each rule is better than the one before", arma::diff(accuracies).min() > 0.01,
            "by at least a hundredth")
      .equal("by how far, and whether it could", accuracy(subject_heads()[4].second.score()),
             Rational(1))
      .fact("no rule on nouns and their order finds all", best_without_distances() < 1,
            best_without_distances().str());
}

/**
Each line is a sum over all that can come before a verb: no sentence was drawn. But rules are not heads, and an
enumeration may forget something. So the five matrices are built, and compared with the five rules at every verb of
some sentences; and the first fraction is compared with the frequency in a larger corpus, sentence by sentence,
since the verbs of one sentence are not independent.
*/
SECTION(subject_on_sentences)
{
  std::size_t verbs = 0, apart = 0;
  for (const auto& [name, tables] : subject_heads()) {
    const arma::mat M = tables.matrix(english_sizes());
    for (const auto& text : english_sentences(60, chapter.seed())) {
      const arma::mat A = pattern_of(M, 60, english_sizes(), text);
      for (const auto& [place, verb] : verbs_in(text)) {
        const std::size_t noun = most_looked_at(tables.score(), verb.verb, verb.nouns);
        apart += A.row(place).index_max() != place - verb.nouns.at(noun).distance ? 1U : 0U;
        ++verbs;
      }
    }
  }
  const NounScore latest = subject_heads()[0].second.score();
  const double expected = double(accuracy(latest));
  std::vector<double> excess;
  for (const auto& text : english_sentences(3000, chapter.seed())) {
    excess.push_back(0);
    for (const auto& [place, verb] : verbs_in(text))
      excess.back() += (most_looked_at(latest, verb.verb, verb.nouns) == verb.subject) - expected;
  }
  chapter.finding("subject-heads", "The five heads look where the rules say.")
      .equal("verbs in 60 sentences, five heads: places where head and rule differ", apart, 0)
      // Law: every sentence has a verb.
      .at_least("verbs, each looked at by five heads", double(verbs), 300)
      .estimates("subjects found as the latest noun, less what is expected, per sentence",
                 mean_of(arma::vec(excess)), 0, 0.05);
}

/**
So the first guess finds six in seven. Agreement in number, which one thinks of as made for the purpose, adds four
in a hundred; knowing which noun can do what adds six. Then each verb picks a side: *sees* and *loves*, which close
a clause within the sentence, want the latest noun, *sits* and *eats*, which come after it, the earliest. Fewer than two
verbs in a hundred remain: *sleeps*, which comes in both ways, and verbs with two clauses inside each other, where the
subject is the middle noun.

And then the last line, which is 1. No stack was built. In this language a clause has four words, *that a king
sees*, so a subject comes directly before its verb, or 5 or 9 places before it, or 4 if *with her cat* is in between; and
in all that the language can say, this order of places, among the nouns that could, never picks another. The head is perfect
for a reason that has nothing to do with subjects. That is worth keeping in mind where a head is said to look *for*
something: its tables say where it looks. Put an adjective into a clause, and the fifth head will be wrong,
with the same weights; all the time it was looking for places.
*/
