#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/holes.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/logs/masked.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

/**
# Every place trains

A text of $T$ words is $T - 1$ exercises with their solutions: after these words comes that one. Nobody has to label
anything. This is what *supervision* means here, and why whole libraries can be read.
*/
using namespace epreuve::course;
using language::Language;

/**
## One pass, as many lessons as words

In training the model goes through the same phases as in use (iaetnous), and predicts each word from those before it
(masterclass): from the *right* ones, as the text has them, not from those that it would have said itself (*teacher
forcing*). Because a causal mask hides what comes later, the logits at place $k$ are those of the first $k$ words alone, so
the loss of one pass over $T$ places is the mean of $T$ losses, each of a text that ends there. We compute them apart, on
small models of GPT-2's form: by the model that is used for writing, prefix by prefix, and by the trainer in one pass.
*/
static Difference one_pass_and_prefixes(Draw& draw)
{
  const gpt2::Weights<double> weights = draw_weights(draw);
  const Tokens text = draw_text(draw, weights.config, 2);
  const arma::uword T = text.size() - 1;
  gpt2::Batch batch{arma::Mat<gpt2::Token>(T, 1), arma::Mat<gpt2::Token>(T, 1)};
  const gpt2::Model<double> model(weights);
  double apart = 0;
  for (arma::uword k = 0; k < T; ++k) {
    batch.inputs(k, 0) = text[k];
    batch.targets(k, 0) = text[k + 1];
    const Tokens prefix(text.begin(), text.begin() + std::ptrdiff_t(k) + 1);
    apart -= log_softmax(model.last_logits(prefix))(text[k + 1]) / double(T);
  }
  gpt2::Pass<double> pass;
  return difference(gpt2::loss(weights, batch, pass), apart);
}

SECTION(every_place)
{
  // Logits of these models are below 20, sums of some 20 products each, behind at most 3 layers.
  chapter.claim("masterclass-expl-training", holds)
      .property("loss of one pass, and the mean over all prefixes, each by itself",
                one_pass_and_prefixes, absolute(1e-11), 100)
      .by_reading("supervision, by the words that follow in the text: nobody adds labels");
  chapter.claim("iaetnous-train-forward", holds)
      .property("the trainer's pass, and that of an untrained model in use", one_pass_and_prefixes,
                absolute(1e-11), 100)
      .by_reading(
          "the same phases; the article of 2017 adds one in training, dropout of a tenth of "
          "the entries, and there the decoder is given all right words at once");
}

/**
## Is causality necessary?

thomas says that what comes out at place $i$ must not depend on later tokens, which is *necessary* in training
autoregressive models. In one pass over all places it is. Without the mask a single head that looks one place ahead copies the
answer: its loss is as near to 0 as one likes on *any* text, and where the next word is missing, in use, it knows
nothing.

For the objective itself it is not. One may show the model a prefix, let all of its tokens see each other, and train on the
one word after it. No answer is in sight, and nothing is masked. Only this takes $T$ passes for a text of $T$ words, where the mask
takes one. So his sentence holds as he means it, about outputs that are all trained at once.
*/
SECTION(causality)
{
  // Tokens are one-hot; the query of place i is the key of place i + 1, scaled by s.
  const auto loss = [](double s, bool next_is_there) {
    std::mt19937_64 generator(1);
    const arma::uword N = 10, T = 50;
    std::vector<arma::uword> text(T + 1);
    std::ranges::generate(text, [&] { return generator() % N; });
    double sum = 0;
    for (arma::uword i = 0; i < T; ++i) {
      const arma::uword seen = next_is_there ? T + 1 : i + 1;
      arma::vec scores(seen), logits(N);
      if (i + 1 < seen)
        scores(i + 1) = s;
      const arma::vec weights = softmax(scores);
      for (arma::uword j = 0; j < seen; ++j)
        logits(text[j]) += s * weights(j);
      sum -= log_softmax(logits)(text[i + 1]);
    }
    return sum / double(T);
  };
  chapter.claim("thomas-intro-autoregressive", holds)
      .as_printed("where all places are trained in one pass, no output may depend on later tokens")
      .at_most("a head without a mask that looks one place ahead: loss on random words",
               loss(30, true), 1e-9)
      .at_least("the same head in use, where the next word is not there", loss(30, false),
                std::log(10))
      .by_reading("without a mask one can train on prefixes, whose last place alone is asked");
}

/**
(The head in use does worse than guessing, $\ln 10 = 2.3$: it has learnt to be sure.)

## The other objective: a word is masked

BERT is trained otherwise. Some words are replaced by a mask, and the model must say them from *both* sides. It is the
same loss and the same gradient; only the question is another one. On a language whose every probability is a fraction, we
can say what the best answers are. Of a word whose left neighbour alone is known, or both neighbours, or all words
before it, or all other words of its sentence, the least losses are:
*/
static double least_from_both_neighbours(const Language& language)
{
  const language::NGramTable triples = language::ngram_probabilities(language, 3);
  std::map<std::pair<language::Word, language::Word>, double> of_neighbours;
  for (const auto& [words, probability] : triples)
    of_neighbours[{words[0], words[2]}] += static_cast<double>(probability);
  double loss = 0;
  for (const auto& [words, probability] : triples) {
    const auto p = static_cast<double>(probability);
    loss -= p * std::log(p / of_neighbours[{words[0], words[2]}]);
  }
  return loss;
}

