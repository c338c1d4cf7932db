#include "counting.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/ngrams.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

/**
# A gap between context and last word

Two words that stand at the end of a sentence say little about what it is about. The
document's remedy is a triple with a gap: a context anywhere before, the last word, and
the completion. How much is in that?
*/
using namespace epreuve::course;

/**
## Counting with a gap

For each place with a last word $x$ and a next word $u$, every *different* word $a$ that
stands before $x$ in the sentence counts once, however far back it is. "Any number of
words between them" is the point, so we look at it in the language, exactly: the
completion after *signs* is the same whether nothing, *with her cat* or *that the cat sees*
stands between *woman* and *signs*.
*/
static std::vector<Rational> next_in(const language::Language& language, std::string_view prefix)
{
  return language.next(language.encode(prefix));
}

SECTION(gapped)
{
  const auto counted = [](Draw& draw) {
    const arma::uword length = draw.size("words", 2, 20);
    const auto text = arma::conv_to<arma::uvec>::from(draw.integer_matrix("text", length, 1, 0, 3));
    const arma::uword a = draw.size("a", 1, 3), x = draw.size("x", 1, 3), u = draw.size("u", 0, 3);
    double naive = 0;
    for (arma::uword i = 0; i + 1 < length; ++i) {
      bool before = false;
      for (arma::uword j = i; j-- > 0 && text(j) != 0;)
        before = before || text(j) == a;
      naive += before && text(i) == x && text(i + 1) == u ? 1 : 0;
    }
    return gapped_trigram_counts(text, 4, 0)(x, u, a) == naive;
  };
  const language::Language& english = language::english();
  const auto at_once = next_in(english, "after the apartment a woman signs");
  chapter.claim("exo7-6.1-gapped-trigrams", holds)
      .property("slice a, entry (x, u) counts x, u with a before it in the sentence", counted, 300)
      .fact("next word after apartment ... signs, 3 words more in the gap",
            at_once == next_in(english, "after the apartment a woman with her cat signs"),
            "the same 80 fractions")
      .fact("next word after apartment ... signs, 4 words more in the gap",
            at_once == next_in(english, "after the apartment a woman that the cat sees signs"),
            "the same 80 fractions");
}

/**
That is special about this language, or rather about this word in it: what is signed was
decided when the sentence began, and nothing in between has a say. Of a language in which
the gap matters too, a gapped trigram is an approximation, and the document says no more
than that.

## What is signed

The document's three contexts are sentences of the French twin: after *l'appartement* one
signs *le bail*, after *la guerre* the peace, before *le Picasso* the picture. In the
language they have exact probabilities, and every other completion has 0. The last word
alone, *signe*, leaves all nine open.
*/
static std::vector<Rational> chances(const language::Language& language, std::string_view prefix,
                                     const std::vector<std::string>& words)
{
  const std::vector<Rational> all = next_in(language, prefix);
  std::vector<Rational> of;
  for (const std::string& word : words)
    of.push_back(all.at(language.word(word)));
  return of;
}

SECTION(signing)
{
  const language::Language& french = language::french();
  const std::vector<std::string> prefixes{"après l' appartement une femme signe",
                                          "après la guerre un roi signe",
                                          "devant le Picasso un homme signe"};
  const std::vector<std::string> words{"le-bail",    "le-contrat",  "l'offre",
                                       "la-paix",    "l'armistice", "la-déclaration",
                                       "le-tableau", "la-peinture", "l'œuvre"};
  const std::vector<Rational> odds{Rational(1, 2), Rational(1, 4), Rational(1, 4)};
  arma::mat P(4, 9);
  const char* const ids[] = {"exo7-6.1-signer-appartement", "exo7-6.1-signer-guerre",
                             "exo7-6.1-signer-picasso"};
  const char* const reasons[] = {
      "a lease, a contract and an offer are what one signs for an apartment",
      "peace, armistice and declaration are what is signed in a war",
      "a painter signs a picture, a painting, a work"};
  for (arma::uword i = 0; i < 3; ++i) {
    const std::vector<std::string> own(words.begin() + 3 * long(i),
                                       words.begin() + 3 * long(i) + 3);
    chapter.claim(ids[i], illustrative)
        .invented("an example, and the language was written to contain it")
        .by_reading(reasons[i])
        .fact("exact probabilities of the three completions, in the French twin",
              chances(french, prefixes.at(i), own) == odds,
              "1/2, 1/4, 1/4, and so 0 for all others");
    const std::vector<Rational> all = chances(french, prefixes.at(i), words);
    for (arma::uword j = 0; j < 9; ++j)
      P(i, j) = double(all.at(j));
  }
  const arma::mat pairs = add_lambda(pair_probabilities(french), 0);
  for (arma::uword j = 0; j < 9; ++j)
    P(3, j) = pairs(french.word("signe"), french.word(words.at(j)));

  /**
  The last row of the figure is what a bigram knows. All nine fractions are whole sixteenths, so
  it shows these.
  */
  chapter.figure("signing", [&](Figure& f) {
    draw_signing(f, P, {"appartement … signe", "guerre … signe", "Picasso … signe", "signe alone"},
                 words);
  });
  chapter
      .finding("signing-far-back",
               "The context decides which three things can be signed; the last word alone "
               "leaves all nine open.")
      .at_most("largest probability after signe alone", arma::max(P.row(3)), 0.26)
      .agree("probabilities of the nine after signe alone, their sum", arma::accu(P.row(3)), 1,
             absolute(1e-12));
}

