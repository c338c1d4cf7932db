#include "analogies.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/language/contexts.hpp"
#include "epreuve/math/association.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

/**
# Analogies from counts

$$ E(\text{niece}) - E(\text{nephew}) \approx E(\text{woman}) - E(\text{man}) $$

say the notes. For GPT-2 only its table can tell. But why should there be *any* table of which it is
true? We take the course's small language, in which every probability is a fraction, and make word
vectors without training anything: a word is described by the company it keeps.
*/
using namespace epreuve::course;
using language::Contexts;
using language::Language;
using language::Word;

static constexpr unsigned reach = 3;
static constexpr double kappa = 0.1;

/**
## What a word's company tells

A *context* is a word at a distance: "she, three places behind". In the endless text of the language,
how probable is context $c$ near word $w$? As exact fractions we have all $P(c \mid w)$, for the 80
words of English and distances up to 3 on either side: 480 contexts. Now compare the four words, context
by context. In the language a woman works and a niece plays, but both "because she is happy"; a man
works and a nephew plays, because *he* is. If no context depends on both at once, on the gender *and* on
the age, then either

$$ P(c \mid \text{niece}) = P(c \mid \text{nephew}) \text{ and } P(c \mid \text{woman}) = P(c \mid \text{man}), $$

or niece is like woman and nephew like man. In both cases, for *any* function $F$ of these probabilities,
$F(P(c \mid \text{niece})) - F(P(c \mid \text{nephew})) = F(P(c \mid \text{woman})) - F(P(c \mid \text{man}))$.
The analogy is then exact, in all coordinates, and stays so under every linear map.
*/
static const Contexts& english_contexts()
{
  static const Contexts contexts(language::english(), reach);
  return contexts;
}

SECTION(company_of_words)
{
  const Language &english = language::english(), &french = language::french();
  const Company company =
      company_of(english_contexts(), {english.word("niece"), english.word("nephew"),
                                      english.word("woman"), english.word("man")});
  const Company compagnie =
      company_of(Contexts(french, reach), {french.word("nièce"), french.word("neveu"),
                                           french.word("femme"), french.word("homme")});
  chapter
      .finding("gender-or-age",
               "No context of niece, nephew, woman and man depends on gender and age at "
               "once; so the analogy is exact for every function of the counts.")
      .fact("480 contexts of English, in fractions: on neither, age, gender, both",
            company == Company{472, 2, 6, 0},
            fmt::format("{}, {}, {}, {}", company.neither, company.between, company.within,
                        company.both))
      .fact("contexts of French that depend on both", compagnie.both == 0 && compagnie.within > 0,
            fmt::format("none; on gender {}", compagnie.within));
}

/**
The numbers can be found by reading sentences. Six contexts know the gender: she, he, her and his three
places behind ("a niece sings because *she*", "a niece plays with *her* cat"), her and his also two
places behind ("a niece with *her* cat signs"). Two know the age: *works* and *plays*, one place behind.

## Vectors

The usual function $F$ is the pointwise mutual information (PMI): the logarithm of how much more often
$c$ and $w$ meet than by chance. Where they never meet it is $-\infty$, so we mix in a tenth of chance,

$$ M_{cw} = \ln \frac{P(c, w) + \kappa P(c) P(w)}{(1 + \kappa) P(c) P(w)}, \qquad \kappa = 0.1 . $$

The columns of $M$ are word vectors of 480 coordinates. The singular value decomposition $M = U \Sigma
V^T$ gives shorter ones: the first $r$ coordinates of $U^T M$, the best approximation of rank $r$. All
this is known, and none of it was trained.

How exact is the analogy now? $M$ is computed in floating point from fractions rounded once, its
logarithms are right to a few ulp of numbers below 10, and the decomposition adds a rounding of some
$80\,\varepsilon$ times $\|M\| \approx 400$, that is $10^{-11}$.
*/
static const arma::mat& information()
{
  static const arma::mat M = mutual_information(english_contexts().table(), kappa);
  return M;
}

static arma::vec between(const arma::mat& v, const char* from, const char* to)
{
  const Language& english = language::english();
  return v.col(english.word(to)) - v.col(english.word(from));
}