/**
The first three are exact, sums over pairs, triples and states. For the last one the law of each word of 300 sentences is
computed, forward through the automaton up to the hole and backward from the end.
*/
SECTION(both_sides)
{
  const Language& english = language::english();
  const auto nats = [](const Interval& value) { return static_cast<double>(value.hi); };
  const double left = nats(language::best_loss(english, 1)),
               both = least_from_both_neighbours(english),
               before = nats(language::entropy_rate(english));
  std::vector<double> surprises; // of all words of a sentence
  double words = 0;
  const std::vector<language::Word> corpus = english.sample(1, 300);
  for (auto from = corpus.begin(); from != corpus.end();) {
    const auto end = std::find(from, corpus.end(), language::Word{0}) + 1;
    const std::vector<language::Word> sentence(from, end);
    double surprise = 0;
    for (std::size_t i = 0; i < sentence.size(); ++i)
      surprise -= std::log(static_cast<double>(law_of_hole(english, sentence, i)[sentence[i]]));
    surprises.push_back(surprise);
    words += double(sentence.size());
    from = end;
  }
  const arma::vec sample(surprises);
  const double all = arma::accu(sample) / words;
  chapter.figure("both-sides",
                 [&](Figure& figure) { draw_both_sides(figure, {left, both, before, all}); });
  const double sentence = nats(language::sentence_entropy(english));
  chapter.finding("both-sides", "A masked word is easier than a next one.")
      .at_most("least loss from both neighbours, of that from the left one", both / left, 0.7)
      .at_most("least loss from all other words, of that from all before", all / before, 0.6);
  chapter
      .finding("no-sum",
               "The losses at a sentence's masked words do not add up to its entropy: each "
               "word is guessed with all others known.")
      .at_most("mean sum over a sentence's places, of the entropy of a sentence",
               arma::mean(sample) / sentence, 0.6);
}

/**
The next word's losses do add up: $-\ln P(\text{sentence})$ is the sum over its words, so a model of the next word is a
model of sentences, and can write. The masked losses add up to less than half of it.

## A masked model that is trained

An encoder like chapter 20's, with two blocks, four heads, 32 coordinates and every token in every other's sight, learns English
in 6000 steps of 16 sentences. In each of them one word is hidden, and each of the others with probability 10 %; only hidden
words are asked for. Then each word of 100 other sentences is hidden by itself, and the model's law compared with the exact
one, of the sentences that agree everywhere else. What was measured on the way, in one training, stands in a log;
`./epreuve train masked` makes it again in a minute.

Nobody explains syntax to a model (exo7): no program of this suite has a rule of the language in it but the one that speaks
it. That training finds rules can be counted. At first nearly all of the model's probability is on words that make *no*
sentence of what stands around the hole.
*/
SECTION(masked_model)
{
  const logs::MaskedMark &first = logs::masked().marks.front(), &last = logs::masked().marks.back();
  chapter.figure("masked", draw_masked);
  chapter
      .finding("one-hole",
               "A masked Transformer learns the law of a hidden word, given both sides.")
      .at_least("one hole: KL(exact law || model) in nats, before training", first.missing, 4)
      .at_most("after it", last.missing, 0.06);
  chapter.claim("exo7-4.1-grammar-learned", holds)
      .at_least("probability of words that no sentence allows there, before training",
                first.impossible, 0.9)
      .at_most("after training on sentences alone", last.impossible, 0.03)
      .by_reading("what is learnt is a law of words, in which a rule is a probability that is "
                  "nearly 0");
}

/**
## What a masked model cannot know

*Two cats sleep, not one, two.* The number comes twice. Mask either, and the other one says it: the loss is 0, whatever
the odds of *two* and *three*. So the odds leave no trace in any masked word, and two languages that differ in them give
one masked model: nothing that is computed from its answers is the probability of a text. Here are both, sentence by sentence
and hole by hole.
*/
static Language counting(int odds_of_two)
{
  using namespace language;
  const auto of = [](const char* number) {
    return word(number) + choice({{3, word("cats")}, {1, word("creatures")}}) + word("sleep") +
           word("not") + word("one,") + word(number);
  };
  return {"en", choice({{odds_of_two, of("two")}, {1, of("three")}})};
}

