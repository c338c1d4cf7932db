#include "epreuve/attention/causal.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact_attention.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "epreuve/instruments/queries_and_keys.hpp"
#include "epreuve/instruments/rational_matrix.hpp"
#include "epreuve/math/positions.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-order.hpp"

#include <algorithm>
#include <random>
#include <sstream>

/**
# What is lost without positions

exo7 begins with two sentences, *Le chat course la souris* and *La souris course le chat*: the same
words, and not the same hunt. Without position vectors, so the documents, a transformer cannot tell
them apart. Whether that is so depends on something that none of them mentions in this place, the mask.

| what the network has | what an output knows of the order |
|---|---|
| attention without a mask | nothing, at any depth |
| attention and position vectors | all of it |
| a causal mask, one layer | which words came before, not in what order |
| a causal mask, two layers | all of it |
| a causal mask, all words equal | nothing, at any depth |
*/

using namespace epreuve::course;

/// The words of a sentence in order, in small letters if asked for.
static std::vector<std::string> sorted_words(std::string sentence, bool small)
{
  if (small)
    for (char& c : sentence)
      c = char(std::tolower(c));
  std::istringstream in(sentence);
  std::vector<std::string> words;
  for (std::string word; in >> word;)
    words.push_back(word);
  std::ranges::sort(words);
  return words;
}

SECTION(the_same_words)
{
  const char* const cat = "Le chat course la souris .";
  const char* const mouse = "La souris course le chat .";
  chapter.claim("exo7-4.1-same-words", holds)
      .fact("sorted, in small letters, they are the same six",
            sorted_words(cat, true) == sorted_words(mouse, true), ". chat course la le souris")
      .by_reading(
          "In the first the cat runs after the mouse, in the second the mouse after the cat.");
  chapter
      .finding(
          "capitals",
          "for a tokenizer that keeps capitals, as GPT-2's does, the two are not the same words")
      .fact("sorted with capitals they differ",
            sorted_words(cat, false) != sorted_words(mouse, false),
            "Le and la in the first, La and le in the second");
}

/**
The capital gives the first word away, by accident. We leave it aside.

## Equivariant, not invariant

Let $X$ hold the tokens as columns, and let $XP$ be the same tokens in another order. (The masterclass has them
as rows, hence its $PX$.) The masterclass states that attention is *invariant*,
$\mathrm{Attention}(X) = \mathrm{Attention}(PX)$. Two tokens of one number each refute it: $X = (1, 0)$ and its exchange
$(0, 1)$ have outputs that are exchanged too, $(\frac23, \frac12)$ and $(\frac12, \frac23)$ if weights are powers of 2. What is true
is that attention is *equivariant*,

$$ \mathrm{Attention}(P X) = P\, \mathrm{Attention}(X) . $$

Which base the exponentials have is no matter, as the matrix $W_Q$ may hold the factor $\ln 2$. With base 2 and
integers there is no rounding before the one division at the end, and the equation can be asked for with `==`.
*/

struct Head
{
  arma::mat W_Q, W_K, W_V; // 2 x 3, 2 x 3, 2 x 3
  arma::mat operator()(const arma::mat& X, Sees sees = Sees::everything) const
  {
    return exact_attention(W_Q * X, W_K * X, W_V * X, sees);
  }
};

static Head head(Draw& draw)
{
  const arma::mat W_Q = draw.integer_matrix("W_Q", 2, 3, -1, 1);
  const arma::mat W_K = draw.integer_matrix("W_K", 2, 3, -1, 1);
  return {W_Q, W_K, draw.integer_matrix("W_V", 2, 3, -1, 1)};
}

static arma::mat tokens(Draw& draw)
{
  return draw.integer_matrix("X", 3, draw.size("K", 2, 6), -1, 1);
}

/// 0, ..., n - 1 in any order, the last `fixed` of them where they are.
static arma::uvec order(Draw& draw, arma::uword n, arma::uword fixed = 0)
{
  arma::uvec result = arma::regspace<arma::uvec>(0, n - 1);
  for (arma::uword i = 0; i + fixed < n; ++i)
    std::swap(result(i), result(draw.size(fmt::format("P{}", i), i, n - fixed - 1)));
  return result;
}

