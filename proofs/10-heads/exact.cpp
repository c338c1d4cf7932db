// Several heads, joined or added, for all real matrices of the sizes below: their entries are
// independent symbols, so each formula is an identity of polynomials in them.
//
// Rows are tokens in the masterclass: Concat(head_1, ..., head_m) W_O = sum_j head_j W_O_j, where
// W_O_j are the rows of W_O that head j meets. Whatever attention makes the heads of, they are
// matrices, and the identity holds for all matrices.
//
// Columns are tokens in exo7 6.2: sum_j W_out_j h_j W_in_j x = W_out H W_in x, where the W_in_j are the
// rows of W_in, the W_out_j the columns of W_out, and H is block diagonal. Conversely, any W_in and
// W_out can be cut into such blocks, so neither way of writing says more than the other. The document's
// H in M_{n,n} is for heads that are square matrices; the heads that it has just defined,
// h_j(M) = (A_j ⊗ B_j) M = B_j M A_j^T, also mix the tokens; they are added and joined in the same way.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <numeric>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

/// The heads of a layer, and what they read and write.
struct Layer
{
  std::vector<std::size_t> dimensions; ///< of each head
  std::size_t n, n_tokens;             ///< tokens of n numbers

  std::size_t n_heads() const { return dimensions.size(); }

  /// Where the rows or columns of head h begin.
  std::size_t begin(std::size_t h) const
  {
    return std::accumulate(dimensions.begin(), dimensions.begin() + static_cast<std::ptrdiff_t>(h),
                           std::size_t{0});
  }
  std::size_t total_dimension() const { return begin(n_heads()); }

  std::string at() const
  {
    return fmt::format("{} into {}, {} tokens", n, fmt::join(dimensions, " + "), n_tokens);
  }
};

const std::vector<Layer> layers = {{{2}, 3, 2},         {{1, 1}, 2, 2}, {{2, 2}, 4, 3},
                                   {{1, 2}, 3, 2},      {{3, 1}, 4, 2}, {{2, 2, 2}, 4, 2},
                                   {{1, 1, 1, 1}, 4, 2}};

/// The rows of W that belong to head h, its columns.
Matrix rows_of_head(const Layer& layer, const Matrix& W, std::size_t h)
{
  return block(W, layer.begin(h), 0, layer.dimensions[h], W.cols());
}

Matrix columns_of_head(const Layer& layer, const Matrix& W, std::size_t h)
{
  return block(W, 0, layer.begin(h), W.rows(), layer.dimensions[h]);
}

/// Concat(head_1, ..., head_m) W_O, tokens being rows.
void join_rows(Identities& identities, const Layer& layer)
{
  const Matrix W_O = symbols("o", layer.total_dimension(), layer.n);
  std::vector<Matrix> heads;
  Matrix sum(layer.n_tokens, layer.n);
  for (std::size_t h = 0; h < layer.n_heads(); ++h) {
    heads.push_back(symbols(fmt::format("z{}", h + 1), layer.n_tokens, layer.dimensions[h]));
    sum = sum + heads[h] * rows_of_head(layer, W_O, h);
  }
  identities.add(layer.at(), side_by_side(heads) * W_O, sum);
}

/// W_out H W_in x, tokens being columns, with heads that are matrices.
void join_matrices(Identities& identities, const Layer& layer)
{
  const Matrix W_in = symbols("i", layer.total_dimension(), layer.n);
  const Matrix W_out = symbols("o", layer.n, layer.total_dimension());
  const Matrix x = symbols("x", layer.n, layer.n_tokens);
  std::vector<Matrix> heads;
  Matrix sum(layer.n, layer.n_tokens);
  for (std::size_t h = 0; h < layer.n_heads(); ++h) {
    const std::size_t d = layer.dimensions[h];
    heads.push_back(symbols(fmt::format("h{}", h + 1), d, d));
    sum = sum + columns_of_head(layer, W_out, h) * heads[h] * rows_of_head(layer, W_in, h) * x;
  }
  identities.add(layer.at(), W_out * block_diagonal(heads) * W_in * x, sum);
}

/// The same with heads h(M) = (A ⊗ B) M: the joined map sends the rows of W_in x that belong to a head
/// through that head.
void join_tensor_products(Identities& identities, const Layer& layer)
{
  const Matrix W_in = symbols("i", layer.total_dimension(), layer.n);
  const Matrix W_out = symbols("o", layer.n, layer.total_dimension());
  const Matrix x = symbols("x", layer.n, layer.n_tokens);
  std::vector<Matrix> outputs;
  Matrix sum(layer.n, layer.n_tokens);
  for (std::size_t h = 0; h < layer.n_heads(); ++h) {
    const std::size_t d = layer.dimensions[h];
    const Matrix A = symbols(fmt::format("a{}", h + 1), layer.n_tokens, layer.n_tokens);
    const Matrix B = symbols(fmt::format("h{}", h + 1), d, d);
    const auto head = [&](const Matrix& M) { return B * M * transpose(A); };
    outputs.push_back(head(rows_of_head(layer, W_in * x, h)));
    sum = sum + columns_of_head(layer, W_out, h) * head(rows_of_head(layer, W_in, h) * x);
  }
  identities.add(layer.at(), W_out * stacked(outputs), sum);
}

} // namespace

void prove(Proof& proof)
{
  Identities rows, matrices, tensor_products;
  std::string sizes;
  for (const Layer& layer : layers) {
    sizes += (sizes.empty() ? "" : "; ") + layer.at();
    join_rows(rows, layer);
    join_matrices(matrices, layer);
    join_tensor_products(tensor_products, layer);
  }
  proof.step(
      fmt::format("For all real matrices of these sizes (the n numbers of a token into heads of "
                  "d₁ + d₂ + ... numbers): {}; tokens being rows: Concat(head₁, head₂, ...) W_O "
                  "= Σ headⱼ W_Oⱼ, where W_Oⱼ are the dⱼ rows of W_O that headⱼ meets.",
                  sizes),
      rows.hold(), rows.seen());
  proof.step(
      "For all real matrices of these sizes, tokens being columns: Σ W_outⱼ hⱼ W_inⱼ x = "
      "W_out H W_in x, where hⱼ is a dⱼ x dⱼ matrix, W_inⱼ are dⱼ rows of W_in, W_outⱼ dⱼ columns "
      "of W_out, and H = h₁ ⊕ h₂ ⊕ ... is block diagonal.",
      matrices.hold(), matrices.seen());
  proof.step(
      "For all real matrices of these sizes: the same when hⱼ(M) = (Aⱼ ⊗ Bⱼ) M = Bⱼ M Aⱼᵀ also "
      "mixes the tokens, and H sends each dⱼ rows of W_in x through their head.",
      tensor_products.hold(), tensor_products.seen());
}

} // namespace epreuve::proofs
