#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The ways back of lib/epreuve/networks, compared with derivatives that do not come from them.
///
/// Where a layer is analytic, its formula is written once more, number by number, for complex numbers of 50 digits; a
/// complex step (complex_step.hpp) of 10^-30 then gives the derivative to some 50 digits. Where it is rational it is
/// written in fractions, and differences are the derivative itself: the layers are of degree 1 in each entry.
///
/// How far the computed gradient may be off comes from an error analysis of its formula, to first order in u = 2^-53.
/// Let hats be the formula with absolute values for all entries and + for -, the *terms* of an entry their sum without
/// cancellation. Sums of n products, in any order, are off by at most n u of their terms, and what a formula does one
/// step after the other adds up. Then an entry is off by at most c u of its terms, with
///
///     dense            c = K for W and b, m for x
///     tanh             10    2 ulp of each cosh, two quotients
///     sigmoid          22    5 ulp of each sigmoid (math/gelu.hpp), two products
///     GELU             65    32 ulp of the derivative (math/gelu.hpp), one product; next to the derivative's zero,
///                            between -1.5 and -0.5, its terms count as 1/16 at least, for 2^-51 there
///     layer norm       3a + n + 8 for x, a + K for gain and bias
///     cross-entropy    N + 19    9 ulp of softmax, N - 2 sums, one quotient; entries are their own terms
///     attention        4n + d + m + 2 (n_q + n_k) + H + 2a + 8
///     RNN cell         r + max(m, B),    r = 10 + 2t
///     LSTM cell        r + max(4m, B),   r = 42 + 3t + q,  q = 10 + 2 (16 + 2t) max c^
///
/// layer norm: the mean is off by n u mean|x|; with kappa = max (|x_i| + mean|x|) / sigma, sigma is relatively off by
/// a u and z by a u (1 + |z|), a = (n + 1) kappa + n/2 + 3, so the terms have 1 + |z| for z.
///
/// attention: scores are off by (2n + d + 2) u S^, so weights by a u A, a = 18 + 2 (2n + d + 2) max S^; the scores'
/// gradient by (2n + m + n_k + 3 + 2a) u D^, D^ = A (P^ + sum A P^); the products after it add the lengths of their
/// sums.
///
/// cells: W x + U h + b is off by t u, t = (n + m + 1) max (|W||x| + |U||h| + |b|). By that much a logistic function is
/// relatively off besides its own roundings, and twice as much 1 / cosh^2; tanh absolutely, so terms have 1 for the
/// candidate and for tanh(c'). c' is off by (16 + 2t) u c^, c^ = f |c| + i.
namespace epreuve::instruments {

/// What was seen of a layer.
struct LayerEvidence
{
  std::string layer;
  bool in_fractions = false;
  std::size_t cases = 0, entries = 0; ///< entries of gradients that were compared
  /// The entry that is off by the largest share of its bound: by how much it is, and may be, in ulp of its terms, 2u of
  /// them. In fractions: the largest error, and 0.
  double error = 0, bound = 0;
  /// The same of <Jv, w> - <v, J^T w> for random v, in ulp of sum |v_k| terms_k.
  double adjoint_error = 0, adjoint_bound = 0;
  double forward =
      0; ///< largest difference of the layer's output from the formula written once more
  // In the measures that are usual elsewhere: largest |a - b|; largest |a - b| / (10^-5 + 10^-3 |b|); largest mean of
  // |a - b| / |a + b| in a case.
  double absolute = 0, of_gradcheck = 0, asymmetry = 0;

  /// No error is above its bound, and the output agrees to 10^-13.
  [[nodiscard]] bool holds() const;
};

/// All layers: attention full, causal and cross with one head and with three; contexts of 1 and of 5 tokens, of which
/// one comes again; random weights of ten seeds.
///
/// @param seed    the first of the ten
/// @param stride  with 1 each entry of each gradient is compared in each case; with 10 every tenth, from another one on
///                in each of the ten seeds, so that each entry is compared once
/// @throws        Error if stride is 0
std::vector<LayerEvidence> evidence_on_layers(std::uint64_t seed, std::size_t stride);

/// Three wrong ways back, compared like the others, every entry: to be seen failing. GELU with the derivative of its
/// tanh form; layer norm that forgets epsilon on the way back; the tanh form of GELU with 0.79788 for sqrt(2 / pi) on
/// the way back.
/// @param seed  as in evidence_on_layers
std::vector<LayerEvidence> evidence_on_wrong_gradients(std::uint64_t seed);

} // namespace epreuve::instruments
