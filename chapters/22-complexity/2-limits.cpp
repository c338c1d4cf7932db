#include "costs.hpp"
#include "epreuve/chapter.hpp"
#include "figures.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
# Above 2048

"Standard transformers become inefficient when $n$ is large (> 2048)": is there anything at 2048? A clock would describe one
machine on one day. We count.
*/
using namespace epreuve::course;

/// What a block takes at length n, and how much of it grows with n²: scores, softmax and mixing.
static double share_with_n_squared(const Polynomial& layer, const Polynomial& mlp, unsigned n,
                                   unsigned d, unsigned h)
{
  double squared = 0;
  for (const auto& [exponents, coefficient] : layer.terms)
    if (exponents[1] == 2)
      squared += double(coefficient) * std::pow(n, 2) * std::pow(d, exponents[2]) *
                 std::pow(h, exponents[3]);
  return squared / (double(value(layer, {1, n, d, h})) + double(value(mlp, {n, d})));
}

/**
## By operations, no

A block is a layer of attention and an MLP of width $4d$: $24nd^2$ for the weights, $4n^2d$ for the two products with the
pattern, without a mask. The second exceeds the first from $n = 6d$ on (from $12d$ with a causal mask, which leaves half of
the pairs: chapter 17), so the length at which attention is half of the work is another one
for each model: 3000 for the transformer of 2017, 4500 for GPT-2 and 73 000 for GPT-3 (softmax, which is
counted too, makes it a little less than $6d$).
*/
SECTION(share)
{
  const Polynomial layer = layer_cost().polynomial;
  const Counting mlp = mlp_cost();
  struct Sizes
  {
    std::string name;
    unsigned d, h, context;
  };
  const std::vector<Sizes> models{{"2017, d = 512", 512, 8, 512},
                                  {"GPT-2, d = 768", 768, 12, 1024},
                                  {"GPT-3, d = 12288", 12288, 96, 2048}};
  const arma::vec n = arma::round(arma::exp2(arma::regspace(7, 0.25, 17)));
  arma::mat shares(n.n_elem, models.size());
  for (std::size_t m = 0; m < models.size(); ++m)
    for (arma::uword i = 0; i < n.n_elem; ++i)
      shares(i, m) =
          share_with_n_squared(layer, mlp.polynomial, unsigned(n(i)), models[m].d, models[m].h);
  chapter.figure("share", [&](Figure& figure) {
    draw_share(figure, n, shares, {models[0].name, models[1].name, models[2].name});
  });
  Claim& finding = chapter.finding(
      "nothing-at-2048", "the part of a block's operations that grows with n² is 40 % at 2048 for "
                         "d = 512, 31 % for d = 768 and 3 % for d = 12288");
  finding.equal("operations of an MLP with tanh", text(mlp.polynomial), std::string("16nd² − nd"))
      .equal("operations of an MLP, counted, n = 5, d = 7", mlp.count({5, 7}),
             value(mlp.polynomial, {5, 7}));
  const std::vector<double> percent{40.5, 31.2, 2.7};
  for (std::size_t m = 0; m < models.size(); ++m)
    finding.within("percent of a block at n = 2048, " + models[m].name,
                   100 *
                       share_with_n_squared(layer, mlp.polynomial, 2048, models[m].d, models[m].h),
                   percent[m] - 0.1, percent[m] + 0.1);

  /**
  "The bottleneck is self-attention" follows in the document, as the conclusion from long texts. For these it holds, since
  the share tends to 1. At the lengths for which these models were made, the weights are the larger part by far.
  */
  Claim& bottleneck = chapter.claim("masterclass-cplx-bottleneck", holds);
  for (const auto& [name, d, h, context] : models) {
    bottleneck.at_least(fmt::format("share of what grows with n² at n = 60 d, {}", name),
                        share_with_n_squared(layer, mlp.polynomial, 60 * d, d, h), 0.9);
    finding.at_most(
        fmt::format("share of what grows with n² at the model's own length, {}, {}", context, name),
        share_with_n_squared(layer, mlp.polynomial, context, d, h), 0.21);
  }
}

/**
## By memory, yes, and by a coincidence

What a block keeps to be trained, if it forgets nothing, is $hn^2$ for the patterns and $16nd$ for the rest: the stream
twice, two layer norms, $Q$, $K$, $V$, the joined heads, and twice $4d$ in the MLP. (Each is the input of some product or
function on the way back.) The patterns are more from

$$ h n^2 > 16 n d, \qquad n > 16\, d/h $$

on, and $d/h$, the dimension of a head, is 64 for the transformer of 2017 and GPT-2, and 128 for GPT-3. So the limit is 1024
for the first two and exactly 2048 for the third. In this reading the sentence holds: above 2048 the patterns take most of
the memory in all of these models. With attention in tiles they take none.
*/
SECTION(by_memory)
{
  Claim& claim = chapter.claim("masterclass-cplx-2048", holds);
  const auto patterns_over_rest = [](double n, double d, double h) {
    return h * n * n / (16 * n * d);
  };
  claim
      .at_least("patterns over all else that a block keeps, n = 2049, 2017",
                patterns_over_rest(2049, 512, 8), 1)
      .at_least("patterns over all else that a block keeps, n = 2049, GPT-2",
                patterns_over_rest(2049, 768, 12), 1)
      .at_least("patterns over all else that a block keeps, n = 2049, GPT-3",
                patterns_over_rest(2049, 12288, 96), 1);
  chapter
      .finding("coincidence",
               "the patterns of a block outgrow what else it keeps from 16 times the "
               "dimension of a head on: 1024 tokens for heads of 64, 2048 for heads "
               "of 128")
      .equal("patterns over all else that a block keeps, n = 1024, GPT-2",
             patterns_over_rest(1024, 768, 12), 1.)
      .equal("patterns over all else that a block keeps, n = 2048, GPT-3",
             patterns_over_rest(2048, 12288, 96), 1.);
}

