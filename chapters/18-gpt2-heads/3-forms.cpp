#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/head_form.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

/**
# What the words' part of a head looks for

The embedding of the words needs the whole file; the form does not. For normed tokens $u$, $v$ a head computes, besides what biases add, $u^T W_Q^T W_K\,v$.
Let $A = W_Q^TW_K$, with the gain of the layer norm inside and the mean taken out. For random
directions $u$ and $v$ the form has mean 0 and standard deviation $\|A\|_F$; for a token with
*itself*, $v = u$, the mean is $\operatorname{tr} A$. So

$$m = \frac{\operatorname{tr} A}{\|A\|_F}$$

says by how many standard deviations a token's own score lies above another's. It cannot exceed
$\sqrt{64} = 8$. For let $P$ be the orthogonal projection onto the range of $A$, which has 64
dimensions: $\operatorname{tr}A = \operatorname{tr}PA = \langle P, A\rangle \le \|P\|_F \|A\|_F =
8\,\|A\|_F$ (Cauchy-Schwarz), with equality for the positive multiples of $P$ and for nothing else:
then the head compares, and does nothing else. So $m/8$ is the cosine of an angle, that between $A$
and pure comparison.

The same number for $W_OW_V$ says whether a head passes on what it reads ($+$) or its negative
($-$). We compute both for all 144, and with them the ranks.
*/
using namespace epreuve::course;

static const std::vector<HeadForm>& forms()
{
  static const auto all = head_forms(gpt2::PublishedFiles::here().checkpoint());
  return all;
}

/// A number of every head: a row per layer, a column per head.
static arma::mat of_all(const std::function<double(const HeadForm&)>& number)
{
  arma::mat numbers(12, 12);
  std::ranges::transform(forms(), numbers.begin(), number);
  return numbers.t();
}

/// Of the head at a place of such a table, column after column.
static std::string name(arma::uword place)
{
  return epreuve::Head{place % 12, place / 12}.name();
}

/**
## The same token

Head 0.5 has $m = 7.1$ of at most 8, the highest of all: it is made to find the same token again,
wherever it is: where a token occurs once in a sentence, that is the token itself; where it occurs
twice, a repetition. Document and published rows are both right. Two more heads come near it, 0.10
and 0.1, and both are among the three duplicate-token heads that @wang-2022 found in the
circuit of the two names. The third of these, 3.0, has only $m = 1.6$, which more than twenty heads
exceed, and 1.11, which is not one of them, has 4.9. So a high $m$ in layer 0 shows how a head does
its work; in a later layer, which reads what earlier ones wrote, it shows less, and a low $m$
excludes nothing.

Head 0.9 has $m = -5.8$, the lowest: what the words contribute speaks *against* the token itself. It
may look there all the same: $m$ is a mean over random directions, which words are not, and
positions, which in this head favour the recent, have their say too. In seven of the ten published
rows (leaving out the first of each sentence) the token gives itself less than an even share; in
three, those of **\_to**, **\_is** and **\_the**, more: 0.26, 0.29 and 0.22. What the token does not
keep goes to all the others: $m$ does not say so, but the rows do; the first token gets the most of
it.
*/
SECTION(match_and_copy, gpt2::attention_weights)
{
  arma::uword below_even_share = 0;
  for (const PublishedPatterns& seen : transformer_explainer())
    below_even_share += arma::accu(seen.of_head.at("0.9").diag() < 1 / arma::regspace(1, 6));
  const arma::mat m = of_all(&HeadForm::match);
  chapter
      .finding("same-token",
               "Of all 144 heads, 0.5 compares a token with itself the most, and in 0.9 the words "
               "speak most against it; m finds two of three known duplicate-token heads")
      .equal("the highest m is that of head", name(m.index_max()), "0.5")
      .within("m of 0.5", m(0, 5), 7, 8)
      .equal("the lowest m is that of head", name(m.index_min()), "0.9")
      .at_most("m of 0.9", m(0, 9), -5)
      .equal("0.9: published rows, of ten, with less than an even share on the token itself",
             below_even_share, 7)
      .at_least("m of 0.1 and 0.10, the smaller", std::min(m(0, 1), m(0, 10)), 6)
      .at_most("m of 3.0, a duplicate-token head all the same", m(3, 0), 2)
      .at_least("m of 1.11, which is not a duplicate-token head", m(1, 11), 4.5)
      .at_least("heads with a higher m than 3.0", arma::accu(m > m(3, 0)), 21)
      .within("m of 0.3", m(0, 3), 3, 4)
      .at_most("|m| of 4.11", std::abs(m(4, 11)), 1);

  /**
  ## Copy or cancel

  Some heads, says the document at its end, copy and paste, others do the contrary. Both kinds are
  plain to see: the cosine between $W_OW_V$ and pure passing on (an orthogonal projection) is 0.82
  for 11.3 and $-0.86$ for 4.7. Neither is pure: 0.82 is an angle of 35 degrees. (A negative in the
  residual stream is not yet a word forbidden; that takes the whole file.)
  */
  const arma::mat copy = of_all(&HeadForm::copy);
  chapter.finding("copy-or-cancel", "Some heads hand on what they read, others its negative")
      .equal("the head that hands on the most", name(copy.index_max()), "11.3")
      .within("11.3: cosine of W_O W_V with a projection", copy.max() / 8, 0.8, 0.84)
      .equal("the head that most hands on the negative", name(copy.index_min()), "4.7")
      .within("4.7: cosine of W_O W_V with a projection", copy.min() / 8, -0.88, -0.84);
  chapter.figure("sheets", [&](Figure& figure) { draw_sheets(figure, m, copy); });
}