static bool same(const arma::mat& A, const arma::mat& B)
{
  return arma::approx_equal(A, B, "absdiff", 0);
}

static bool equivariant(Draw& draw)
{
  const Head attention = head(draw);
  const arma::mat X = tokens(draw);
  const arma::uvec P = order(draw, X.n_cols);
  return same(attention(X.cols(P)), attention(X).eval().cols(P));
}

SECTION(equivariance)
{
  const arma::mat X = {{1, 0}}, exchanged = {{0, 1}};
  chapter.claim("masterclass-rem-invariance", refuted)
      .as_printed("Attention(X) = Attention(PX)")
      .equal("outputs of (1, 0) and of (0, 1)", exact_attention(X, X, X),
             exact_attention(exchanged, exchanged, exchanged))
      .corrected("Attention(PX) = P Attention(X)")
      .property("up to 6 tokens, integers, exactly", equivariant)
      .property(
          "queries, keys and values in another order, with softmax",
          queries_and_keys(2,
                           [](const auto& Q, const auto& K, Draw& draw) {
                             const arma::uvec P = order(draw, Q.n_cols);
                             const auto attention = [](const arma::mat& q, const arma::mat& k) {
                               const arma::mat A = softmax_rows(scaled_attention_scores(q, k));
                               return arma::mat(k * A.t());
                             };
                             return difference(attention(Q.cols(P), K.cols(P)),
                                               attention(Q, K).eval().cols(P).eval());
                           }),
          absolute(1e-12));
  chapter.proposition("permutation");
}

/**
(With softmax the two sides round differently: scores up to 43 are known to $4u \cdot 43$, weights relative to
that, values are at most 5. That is $4 \cdot 10^{-13}$ with room.)

The conclusion that the masterclass draws, that positions must be put in, stands, and for a better reason: each
token's output is the same wherever it and the others stand. That is what *insensitive* can mean, and what
is lost. A recurrent network, which takes one word after the other, is not so. Even the simplest,
$h_t = 2 h_{t-1} + x_t$, ends in another state for any two different sentences of zeros and ones: it reads them as a number in
base 2.
*/

static double recurrent(const arma::rowvec& x)
{
  double h = 0;
  for (const double x_t : x)
    h = 2 * h + x_t;
  return h;
}

/// An encoder of two layers, each with attention and a ReLU for each token, both added to the stream.
static arma::mat encoder(arma::mat X, const arma::mat& W_Q, const arma::mat& W_K,
                         const arma::mat& W)
{
  for (int layer = 0; layer < 2; ++layer) {
    X += X * softmax_rows(scaled_attention_scores(W_Q * X, W_K * X)).t();
    X += arma::clamp(W * X, 0, arma::datum::inf);
  }
  return X;
}

SECTION(lost)
{
  chapter.claim("masterclass-pos-no-structure", holds)
      .property("attention: neighbours exchanged, outputs exchanged, exactly",
                [](Draw& draw) {
                  const Head attention = head(draw);
                  const arma::mat X = tokens(draw), Z = attention(X);
                  const arma::uword i = draw.size("i", 0, X.n_cols - 2);
                  arma::mat exchanged = X, expected = Z;
                  exchanged.swap_cols(i, i + 1);
                  expected.swap_cols(i, i + 1);
                  return same(attention(exchanged), expected);
                })
      .property("a recurrent network: other sentence, other last state", [](Draw& draw) {
        const arma::mat x = draw.integer_matrix("x", 1, 12, 0, 1),
                        y = draw.integer_matrix("y", 1, 12, 0, 1);
        return (recurrent(x) == recurrent(y)) == same(x, y);
      });
  chapter.claim("masterclass-add-insensitive", holds)
      .property(
          "two layers with ReLU and residual stream: tokens in another order, outputs in that "
          "order",
          [](Draw& draw) {
            const arma::mat W_Q = draw.matrix("W_Q", 2, 3, -1, 1),
                            W_K = draw.matrix("W_K", 2, 3, -1, 1);
            const arma::mat W = draw.matrix("W", 3, 3, -1, 1), X = draw.matrix("X", 3, 6, -1, 1);
            const arma::uvec P = order(draw, 6);
            return difference(encoder(X.cols(P), W_Q, W_K, W),
                              encoder(X, W_Q, W_K, W).cols(P).eval());
          },
          absolute(1e-10), 200);
}