/**
A bigram on *signe* therefore loses what it takes to choose among three occasions as well.
A trigram knows who signs, which helps nobody; the word that helps is four and more words
away. No table of neighbours reaches it unless it is five words wide, and such a table
would have billions of entries.

## Copying

Two more lines of the document are called copying. In the language *deux … un,* is
followed by *deux* with probability 1, *grand … très* by *grand* with 3/4 and by *petit*
with 1/4. The last is no copy: *petit* need not stand in the sentence at all. A gapped
trigram does not mind, since a table may hold anything; what copies, in a network, would
(chapter 18 meets such heads).
*/
SECTION(copying)
{
  const language::Language& french = language::french();
  const auto after_very = chances(french, "le grand chat est très", {"grand", "petit"});
  const auto after_one = chances(french, "deux chats dorment pas un,", {"deux"});
  chapter.claim("exo7-6.1-copy", illustrative)
      .invented("an example, and the language was written to contain it")
      .by_reading("what was said is said again, and once, with petit, its opposite")
      .fact("grand ... très in the French twin, exactly",
            after_very == std::vector<Rational>{Rational(3, 4), Rational(1, 4)},
            "grand 3/4, petit 1/4")
      .fact("deux ... un, in the French twin, exactly", after_one == std::vector<Rational>{1},
            "deux 1");
}

/**
## Very effective?

Names decide it. In *Ada sleeps then Ada sings* the second name is the first with a
probability $r$ that is the language's knob, from $\frac15$, where the first name says
nothing, to 1, a pure copy. After *then* a bigram is at best as good as the names'
frequencies, and a gapped trigram with the right context loses $-r \ln r - (1 - r) \ln
\frac{1
- r}{4}$ per name. Both are exact, and their difference is what copying is worth.

Then the whole language, as a model would meet it: learned from 8000 sentences, tried on
4000 others. The gapped trigram has to find its context by itself. It takes, of all words
before, the one whose row of counts has the least entropy.
*/
/// The best loss after "then", in nats: knowing the first name, or not.
static double name_loss(double r, bool first_known)
{
  const arma::vec odds = arma::vec{5, 4, 4, 2, 1} / 16;
  const arma::vec second = r * odds + (1 - r) / 4 * (1 - odds);
  const arma::vec p =
      first_known ? arma::vec{r, (1 - r) / 4, (1 - r) / 4, (1 - r) / 4, (1 - r) / 4} : second;
  const arma::vec positive = p.elem(arma::find(p > 0));
  return -arma::accu(positive % arma::log(positive));
}

/**
The knob is tried at its two ends, where the first name says nothing and where it says all, and at the
three quarters that the language has by default. At each, both models learn from the same corpus and are
tried on the same sentences, so that the gain is a mean of differences, place by place, and its interval
tells it from 0.
*/
SECTION(effective)
{
  const arma::vec knob = arma::linspace(0.2, 1, 41);
  arma::vec unknown = knob, known = knob;
  unknown.transform([](double r) { return name_loss(r, false); });
  known.transform([](double r) { return name_loss(r, true); });
  chapter.figure("copying", [&](Figure& f) { draw_copying(f, knob, unknown, known); });

  Claim& claim = chapter.claim("exo7-6.1-very-effective", holds);
  std::vector<Estimate> at_names;
  for (const Rational& r : {Rational(1, 5), Rational(3, 4), Rational(1)}) {
    const language::Language english = language::english(r);
    const NGramModels models(text_of(english, corpus_seed(chapter.seed(), 11), 8000),
                             english.words().size());
    const Losses losses(models, text_of(english, corpus_seed(chapter.seed(), 12), 4000));
    const arma::vec gained = losses.trigrams - losses.gapped;
    at_names.push_back(mean_of(gained.elem(arma::find(losses.last == english.word("then")))));
    claim
        // Law of 2: 0.061, 0.073 and 0.087 with standard deviations of 0.003 (51 seeds).
        .at_least(fmt::format("nats per word gained over trigrams, names return with {}", r.str()),
                  mean_of(gained).value, 0.03)
        .fact(fmt::format("the gain differs from 0, names return with {}", r.str()),
              notices(mean_of(gained), 0),
              fmt::format("{:.3f} nats per word", mean_of(gained).value));
  }
  claim
      // Law of 2: 0.00, 0.61 and 1.51, with standard deviations of 0.02 (51 seeds).
      .fact("where a name returns the gain is larger the surer it returns",
            at_names.at(0).value < at_names.at(1).value &&
                at_names.at(1).value < at_names.at(2).value,
            fmt::format("{:.2f}, {:.2f}, {:.2f} nats per name", at_names.at(0).value,
                        at_names.at(1).value, at_names.at(2).value))
      .at_least("nats gained per name that always returns", at_names.at(2).value, 1)
      // Law: -0.004 with a standard deviation of 0.007 (51 seeds), from the corpus learned and from the one tried.
      .within("nats gained per name where the first name says nothing", at_names.at(0).value, -0.06,
              0.06)
      .agree("exact worth of the first name where it says nothing", name_loss(0.2, false),
             name_loss(0.2, true), absolute(1e-12))
      .by_reading("that code repeats itself more than prose is common knowledge");
}