/**
## The rank of a head

$W_OW_V$ and $W_Q^TW_K$ are $768 \times 768$, but they pass through 64 dimensions, so their rank is
at most 64. Is it 64? A thin QR of each factor leads to a $64 \times 64$ matrix with the same
singular values. All 288 have full rank: the smallest ratio $\sigma_{64}/\sigma_1$ is a thousandth.
Could rounding pretend that? The weights are published in single precision. Suppose that each of
them is wrong by half a unit of its last digit, a relative error of $u = 2^{-24}$, and all in the
worst direction. Then a product $LR$ is wrong by at most $u\,(\|L\|_F\|R\|_2 + \|L\|_2\|R\|_F)$ to
first order, and no singular value moves by more (Weyl). In every one of the 288, $\sigma_{64}$ is
more than three thousand times that.

But rank counts a weak direction like a strong one. Counting by weight, $e^H$ with $H$ the
entropy of the shares $\sigma_i^2/\sum\sigma^2$, most heads use 50 to 60 of their 64 dimensions
to write. One does not: in head 11.8 a single direction has 95 % of the weight.
*/
SECTION(ranks, gpt2::attention_weights)
{
  const auto over_rounding = [](const ThinSpectrum& of) { return of.sigma.back() / of.rounding; };
  const arma::mat written = of_all([&](const HeadForm& f) { return over_rounding(f.written); });
  const arma::mat compared = of_all([&](const HeadForm& f) { return over_rounding(f.compared); });
  const arma::mat used = of_all([](const HeadForm& f) { return effective_rank(f.written.sigma); });
  const arma::vec shares = arma::square(arma::normalise(forms().at(11 * 12 + 8).written.sigma));
  chapter
      .finding("ranks", "W_O W_V and W_QᵀW_K have rank exactly 64 in all 144 heads; but head 11.8 "
                        "writes almost along one direction")
      .at_least("W_O W_V: least σ₆₄ over what single precision can move it", written.min(), 3000)
      .at_least("W_QᵀW_K: least σ₆₄ over what single precision can move it", compared.min(), 3000)
      .within("W_O W_V: median of the effective ranks", arma::median(arma::vectorise(used)), 50, 60)
      .equal("W_O W_V: the smallest effective rank is that of head", name(used.index_min()), "11.8")
      .at_most("effective rank of W_O W_V in head 11.8", used.min(), 2)
      .at_least("share of the first direction of W_O W_V in head 11.8", shares(0), 0.95);
  chapter.figure("singular-values", [](Figure& figure) { draw_singular_values(figure, forms()); });
}

/**
Two things that we used hold for every head there will ever be, and are proven: the rank is at most 64, and
$\operatorname{tr}A \le \sqrt r\,\|A\|_F$ for a matrix of rank $r$. Orthogonal projections attain that, oblique ones do
not: $\begin{pmatrix} 1 & 1 \\ 0 & 0 \end{pmatrix}$ is oblique, of trace 1 and norm $\sqrt 2$.
*/
static double share_of_most(const arma::mat& A, double r)
{
  return arma::trace(A) / (std::sqrt(r) * arma::norm(A, "fro"));
}

SECTION(most_of_a_match)
{
  chapter.proposition("rank", {"rank_output_value", "rank_query_key", "trace_bound",
                               "orthogonal_projection_attains", "oblique_projection_less"});
  const auto of_a_product = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 8), r = draw.size("r", 1, n - 1);
    const arma::mat L = draw.matrix("L", n, r, -1, 1), R = draw.matrix("R", n, r, -1, 1);
    return std::abs(share_of_most(L * R.t(), r)) <= 1 + 1e-12;
  };
  const auto of_a_projection = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 8), r = draw.size("r", 1, n - 1);
    const arma::mat Q = arma::orth(draw.matrix("L", n, r, -1, 1));
    return difference(share_of_most(Q * Q.t(), Q.n_cols), 1);
  };
  chapter
      .finding("most-of-a-match",
               "The trace of a matrix of rank r is at most √r times its norm; an orthogonal "
               "projection has that, an oblique one less")
      .property("L Rᵀ with r columns each: |tr| / (√r ‖·‖) is at most 1", of_a_product, 500)
      .property("orthogonal projection onto r dimensions: tr / (√r ‖·‖) is 1", of_a_projection,
                absolute(1e-12), 500)
      .agree("the oblique projection (1, 1; 0, 0): tr / ‖·‖",
             share_of_most(arma::mat{{1, 1}, {0, 0}}, 1), std::sqrt(0.5), ulps(4));
}

/**
## What stays open

*Higher layers correspond to more abstract concepts*: verbs of action, orientation in space and
time, the step from $n$ to $n+1$. The document adds that such readings are hard, and gives no
example that could be run. Whether a head represents a concept is seen on many sentences, by
removing it and watching what is lost, with all the weights at hand. (For the step from $n$ to $n+1$
others have done so, and found such heads in GPT-2 and its kin: @gould-2023.) We leave it
where the document does, among the things that only the weights can decide.

And the story of Paris: a badly tuned network might continue "Il visite la France et Paris. Il
commence par ..." with **Paris** again, and some heads prevent that. The example is invented, in a
language that GPT-2 hardly knows. But such heads exist: in GPT-2 Small head 10.7 suppresses words
that were already there [@mcdougall-2023]. Our number above, 0.4 for that head, is blind to
it; the suppression shows only after the unembedding.
*/
SECTION(open)
{
  chapter.claim("exo7-6.5-abstract-layers", needs_weights)
      .without_weights("no example is given to check; it takes the whole model and many sentences, "
                       "with heads removed one by one");
  chapter.reading("exo7-6.5-paris", illustrative,
                  "the document tells what a badly tuned network might say, it measures nothing");
}