/**
(Two layers grow entries to less than $10^2$ and pass errors on with less than $10^4$; $10^{-10}$ is safe, and an order
that mattered would be seen in the first digit.)

## Mixed, and in parallel

Two sentences on the way there are less exact. exo7 says that the columns get mixed and that *therefore* no trace of the
order is left. They are mixed: every output depends on every token. But mixing alone would not do it: a fixed mix can be
undone. The order goes because every token is mixed in by the same rule, wherever it stands.

And the masterclass has each token treated *independently and in parallel*. In parallel, yes: no output waits for another,
nor looks at another's query. Independently it is not. It is the purpose of attention that what becomes of a token depends
on the others; the parts that are independent are the layers in between.
*/

SECTION(mixed)
{
  chapter.claim("exo7-4.1-order-lost", holds)
      .property("each output changes with each value: the columns are mixed",
                [](Draw& draw) {
                  const arma::mat Q = draw.integer_matrix("Q", 2, 4, -2, 2);
                  const arma::mat K = draw.integer_matrix("K", 2, 4, -2, 2);
                  arma::mat V = draw.integer_matrix("V", 1, 4, -5, 5);
                  const arma::mat before = exact_attention(Q, K, V);
                  V(draw.size("j", 0, 3)) += 1;
                  return arma::all(arma::vectorise(exact_attention(Q, K, V) > before));
                })
      .property("the last token's output, for any order of the others, exactly", [](Draw& draw) {
        const Head attention = head(draw);
        const arma::mat X = tokens(draw);
        const arma::uvec P = order(draw, X.n_cols, 1);
        return same(attention(X.cols(P)).tail_cols(1), attention(X).tail_cols(1));
      });
  const auto with_another = [](Draw& draw, bool query_alone) {
    const arma::mat Q = draw.integer_matrix("Q", 2, 4, -2, 2),
                    K = draw.integer_matrix("K", 2, 4, -2, 2);
    const arma::mat V = draw.integer_matrix("V", 1, 4, -5, 5);
    arma::mat Q_other = Q, K_other = K, V_other = V;
    Q_other.col(3) = draw.integer_matrix("query", 2, 1, -2, 2);
    if (!query_alone) {
      K_other.col(3) = draw.integer_matrix("key", 2, 1, -2, 2);
      V_other.col(3) = draw.integer_matrix("value", 1, 1, -5, 5);
    }
    return same(exact_attention(Q, K, V).eval().head_cols(3),
                exact_attention(Q_other, K_other, V_other).eval().head_cols(3));
  };
  chapter.claim("masterclass-pos-independent", refuted)
      .as_printed("each token is treated independently of the others")
      .property("another fourth token leaves the first three outputs as they are",
                [=](Draw& draw) { return with_another(draw, false); })
      .corrected("in parallel: each output from its own query and from all keys and values")
      .property("another query of the fourth token leaves the first three outputs as they are",
                [=](Draw& draw) { return with_another(draw, true); })
      .property("attention without a mask is equivariant, exactly", equivariant);
}

/**
## How many orders are told apart

Take five different words and a full stop. There are 120 orders of the five. At the full stop, how many
different outputs are there? We take one head of random weights per layer and $n = 8$, the tokens random as
well, and count vectors farther apart than $10^{-8}$; equal ones are equal to $10^{-13}$.
*/

/// An 8 x cols matrix of numbers in [-1, 1), the same on every machine.
static arma::mat arbitrary(std::uint64_t seed, arma::uword cols = 8)
{
  std::mt19937_64 bits(seed);
  arma::mat M(8, cols);
  M.imbue([&] { return std::ldexp(bits() >> 11U, -52) - 1; });
  return M;
}

struct Stack
{
  int layers = 1;
  bool masked = false, positions = false;