/**
The claim holds, in both halves: gapped trigrams are better than trigrams on the whole,
and most where a name is copied. Where the first name says nothing they can gain nothing there, and the
gain that was seen is a hundredth of a nat or less. (Over many corpora the mean is a little below 0: $-0.004$.
Among many contexts the sharpest row of counts is now and then one that was seen too seldom.)

## The decisive figure

The same on corpora that grow. Bigrams are at their floor soon, trigrams late; gapped
trigrams go below the trigrams' floor and meet one of their own, above the entropy rate,
because one context is not all.
*/
SECTION(floors)
{
  const arma::uword sizes = 7;
  const LossesBySize by_size =
      losses_by_size(language::english(), sizes, corpus_seed(chapter.seed(), 12));
  chapter.figure("losses", [&](Figure& f) { draw_losses(f, by_size); });
  chapter
      .finding("below-the-floor", "A gapped trigram gets below what any trigram can reach.")
      // Law of 2: -0.060 and 0.143, with standard deviations of 0.0044 (51 seeds).
      .at_most("loss of gapped trigrams on held-out text, over the best of all trigrams, in nats",
               by_size.gapped(sizes - 1) - by_size.floors(1), -0.03)
      .at_least("its distance from the entropy rate, in nats",
                by_size.gapped(sizes - 1) - by_size.floors(3), 0.03);
}

/**
## Attention as a distribution

Which context is the right one? Attention gives each word of the sentence a weight. That
these are probabilities is how softmax makes them; that they measure importance for the
meaning is what one hopes of training.

The document's example, 5, 40, 5 and 50 %, claims no more than to be an example. The
numbers do sum to 1, and any such numbers are the pattern of some head: its scores need
only be their logarithms, up to a constant.
*/
SECTION(attention)
{
  chapter.claim("exo7-6.1-attention-probability", holds)
      .property("a causal pattern: each word before gets more than 0",
                queries_and_keys(1,
                                 [](const auto& Q, const auto& K) {
                                   const arma::mat A = attention::causal_pattern(Q, K);
                                   return arma::rowvec(A.tail_rows(1)).min() > 0;
                                 }))
      .property("a causal pattern: its rows sum to 1",
                queries_and_keys(1,
                                 [](const auto& Q, const auto& K) {
                                   const arma::mat A = attention::causal_pattern(Q, K);
                                   return difference(arma::vec(arma::sum(A, 1)),
                                                     arma::ones(A.n_rows));
                                 }),
                absolute(1e-14), 300)
      .by_reading("importance for the meaning is an interpretation of these weights");

  const RationalMatrix percent{{5, 40, 5, 50}};
  const arma::vec p = arma::vec{5, 40, 5, 50} / 100;
  chapter.claim("exo7-6.1-petit-chat-table", illustrative)
      .equal("sum of the four percentages", percent * RationalMatrix{{1}, {1}, {1}, {1}},
             RationalMatrix{{100}})
      .agree("softmax of their logarithms, shifted by 3", softmax(arma::log(p) + 3), p, ulps(24))
      .invented("the text says what attention might give, and measures nothing");
  chapter.figure("petit-chat", draw_petit_chat);
}

/**
## The mouse

*Souris* or *croquettes*: in the French twin they have $\frac58$ and $\frac5{16}$ after
*le petit chat noir mange*. And the document is right that *petit* and *noir* do not
matter: without them nothing changes, to the last digit, while the subject does matter.
After *la créature mange* it is the cheese.
*/
SECTION(mouse)
{
  const language::Language& french = language::french();
  const std::vector<std::string> food{"la-souris", "les-croquettes", "le-fromage"};
  const auto cat = chances(french, "le petit chat noir mange", food);
  const auto creature = chances(french, "la créature mange", food);
  chapter.claim("exo7-6.1-souris", illustrative)
      .invented("an example, and the language was written to contain it")
      .by_reading("what a cat eats is a mouse or kibble")
      .fact("la souris, les croquettes after le petit chat noir mange, in the French twin",
            cat.at(0) == Rational(5, 8) && cat.at(1) == Rational(5, 16), "5/8, 5/16")
      .fact("the same without petit and noir",
            next_in(french, "le petit chat noir mange") == next_in(french, "le chat mange"),
            "all fractions are equal")
      .fact("the subject matters: le fromage after la créature mange",
            std::ranges::max_element(creature) - creature.begin() == 2, creature.at(2).str());
}

/**
This is attention's task in small. Of *le petit chat noir mange* the pair *chat*, *mange* is the gapped trigram to
look up, and the others are better ignored. What tells *chat* from *noir*? Here it was the entropy of a row of counts;
in a network it is a score of queries and keys, which the next page takes apart.
*/
