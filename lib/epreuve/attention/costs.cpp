#include "epreuve/attention/costs.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <bit>

namespace epreuve::attention {

namespace {

constexpr double random_blocks = 3;
constexpr arma::uword rounds = 4, buckets = 64;

/// log2 x, rounded up: the depth of a sum of x terms.
double halvings(arma::uword x)
{
  return std::bit_width(x - 1);
}

} // namespace

double pairs_of(Variant variant, arma::uword n, arma::uword size)
{
  if (n == 0 || size == 0)
    throw Error("the cost of attention: expected at least one token and a size of at least 1, got "
                "{} tokens and size {}",
                n, size);
  const auto tokens = static_cast<double>(n), s = static_cast<double>(size);
  const double all = tokens * tokens;
  switch (variant) {
  case Variant::exact:
  case Variant::tiles:
    return all;
  case Variant::longformer:
    return n <= size ? all : tokens * (2 * s + 1) - s * (s + 1);
  case Variant::bigbird:
    if (n % size != 0)
      throw Error("the cost of BigBird: expected whole blocks of {} tokens, got {} tokens", size,
                  n);
    if (tokens / s <= 4 + random_blocks) // every block is seen
      return all;
    return tokens * s * (7 + random_blocks) - s * s * (12 + 2 * random_blocks);
  case Variant::reformer:
    return std::min(all, tokens * double(rounds) * (2 * s - 1));
  default:
    throw Error("Linformer and Performer make no pairs of query and key");
  }
}

HeadCost cost_of_head(Variant variant, arma::uword n, arma::uword dimension, arma::uword size)
{
  if (n == 0 || dimension == 0 || size == 0)
    throw Error("the cost of attention: expected sizes of at least 1, got {} tokens of dimension "
                "{} and size {}",
                n, dimension, size);
  const auto N = static_cast<double>(n), d = static_cast<double>(dimension),
             s = static_cast<double>(size);
  const double log_d = halvings(dimension), log_n = halvings(n);
  /// Softmax over lists of keys, the longest of which has `longest`.
  const auto over_pairs = [&](arma::uword longest) {
    const double pairs = pairs_of(variant, n, size);
    return HeadCost{.operations = (4 * d + 5) * pairs - N * (d + 2),
                    .kept = pairs,
                    .depth = 6 + log_d + 3 * halvings(std::min(n, longest))};
  };
  switch (variant) {
  case Variant::exact:
  case Variant::bigbird:
    return over_pairs(n);
  case Variant::longformer:
    return over_pairs(2 * size + 1);
  case Variant::tiles: {
    const auto more = static_cast<double>((n - 1) / size); // tiles after the first
    return {.operations = N * (4 * N * d + 4 * N - 2 + more * (d + 3)),
            .kept = N,
            .depth = 6 + log_d + 2 * halvings(std::min(n, size)) + 2 * more};
  }
  case Variant::linformer:
    return {.operations = 8 * N * s * d + 5 * N * s - N * d - 2 * s * d - 2 * N,
            .kept = N * s + 2 * s * d,
            .depth = 7 + log_d + log_n + 3 * halvings(size)};
  case Variant::performer:
    return {.operations = 8 * N * s * d + 5 * N * s + 6 * N * d - s * d - N - s,
            .kept = 2 * N * s + s * d + s + N,
            .depth = 8 + log_d + log_n + halvings(size)};
  case Variant::reformer: {
    HeadCost cost = over_pairs(rounds * (2 * size - 1));
    const double hash = double(buckets / 2) * (2 * d - 1) + double(buckets - 1);
    cost.operations += 3 * N * d + double(rounds) * N * (hash + log_n);
    cost.kept += N;
    cost.depth += 1 + log_d + halvings(buckets) + log_n;
    return cost;
  }
  }
  throw Error("the cost of attention: there is no variant {}", static_cast<int>(variant));
}

LayerCost cost_of_layer(Variant variant, arma::uword b, arma::uword n, arma::uword d, arma::uword h,
                        arma::uword size)
{
  if (h == 0 || d % h != 0)
    throw Error("the cost of a layer: the dimension {} must be a multiple of the number of heads, "
                "got {}",
                d, h);
  const HeadCost head = cost_of_head(variant, n, d / h, size);
  const auto texts = static_cast<double>(b), heads = static_cast<double>(h);
  const double tokens = static_cast<double>(n), dimension = static_cast<double>(d);
  return {.heads = texts * heads * head.operations,
          .projections = 4 * texts * tokens * dimension * (2 * dimension - 1),
          .kept = texts * (heads * head.kept + 5 * tokens * dimension),
          .depth = head.depth + 2 * (1 + halvings(d))};
}

double causal_layer_operations(arma::uword n, arma::uword d, arma::uword h)
{
  if (n == 0 || d == 0 || h == 0 || d % h != 0)
    throw Error("the cost of a causal layer: expected at least one token and a dimension that is a "
                "multiple of the number of heads, got {} tokens of dimension {} and {} heads",
                n, d, h);
  const auto N = static_cast<double>(n), heads = static_cast<double>(h);
  const double r = double(d) / heads;
  return heads * ((4 * r + 5) * N * (N + 1) / 2 - N * (r + 2)) +
         4 * N * double(d) * (2 * double(d) - 1);
}

double rnn_operations(arma::uword n, arma::uword d)
{
  return double(n) * double(d) * (4 * double(d) + 1);
}

double lstm_operations(arma::uword n, arma::uword d)
{
  return double(n) * double(d) * (16 * double(d) + 18);
}

std::optional<arma::uword> cheaper_from(Variant variant, arma::uword d, arma::uword size)
{
  const arma::uword longest = 1U << 17U, step = variant == Variant::bigbird ? size : 1;
  arma::uword n = longest / step * step;
  const auto cheaper = [&](arma::uword tokens) {
    return cost_of_head(variant, tokens, d, size).operations <
           cost_of_head(Variant::exact, tokens, d, 1).operations;
  };
  if (n == 0 || !cheaper(n))
    return std::nullopt;
  while (n > step && cheaper(n - step))
    n -= step;
  return n;
}

} // namespace epreuve::attention