/**
## To train it: three times as much

What does a token cost in training? Each product $y = xW$ of the forward pass has two on the way back, $x^T G$ for the weights
and $G W^T$ for what came in (chapter 21), as large as it is; and each of the two products of attention, whose factors are
both computed, has two as well. So whatever the sizes are, a step takes three times the operations of its forward pass, up to
terms of lower degree. That is six operations for each token and each weight that multiplies, and for
attention

$$ 3 \cdot 4\, n d L $$

with $L$ layers, in each of which a token meets $n$ others. Norms, GELU and the embedding are not counted, nor is AdamW:
some fifteen operations for each weight, but once per step, not once per token.
*/
namespace {

/// Operations for each token of a text of n through GPT-2's matrices and its attention, with heads of 64 dimensions. Each
/// matrix has a bias here; the unembedding's, which GPT-2 lacks, is less than a thousandth.
class GPT2Costs
{
public:
  struct PerToken
  {
    double forward, back;
  };
  PerToken per_token(unsigned n, unsigned d, unsigned layers) const
  {
    const auto of = [&](const Counting& dense, const Counting& attention) {
      Rational block = 0;
      for (const auto& [a, b] :
           {std::pair(d, 3 * d), std::pair(d, d), std::pair(d, 4 * d), std::pair(4 * d, d)})
        block += value(dense.polynomial, {n, a, b});
      block += Rational(d / 64) * value(attention.polynomial, {n, 64});
      return double(Rational(layers) * block + value(dense.polynomial, {n, d, vocabulary})) / n;
    };
    return {of(dense_, attention_), of(dense_back_, attention_back_)};
  }
  /// All of them: matrices, biases, gains, embeddings and positions.
  static double weights(unsigned n, unsigned d, unsigned layers)
  {
    return 12. * layers * d * d + 13. * layers * d + 2. * d + double(vocabulary + n) * d;
  }
  static constexpr unsigned vocabulary = 50257;

private:
  Counting dense_ = dense_cost(), dense_back_ = dense_back_cost(), attention_ = attention_cost(),
           attention_back_ = attention_back_cost();
};

} // namespace

SECTION(training)
{
  const Counting dense = dense_cost(), dense_back = dense_back_cost(),
                 attention_back = attention_back_cost();
  Claim& finding = chapter.finding(
      "training-step",
      "a step of training takes three times the operations of its forward pass; for "
      "GPT-2 Small at 1024 tokens, 15 % more than six for each weight and token");
  finding.equal("operations of a dense layer", text(dense.polynomial), std::string("2nab"))
      .equal("operations of its way back", text(dense_back.polynomial),
             std::string("4nab − na + nb − ab − b"))
      .equal("operations of attention's way back", text(attention_back.polynomial),
             std::string("8n²d + 4n² − 3nd − n"));
  for (const Point& at : {Point{7, 5, 9}, Point{4, 8, 6}})
    finding.equal(fmt::format("operations of a dense layer's way back, counted, n = {}, {} to {}",
                              at[0], at[1], at[2]),
                  dense_back.count(at), value(dense_back.polynomial, at));
  finding.equal("operations of attention's way back, counted, n = 9, d = 5",
                attention_back.count({9, 5}), value(attention_back.polynomial, {9, 5}));

  /**
  The rule of thumb is six operations for each weight and token, all weights counted. It leaves out attention, which has no
  weights of its own; and it counts rows of the embedding of positions, which multiply nothing.
  */
  const GPT2Costs gpt2;
  std::vector<TrainingCost> costs;
  const auto vary = [&](const std::string& size, const arma::vec& at,
                        const std::vector<double>& ticks, const std::vector<std::string>& labels,
                        double own, const auto& sizes) {
    TrainingCost cost{size,
                      at,
                      ticks,
                      labels,
                      own,
                      arma::vec(at.n_elem),
                      arma::vec(at.n_elem),
                      arma::vec(at.n_elem)};
    for (arma::uword i = 0; i < at.n_elem; ++i) {
      const auto [n, d, layers] = sizes(unsigned(at(i)));
      const auto [forward, back] = gpt2.per_token(n, d, layers);
      cost.forward(i) = forward;
      cost.step(i) = forward + back;
      cost.six_weights(i) = 6 * GPT2Costs::weights(n, d, layers);
    }
    costs.push_back(cost);
  };
  vary("width", 64 * arma::exp2(arma::regspace(0, 6)), {64, 256, 1024, 4096},
       {"64", "256", "1024", "4096"}, 768, [](unsigned d) { return std::tuple(1024U, d, 12U); });
  vary("layers", arma::exp2(arma::regspace(0, 7)), {1, 4, 16, 64}, {"1", "4", "16", "64"}, 12,
       [](unsigned layers) { return std::tuple(1024U, 768U, layers); });
  vary("context", arma::exp2(arma::regspace(6, 17)), {128, 2048, 32768}, {"128", "2048", "32768"},
       1024, [](unsigned n) { return std::tuple(n, 768U, 12U); });
  chapter.figure("training-cost", [&](Figure& figure) { draw_training_cost(figure, costs); });
  const auto [forward, back] = gpt2.per_token(1024, 768, 12);
  finding.within("step over its forward pass, GPT-2 Small", (forward + back) / forward, 2.99, 3.01)
      .within("step over six for each of its 124 439 808 weights",
              (forward + back) / (6 * GPT2Costs::weights(1024, 768, 12)), 1.14, 1.15);
  for (const TrainingCost& cost : costs)
    finding.within(
        cost.size + " changed: step over its forward pass, the one farthest from 3",
        arma::vec(cost.step / cost.forward)(arma::abs(cost.step / cost.forward - 3).index_max()),
        2.95, 3.01);
}