  arma::mat operator()(arma::mat X) const
  {
    if (positions)
      X += position_matrix(X.n_cols, 8);
    for (int l = 0; l < layers; ++l) {
      const arma::mat S = scaled_attention_scores(arbitrary(11) * X, arbitrary(12) * X);
      X = attention::head_output(arbitrary(13) * X,
                                 softmax_rows(masked ? attention::causal_mask(S) : S));
    }
    return X;
  }
};

static arma::uword orders_told_apart(const Stack& stack)
{
  const arma::mat X = arbitrary(1, 6);
  arma::uvec P = arma::regspace<arma::uvec>(0, 5);
  std::vector<arma::vec> seen;
  do {
    const arma::vec z = stack(X.cols(P)).col(5);
    if (std::ranges::none_of(seen, [&](const arma::vec& y) { return arma::norm(y - z) < 1e-8; }))
      seen.push_back(z);
  } while (std::next_permutation(P.begin(), P.begin() + 5));
  return seen.size();
}

SECTION(orders)
{
  chapter.claim("masterclass-pos-order-lost", holds)
      .equal("orders of 5 words told apart, one layer, no mask", orders_told_apart({.layers = 1}),
             1)
      .equal("orders of 5 words told apart, three layers, no mask",
             orders_told_apart({.layers = 3}), 1);
  chapter.claim("masterclass-rem-consequence", holds)
      .equal("orders of 5 words told apart, one layer and position vectors",
             orders_told_apart({.layers = 1, .positions = true}), 120)
      .by_reading("It follows from equivariance, as it would not from the invariance that is "
                  "printed before it.");
  chapter
      .finding("mask-tells-order",
               "with a causal mask and no positions one layer tells no order of the words before "
               "the last, and two layers tell all")
      .equal("orders of 5 words told apart, one layer, masked", orders_told_apart({.masked = true}),
             1)
      .equal("orders of 5 words told apart, two layers, masked",
             orders_told_apart({.layers = 2, .masked = true}), 120)
      .property("one masked layer: the last output for any order of the others, exactly",
                [](Draw& draw) {
                  const Head attention = head(draw);
                  const arma::mat X = tokens(draw);
                  const arma::uvec P = order(draw, X.n_cols, 1);
                  return same(attention(X.cols(P), Sees::the_past).tail_cols(1),
                              attention(X, Sees::the_past).tail_cols(1));
                });
  chapter.proposition("order-without-positions");
}

/**
So the documents are right about attention as they write it, and wrong about the models they speak of: the masterclass has the
mask a few slides later, and GPT-2 has it in every layer. In one masked layer the last token sees all others, and a sum
over them has no order. But what the *second* layer sums are outputs of the first, and each of these knew
only the words before it.

## Counting without numbers

How much does the mask tell? With all scores 0 a masked layer takes means, $C_{ij} = \frac1i$ for $j \le i$. Two
layers of means give the token at place $j$ the weight

$$ (C^2)_{ij} = \frac1i \sum_{k=j}^{i} \frac1k = \frac{H_i - H_{j-1}}{i} $$

in output $i$, with the harmonic numbers $H$. The first word counts most, the last one least, and no two the same.
For three words the weights are $\frac{11}{18}, \frac{5}{18}, \frac{2}{18}$.

If all words are equal, however, every mean of them is the same, at any depth. Then a place to count from is
needed, and one word is enough: behind a first word with score $\beta$, a token with $i$ others before it gives that
word the weight $2^\beta/(2^\beta + i\, 2^\xi)$. That falls with every further place, and $i$ can be read from it. Models
that are trained without position vectors do something of this kind (Haviv and others, 2022).
*/