SECTION(what_masks_hide)
{
  const Language often = counting(3), as_often = counting(1);
  unsigned holes = 0, same = 0;
  for (const char* number : {"two", "three"})
    for (const char* animals : {"cats", "creatures"}) {
      const auto sentence =
          often.encode(fmt::format("{0} {1} sleep not one, {0}.", number, animals));
      for (std::size_t i = 0; i < sentence.size(); ++i, ++holes)
        same += law_of_hole(often, sentence, i) == law_of_hole(as_often, sentence, i) ? 1 : 0;
    }
  const auto two_first = [](const Language& language) {
    return language.next(std::vector<language::Word>{})[language.word("two")];
  };
  chapter
      .finding("masks-hide-odds",
               "Two languages can agree in every masked word, given all others, and differ in how "
               "often each sentence is said.")
      .equal("holes in all four sentences", holes, 28u)
      .equal("holes that both languages fill alike", same, holes)
      .equal("\"two\" comes first, in one", two_first(often), Rational(3, 4))
      .equal("in the other", two_first(as_often), Rational(1, 2));
}

/**
## Several holes

With both numbers hidden, each is *two* with probability $\frac34$, and a model can say so. It says so of each hole apart. That the
two are equal is in neither law: filled independently, as BERT fills its masks, they contradict each other in $2 \cdot
\frac34 \cdot \frac14$ of the cases. How often is that so in a whole language? The probability that words drawn independently,
each from its right law, make a sentence with those that are left is a sum over the paths of the automaton, so it is exact. We
hide more and more words of English sentences of eight words, in an order drawn by lot.
*/
static arma::vec fillings_that_are_sentences(const Language& language, std::size_t length)
{
  std::mt19937_64 bits(1);
  arma::vec sum(length, arma::fill::zeros);
  unsigned sentences = 0;
  std::vector<language::Word> sentence;
  for (const language::Word word : language.sample(1, 300)) {
    sentence.push_back(word);
    if (word != language::Word{0})
      continue;
    if (sentence.size() == length) {
      ++sentences;
      std::set<std::size_t> hidden;
      while (hidden.size() < length)
        if (hidden.insert(bits() % length).second)
          sum(hidden.size() - 1) +=
              static_cast<double>(makes_a_sentence(language, sentence, hidden));
    }
    sentence.clear();
  }
  return sum / sentences;
}

SECTION(several_holes)
{
  const Language often = counting(3);
  const auto numbers = often.encode("two cats sleep not one, three.");
  const std::set<std::size_t> both{0, 5};
  const arma::vec filled = fillings_that_are_sentences(language::english(), 8);
  chapter.figure("fillings", [&](Figure& figure) { draw_fillings(figure, filled); });
  chapter
      .finding("two-holes", "Masked words that are filled independently can contradict each "
                            "other, though each has its right law; where all are masked, they "
                            "hardly ever make a sentence.")
      .equal("\"two\" in the first hole, when both are hidden",
             law_of_hole(often, numbers, 0, both)[often.word("two")], Rational(3, 4))
      .equal("\"two\" and \"three\" in one sentence, in the language",
             often.sentence_probability(numbers), Rational(0))
      .equal("two right and independent laws make a sentence",
             makes_a_sentence(often, numbers, both), Rational(5, 8))
      .agree("English, one word of eight hidden: a sentence comes out", filled(0), 1, exactly())
      .within("two hidden", filled(1), 0.95, 1)
      .at_most("all eight hidden", filled(7), 0.01);
}

/**
In English two holes seldom contradict each other: what is left of the sentence says what they may be. The less is left, the
more they do; and where all eight words are hidden, so that only their number is known, not one text in five hundred is a
sentence.

## The order of filling

One can fill one hole first, and then ask for the other. With the exact laws both orders come to the same probability, that of
the two words together, by the chain rule. A model's laws of one hole and of two are trained side by side, and nothing makes
them agree.
*/
SECTION(order_of_filling)
{
  const Language& english = language::english();
  const auto sentence = english.encode("after the war a queen signs the-peace.");
  const auto in_order = [&](std::size_t first, std::size_t then) {
    return Rational(law_of_hole(english, sentence, first, {first, then})[sentence[first]] *
                    law_of_hole(english, sentence, then)[sentence[then]]);
  };
  unsigned pairs = 0, agree = 0;
  for (std::size_t i = 0; i < sentence.size(); ++i)
    for (std::size_t j = 0; j < i; ++j, ++pairs)
      agree += in_order(i, j) == in_order(j, i) ? 1 : 0;
  chapter
      .finding("no-joint-law",
               "A trained masked model's laws are the conditional laws of no law of sentences: the "
               "probability of two words depends on which is filled in first.")
      .equal("pairs of places of an English sentence", pairs, 28u)
      .equal("pairs of which the exact laws give one probability in both orders", agree, pairs)
      .at_most("the model: KL(exact law || model) of a word where two are hidden, in nats",
               logs::masked().two_holes.missing, 0.1)
      .at_least("difference of the two orders, mean of |ln|", logs::masked().two_holes.orders,
                0.02);
}

/**
So the two objectives are made for two purposes. A masked model reads: for a word in its place it knows more than any
model of the next word. To write, one needs the law of the next word, and the mask that lets a network learn it at every
place at once.
*/