/**
Attention's part is as large as that of all weights from

$$ 12\, n d L = 6\,(12\, d^2 L + d N), \qquad n = 6d + \frac{N}{2L} $$

on, with a vocabulary of $N$: 6702 tokens for GPT-2 Small, where without the unembedding it would be the $6d$ from above. A
shorter text costs what its weights cost, and that is why a model's size is what people name when they speak of the cost of
training.

## Padding and masks

Texts of different length in one batch are padded to the longest, and the pattern of a padded text is computed in full.
For lengths $1, 2, \dots, N$ that is $N \cdot N^2$ pairs in place of $\sum n^2 = N(N+1)(2N+1)/6$: nearly three times as
many. A mask is an addition for each score, one in about $4d$ of its operations; what it costs is what it throws away.
A causal pattern has $n(n+1)/2$ entries that are not 0, and all $n^2$ are computed.
*/
SECTION(padding)
{
  const Polynomial attention = attention_cost().polynomial;
  const auto padded_over_needed = [&](unsigned longest) {
    Rational needed = 0;
    for (unsigned n = 1; n <= longest; ++n)
      needed += value(attention, {n, 64});
    return double(Rational(longest) * value(attention, {longest, 64})) / double(needed);
  };
  chapter.claim("masterclass-cplx-padding", holds)
      .within("operations for texts of 1 to 512 tokens padded to 512, over those without padding",
              padded_over_needed(512), 2.9, 3)
      .within("operations for texts of 1 to 16 tokens padded to 16, over those without padding",
              padded_over_needed(16), 2.7, 2.8)
      .equal("additions of a mask over operations of attention, n = 1024, d = 64: 1 in 260",
             std::floor(double(value(attention, {1024, 64})) / (1024. * 1024)), 260.)
      .within("pairs that are computed over those that a causal mask leaves, n = 1024",
              1024. * 1024 / (1024 * 1025 / 2), 1.99, 2);
}

/**
Both can be avoided: texts laid one after the other with a mask of blocks (chapter 11) need no padding, and tiles that a
causal mask empties need not be computed, as the library does.

## The need to reduce

"Necessity of reducing $O(n^2)$ to $O(n \log n)$ or $O(n)$" is a wish. How far can it be fulfilled with an error that does not
matter? @alman-song-2023 know it nearly exactly. They divide scores by $d$, let
all entries of $Q$, $K$ and $V$ be at most $B$ in size, and ask for each entry of the output to an additive error of
$1/\mathrm{poly}(n)$.

- If $d = O(\log n)$ and $B = o(\sqrt{\log n})$, it can be done in time $n^{1 + o(1)}$.
- For each $\varepsilon > 0$ there are constants $C$, $C'$ and $C''$ such that for $d = C \log n$, $B = C' \sqrt{\log n}$ and an
  error of $n^{-C''}$ no algorithm takes $O(n^{2 - \varepsilon})$, unless the strong exponential time hypothesis (SETH) is false.

In the first case a score is at most $B^2 = o(\log n)$ in size, and a weight at most $e^{2B^2}/n = n^{-1 + o(1)}$: no query can give a
fixed part of its attention to one key. The constants are not known, so a look at the entries of GPT-2's heads decides
nothing. But it says what a variant that is fast for every input must do without.
*/
SECTION(need)
{
  const Polynomial attention = attention_cost().polynomial;
  chapter.claim("masterclass-cplx-reduce", holds)
      .within("operations at 16384 tokens over those at 8192, d = 64",
              double(value(attention, {16384, 64})) / double(value(attention, {8192, 64})), 3.99,
              4.01)
      .by_reading(
          "A wish, with the reason that twice the length costs four times the work; whether "
          "it can be had without losing exactness is the next page's question.");
}
