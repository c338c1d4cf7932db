#include "logits.hpp"

#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/petit/making.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

/**
# GPT-2 speaks, and we check its sums

"The cat sat on the ...": GPT-2 answers with 50 257 logits, of which the document prints two at the
beginning and two at the end, with their probabilities. Only GPT-2's weights can tell whether these
are its own. But the printed numbers are not free: every token must give the same $\ln\sum_j e^{x_j}
= x_i - \ln\sigma_i$. A printed decimal stands for an interval, so each pair gives an interval for
that number, about 2 units of the fourth decimal wide. The four intervals have a point in common,
and changing the last digit of any of the eight numbers by four units would leave no common point.
*/
using namespace epreuve::course;

static constexpr arma::uword N = 50257;
static const std::vector<std::string> printed_x{"-94.1504", "-91.7648", "-95.7328", "-93.9105"};
static const std::vector<std::string> printed_sigma{"1.0507e-7", "1.1417e-6", "2.1591e-8",
                                                    "1.3356e-7"};

/// The interval for ln Σ eˣ that the pairs have in common, or those without one of them.
static Interval log_sum_of_pairs(std::size_t left_out = 4)
{
  Interval common(-1000, 1000);
  for (std::size_t i = 0; i < 4; ++i)
    if (i != left_out)
      common = intersection(common, rounds_to(printed_x[i]) - log(rounds_to(printed_sigma[i])));
  return common;
}

SECTION(printed_pairs)
{
  const Interval log_sum = log_sum_of_pairs();
  int noticed = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Interval x = rounds_to(printed_x[i]), sigma = rounds_to(printed_sigma[i]);
    for (const int units : {-4, 4}) {
      noticed += !intersect(log_sum_of_pairs(i), x + units * (x.hi - x.lo) - log(sigma));
      noticed += !intersect(log_sum_of_pairs(i), x - log(sigma + units * (sigma.hi - sigma.lo)));
    }
  }
  chapter
      .finding("printed-pairs",
               "The four printed pairs of logit and probability agree on one ln Σ eˣ")
      .at_most("width of the common interval for ln Σ eˣ", log_sum.width(), 1.3e-4)
      .within("ln Σ eˣ from the four printed pairs", log_sum.middle(), -78.0819, -78.0817)
      .equal("of 16 changes by ±4 units, those that leave no common ln Σ eˣ", noticed, 16);
}

/**
So the page fixes $\ln\sum_j e^{x_j} = -78.0818$, to six digits, without ever printing it.

If all of GPT-2's published weights are available, we ask it, in double precision; the sentence is
five numbers. The page was computed in single precision, where after twelve layers logits of this
size are good to some $10^{-4}$ (chapter 17 looks at that), and so are their probabilities,
relatively.
*/
SECTION(gpt2_answers, gpt2::all_weights)
{
  const auto& model = gpt2::PublishedFiles::here().model();
  const arma::vec x = model.last_logits({464, 3797, 3332, 319, 262}), log_sigma = log_softmax(x);
  const arma::uvec ends{0, 1, N - 2, N - 1};
  const arma::vec page_x{-94.1504, -91.7648, -95.7328, -93.9105};
  const arma::vec page_sigma{1.0507e-7, 1.1417e-6, 2.1591e-8, 1.3356e-7};
  chapter.claim("exo7-2.1-gpt2-logits", holds)
      .agree("GPT-2's logits, against the printed ones", x(ends), page_x, absolute(2e-4))
      .agree("logarithms of GPT-2's probabilities", log_sigma(ends), arma::log(page_sigma),
             absolute(3e-4));
}

/**
Without those weights the sum can still be seen at work, in a model that comes with the suite: *petit*, a small GPT-2 of
a language that we made, in which the right probabilities are fractions (chapter 17). Its logits after "the cat sits on
the", and what softmax makes of them:
*/
SECTION(petit_answers)
{
  const language::Language& english = language::english();
  const gpt2::Tokenizer tokenizer(petit::folder());
  const petit::Speech speech(english, tokenizer);
  const std::vector<language::Word> text = english.encode("the cat sits on the");
  const std::vector<Rational> exact = english.next(text);
  const arma::vec x =
      gpt2::Model<double>(gpt2::Checkpoint(petit::folder())).last_logits(speech.tokens(text));
  const arma::vec sigma = softmax(x);
  std::vector<std::vector<std::string>> rows;
  double worst = 0;
  for (const language::Word word : language::most_probable_first(exact)) {
    const gpt2::Token token = speech.chain(word, false).front(); // each of these words is one token
    worst = std::max(worst, std::abs(sigma[token] - double(exact[word])));
    rows.push_back({english.words()[word], fmt::format("{:.4f}", x[token]),
                    fmt::format("{:.2f} %", 100 * sigma[token]), exact[word].str()});
  }
  chapter.table("After \"the cat sits on the\"", {"word", "logit", "softmax", "right"}, rows);
  chapter
      .finding("petit-answers",
               "A small GPT-2's softmax comes within a few hundredths of the right fractions")
      .at_most("largest difference of the four probabilities", worst, 0.03)
      .agree("sum of all 664 probabilities", arma::accu(sigma), 1, absolute(1e-12));
}