SECTION(counting)
{
  const arma::uword K = 12;
  RationalMatrix C(K, K), by_harmonic_numbers(K, K);
  std::vector<Rational> H{0};
  for (unsigned i = 1; i <= K; ++i) {
    H.push_back(H.back() + Rational(1, i));
    for (unsigned j = 1; j <= i; ++j)
      C(i - 1, j - 1) = Rational(1, i);
  }
  for (unsigned i = 1; i <= K; ++i)
    for (unsigned j = 1; j <= i; ++j)
      by_harmonic_numbers(i - 1, j - 1) = (H[i] - H[j - 1]) / i;
  chapter
      .finding("two-layers-of-means",
               "two masked layers of means weigh place j with (H_i − H_{j−1})/i")
      .equal("C² and harmonic numbers, 12 places, in fractions", C * C, by_harmonic_numbers);
  chapter
      .finding("equal-words", "equal words have equal outputs behind any number of masked layers")
      .property("three layers with a mask, up to 9 equal tokens, exactly", [](Draw& draw) {
        const arma::mat A = draw.integer_matrix("A", 3, 3, -1, 1),
                        B = draw.integer_matrix("B", 3, 3, -1, 1);
        const arma::mat x = draw.integer_matrix("x", 3, 1, -1, 1);
        arma::mat X = arma::repmat(x, 1, draw.size("K", 1, 9));
        for (int layer = 0; layer < 3; ++layer)
          X = arma::sign(exact_attention(A * X, B * X, (A + B) * X, Sees::the_past));
        return same(X, arma::repmat(X.col(0), 1, X.n_cols));
      });
  chapter
      .finding("first-word",
               "behind one word that differs, equal words know their place after one masked layer")
      .property(
          "i from the weight 2^β/(2^β + i 2^ξ) on the first word, i ≤ 200",
          [](Draw& draw) {
            const double beta = draw.integer("beta", -4, 4), xi = draw.integer("xi", -4, 4);
            arma::mat keys(1, 201), values(1, 201);
            keys.fill(xi);
            keys(0) = beta;
            values(0) = 1;
            const arma::mat z = exact_attention(arma::ones(1, 201), keys, values, Sees::the_past);
            const arma::rowvec i = arma::round(std::exp2(beta - xi) * (1 / z - 1));
            return same(i, arma::regspace(0, 200).t());
          },
          20);
  chapter.figure("mask-tells", draw_mask_tells);
}

/**
## What adding positions does to attention

With $z_i = x_i + w_i$ the score of query $i$ for key $j$ is a sum of four,

$$ z_i^T M z_j = x_i^T M x_j + x_i^T M w_j + w_i^T M x_j + w_i^T M w_j, \qquad M = W_Q^T W_K, $$

and attention itself is as before: it sees the sums only. The positions then act through the weights, as the
masterclass says, and through the values as well, since $W_V z_j = W_V x_j + W_V w_j$.
*/

SECTION(four_terms)
{
  chapter.claim("masterclass-add-compatible", holds)
      .property("the score of z_i and z_j is a sum of four, exactly",
                over_integer_matrices({"x n x 1", "y n x 1", "v n x 1", "w n x 1", "M n x n"},
                                      [](auto& x, auto& y, auto& v, auto& w, auto& M) {
                                        return difference(arma::mat((x + v).t() * M * (y + w)),
                                                          arma::mat(x.t() * M * y + x.t() * M * w +
                                                                    v.t() * M * y + v.t() * M * w));
                                      }),
                exactly())
      .property("equal tokens: equal weights without positions, and others with them",
                [](Draw& draw) {
                  const arma::mat x = arma::repmat(draw.vector("x", 8, -1, 1), 1, 5);
                  const arma::mat z = x + position_matrix(5, 8);
                  const arma::mat without = softmax_rows(attention_scores(x, x)),
                                  with = softmax_rows(attention_scores(z, z));
                  return arma::range(without.row(4)) < 1e-12 && arma::range(with.row(4)) > 1e-3;
                });
  const arma::mat X = arbitrary(1, 6);
  const auto pattern = [&](const arma::mat& tokens) {
    return arma::mat(
        softmax_rows(scaled_attention_scores(arbitrary(11) * tokens, arbitrary(12) * tokens)));
  };
  const arma::uvec exchanged{3, 4, 2, 0, 1, 5};
  chapter.figure("two-sentences", [&](Figure& f) {
    draw_two_sentences(f, pattern(X), pattern(X.cols(exchanged)),
                       pattern(X.cols(exchanged) + position_matrix(6, 8)));
  });
}