SECTION(vectors)
{
  const arma::mat &M = information(), v = word_vectors(M, 40);
  const auto apart = [](const arma::mat& vectors, const char* young, const char* old) {
    return arma::norm(between(vectors, "man", "woman") - between(vectors, young, old));
  };
  chapter.claim("notes-1-niece-nephew", needs_weights)
      .without_weights(
          "in the language the analogy is exact; whether GPT-2's table has it, its tensor wte "
          "decides, with \" niece\" and \" nephew\" for the words")
      .at_most("|(niece − nephew) − (woman − man)|, 480 coordinates", apart(M, "nephew", "niece"),
               1e-11)
      .at_most("|(niece − nephew) − (woman − man)|, the best 40 coordinates",
               apart(v, "nephew", "niece"), 1e-10)
      .at_least("|niece − nephew|, which is not 0", arma::norm(between(v, "nephew", "niece")), 1);
  chapter
      .finding("analogies-emerge",
               "From counts alone, niece − nephew = woman − man = queen − king, to rounding.")
      .at_most("|(queen − king) − (woman − man)|, the best 40 coordinates",
               apart(v, "king", "queen"), 1e-10)
      .at_least("cosine of niece − nephew and woman − man",
                cosine(between(v, "nephew", "niece"), between(v, "man", "woman")), 1 - 1e-10);
  chapter.claim("notes-1-fig-directions", illustrative)
      .invented("the place for the figure is empty in the copy; the vectors drawn are those of our "
                "language, which was written to have them")
      .at_least("cosine of the two arrows drawn",
                cosine(between(M, "nephew", "niece"), between(M, "man", "woman")), 1 - 1e-12);
  chapter.figure("parallel",
                 [&](Figure& figure) { draw_parallel(figure, M, language::english()); });
}

/**
## A direction, not a dimension

The notes insist that a property is a *direction* and not one of the coordinates. That is right, and the
reason is that coordinates mean nothing: turn all vectors by an orthogonal matrix, and every length,
every angle, every analogy is the same, while each coordinate has become another. What only speaks of
differences and angles cannot single out an axis.

In these vectors gender is carried by six of 480 contexts and no one of them. But the singular value
decomposition chooses its own axes, and there something curious happens. Exchange all feminine words for
the masculine, and the language stays what it is; so the difference woman − man changes its sign, while
33 axes on which more varies do not change. It falls on the 34th, wholly. A table of the best 33
coordinates does not know that there are women and men; one more, and it knows exactly. So a direction
*can* be a coordinate, in axes that were chosen for it.

Plurality is a direction too, if a rougher one: cats − cat and creatures − creature differ in what they eat.
*/
SECTION(direction)
{
  const arma::mat& M = information();
  const arma::mat v = word_vectors(M, 40);
  const arma::vec gender = between(M, "man", "woman");
  const arma::vec shares = arma::square(between(v, "man", "woman")) / arma::dot(gender, gender);
  const auto turned = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 6);
    const arma::mat X = draw.matrix("words", n, 4, -1, 1);
    arma::mat Q, R;
    arma::qr(Q, R, arma::mat(draw.matrix("turn", n, n, -1, 1) + 3 * arma::eye(n, n)));
    const arma::mat Y = Q * X;
    const auto product = [](const arma::mat& x) {
      return arma::dot(x.col(0) - x.col(1), x.col(2) - x.col(3));
    };
    return difference(product(Y), product(X));
  };
  chapter.claim("notes-1-direction", holds)
      .property(
          "turning all vectors keeps (a − b) · (c − d); entries up to 1, 6 coordinates at most",
          turned, absolute(1e-13))
      .equal("coordinates of 480 in which woman and man differ",
             arma::accu(arma::abs(gender) > 1e-9), 6)
      .at_most("largest share that one of them has of |woman − man|²",
               arma::max(arma::square(gender)) / arma::dot(gender, gender), 0.25)
      .at_least("cosine of cats − cat and creatures − creature",
                cosine(between(M, "cat", "cats"), between(M, "creature", "creatures")), 0.9);
  chapter
      .finding("gender-is-the-34th",
               "The best 33 coordinates hold nothing of gender, the 34th holds all of it.")
      .at_most("share of |woman − man|² in coordinates 1 to 33", arma::accu(shares.head(33)), 1e-20)
      .agree("share of |woman − man|² in coordinate 34", shares(33), 1, absolute(1e-11));
  const arma::vec sigma = arma::svd(M);
  chapter.figure("gender-by-rank", [&](Figure& figure) {
    draw_gender_by_rank(figure, arma::cumsum(shares), sigma.head(40));
  });
}