/**
## What the formula would have printed

Now look at the size of these logits. In single precision, which is what models run in, the smallest
normal number is $e^{-87.3}$. Below it a float has fewer and fewer digits, down to $2^{-149} \approx
e^{-103.3}$, and then nothing. GPT-2's logits sit in that twilight: $e^{-94.15}$ is a whole number
of units $2^{-149}$, a number of only four digits. So what would the naive formula have printed?
*/
SECTION(twilight)
{
  constexpr float unit = std::numeric_limits<float>::denorm_min();
  const double sum = std::exp(log_sum_of_pairs().middle());
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < 4; ++i) {
    const float x = std::stof(printed_x[i]), e = std::exp(x);
    const Reference exact = exp(Reference(x));
    rows.push_back({printed_x[i], fmt::format("{:.2f}", rounded(exact / unit)),
                    fmt::format("{:.0f}", e / unit),
                    fmt::format("{:.1e}", rounded(abs(e - exact) / exact)),
                    fmt::format("{:.4e}", double(e) / sum), printed_sigma[i]});
  }
  chapter.table("eˣ in single precision, in units of 2⁻¹⁴⁹, and the probability it leads to",
                {"logit x", "eˣ", "as a float", "rel. error", "naive σ", "printed σ"}, rows);

  /**
  The third value would be 2.1586 where 2.1591 is printed: its fourth digit is gone. (Our sum is
  known to 6 parts in $10^5$, so the last digit of this column is worth one unit, not five.) This
  lets us play detective. In the ratio $\sigma_2/\sigma_3$ the sum cancels, and the naive formula
  makes it a ratio of two whole numbers of units. The second exponential is some 100 120 units; for
  the third the printed ratio then demands more than 1893 and less than 1894 units, whatever the
  rounded digits leave open, and even if the second is one unit off. No float lies between them. So
  the page's probabilities were not computed by the page's formula in single precision.
  */
  const Interval second = exp(rounds_to(printed_x[1])) / Interval(unit) + Interval(-1, 1);
  const Interval third = second * rounds_to(printed_sigma[2]) / rounds_to(printed_sigma[1]);
  chapter
      .finding("not-naive", "The printed probabilities were not computed by the naive formula in "
                            "single precision")
      .at_least("least third eˣ that fits the page, in units 2⁻¹⁴⁹", rounded(third.lo), 1893.1)
      .at_most("largest third eˣ that fits the page, in units 2⁻¹⁴⁹", rounded(third.hi), 1893.7);
}

/**
## Most are close to zero

The document goes on: most of the 50 257 probabilities are close to zero. True, but it is not
GPT-2's doing. Fewer than $1/\varepsilon$ of them *can* exceed $\varepsilon$, or the sum would
exceed 1: at most 999 tokens of any model, with any logits, have more than one in a thousand. The
bound cannot be improved: $k$ tokens that share everything evenly have $1/k$ each.
*/
SECTION(most_near_zero)
{
  const arma::vec normal = arma::randn(N);
  const auto kth_is_at_most_1_over_k = [&](double spread) {
    const arma::vec sigma = arma::sort(softmax(spread * normal), "descend");
    return arma::all(sigma % arma::regspace(1, N) <= 1 + 1e-14);
  };
  const auto k_share_evenly = [](Draw& draw) {
    const arma::uword k = draw.size("k", 1, 50);
    arma::vec x(60, arma::fill::value(-1000));
    x.head(k).zeros();
    return arma::accu(softmax(x) > (1 - 1e-14) / k) == k;
  };
  chapter.claim("exo7-2.1-most-near-zero", holds)
      .property("the k-th largest of 50 257 is at most 1/k, so that fewer than 1/ε exceed ε",
                over(0, 20, "spread"), kth_is_at_most_1_over_k, 20)
      .property("k probabilities can be 1/k each: the bound is sharp", k_share_evenly, 100)
      // Law: nothing is drawn.
      .at_most("largest of the four printed probabilities, in units of 1/N", 1.1417e-6 * N, 0.06);
  chapter.figure("most-near-zero", draw_most_near_zero);

  /**
  A few remain that are not close to zero. Here are the five most probable tokens that the document
  prints for each of two sentences. How far each logit lies below the largest follows, since
  $\ln(\sigma_i/\sigma_j) = x_i - x_j$:
  */
  const TopFive cat{"The cat sat on the",
                    {"floor", "bed", "couch", "ground", "edge"},
                    {7.64, 6.53, 5.41, 5.21, 4.78}};
  const TopFive child{"The child sat on the",
                      {"bed", "floor", "couch", "sofa", "ground"},
                      {13.11, 11.66, 7.06, 5.06, 4.78}};
  const auto below_largest = [](const arma::vec& p) -> arma::vec { return arma::log(p(0) / p); };
  chapter.table("The five most probable tokens, and how far their logits lie below the largest",
                Columns()
                    .column("The cat", cat.tokens)
                    .column("σ (cat)", cat.percent, "{:.2f} %")
                    .column("below (cat)", below_largest(cat.percent), "{:.3f}")
                    .column("The child", child.tokens)
                    .column("σ (child)", child.percent, "{:.2f} %")
                    .column("below (child)", below_largest(child.percent), "{:.3f}"));
  chapter.figure("top-five", [&](Figure& figure) { draw_top_five(figure, cat, child); });

  /**
  The turn from floor to bed can be measured in log-odds, which do not depend on the other tokens:
  the gain of bed on floor is the difference of the two sentences'
  $\ln(\sigma_{bed}/\sigma_{floor})$, and the printed digits enclose it:
  */
  const Interval gain =
      log(rounds_to("13.11%") / rounds_to("11.66%")) - log(rounds_to("6.53%") / rounds_to("7.64%"));
  chapter
      .finding("cat-to-child", "From cat to child, bed gains 0.27 on floor: its odds against floor "
                               "rise by the factor 1.3")
      // Law of 2: nothing is drawn.
      .at_least("least gain of bed on floor, in logits", rounded(gain.lo), 0.27)
      .at_most("largest gain of bed on floor, in logits", rounded(gain.hi), 0.28);
}