/**
## By chance?

Give the 80 vectors to the 80 words at random. How often would the four words then make such an analogy?
That is counting: the share of all quadruples of different words for which it holds. An exact
parallelogram $a - b = c - d$ may also be trivial. Some words keep exactly the same company and have the
same vector, such as women and men, of whom the language says nothing different: a table that is not one
to one. We count quadruples of four different vectors. And for a weaker analogy we count how many pairs
of differences have a cosine above one half, up to the sign.
*/
SECTION(by_chance)
{
  const Quadruples found = count_quadruples(information());
  const Language& english = language::english();
  chapter
      .finding("analogies-by-chance",
               "Given to the words at random, the vectors make an exact analogy of four "
               "given words, up to the sign, in six of 4.7 million cases, and one with "
               "|cos| > ½ in every twentieth.")
      .equal("pairs of pairs of four different words, 3 · (80 over 4)", found.all, 4'744'740L)
      .equal("of these, exact parallelograms of four different vectors", found.parallelograms, 6L)
      .equal("contexts that tell women from men, in fractions",
             contexts_between(english_contexts(), english.word("women"), english.word("men")), 0)
      .within("share with |cos| > ½", double(found.above_half) / double(found.all), 0.04, 0.06)
      .at_least("least distance of a cosine from ½, against roundings of 10⁻¹³", found.margin,
                1e-9);
}

/**
Six is as few as can be: three pairs make three parallelograms, and each is counted twice, as it has two
pairs of parallel sides. So the exact analogy is no accident. A cosine of one half, however, which
between random directions of $\mathbb R^{480}$ one would never see, is common between differences of
*words*. A report that an analogy "holds" with a cosine of 0.5 should say how many others do.

## From a text

Nobody has exact probabilities of a real language; one counts in a corpus. How long must it be? We
sample sentences and make the vectors of what was counted, everything else being the same.
*/
SECTION(from_a_text)
{
  const Language& english = language::english();
  const std::size_t N = english.words().size();
  const auto cosine_after = [&](std::uint64_t seed, std::size_t sentences) {
    const arma::mat counts = language::context_counts(english.sample(seed, sentences), N, reach);
    const arma::uvec seen = arma::find(arma::sum(counts, 0) > 0);
    const arma::mat kept = counts.cols(seen);
    const arma::mat M = mutual_information(kept.rows(arma::find(arma::sum(kept, 1) > 0)), kappa);
    const auto of = [&](const char* word) -> arma::vec {
      return M.col(arma::uvec(arma::find(seen == english.word(word)))(0));
    };
    return cosine(of("niece") - of("nephew"), of("woman") - of("man"));
  };
  const arma::vec sentences{200, 400, 800, 1600, 3200, 6400, 12800, 25600};
  arma::mat cosines(sentences.n_elem, 3);
  for (arma::uword i = 0; i < cosines.n_rows; ++i)
    for (arma::uword seed = 0; seed < 3; ++seed)
      cosines(i, seed) = cosine_after(chapter.seed() + seed, std::size_t(sentences(i)));
  chapter
      .finding("analogies-need-text",
               "Of a few hundred sentences the analogy is hardly seen; tens of thousands "
               "bring its cosine to 0.8 and more.")
      // Law of 2: 0.19 and 0.91, with standard deviations of 0.064 and 0.017 (from the extremes of three, 12 seeds).
      .at_most("mean of three cosines, 200 sentences", arma::mean(cosines.row(0)), 0.6)
      .at_least("mean of three cosines, 25 600 sentences",
                arma::mean(arma::rowvec(cosines.tail_rows(1))), 0.8);
  chapter.figure("analogy-from-a-text",
                 [&](Figure& figure) { draw_from_a_text(figure, sentences, cosines); });
}

/**
The vectors are exact in the limit and slow to get there: each of the 480 logarithms has a noise of its
own, and for the rare word "niece" it is large. With a cosine of 0.4 a corpus of a thousand sentences
says "perhaps", where the truth is "exactly".

## In short

Table, product and convolution are one map. Nothing in it keeps tokens apart but its numbers, and 768
dimensions have room for 27 408 directions at least, and 548 727 at most, whose cosines are at most
0.05. A property can be a direction, and counts alone make the analogy exact. Whether it is one in
GPT-2's table, only its weights can tell.
*/
