// One head by columns, by rows, with keys first and by Kronecker products, for all real entries of the
// sizes below. Softmax is no polynomial, so the chain is cut where it is taken: the scores are identities in x, W_Q
// and W_K, the outputs in independent symbols for the pattern, so also for that of softmax. That softmax by columns of
// the transposed scores is the transposed pattern is the definition of the two, and formal.v's keys_first.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

struct HeadSizes
{
  std::size_t n, r, K;

  std::string at() const { return fmt::format("n = {}, r = {}, K = {}", n, r, K); }
};

const std::vector<HeadSizes> head_sizes = {{1, 1, 2}, {2, 1, 1}, {2, 1, 3},
                                           {1, 2, 2}, {2, 2, 2}, {3, 2, 4}};

std::string head_sizes_in_words()
{
  std::string words;
  for (const HeadSizes& sizes : head_sizes)
    words += (words.empty() ? "" : "; ") + sizes.at();
  return words;
}

struct SymbolicHead
{
  explicit SymbolicHead(const HeadSizes& sizes)
      : W_Q(symbols("q", sizes.r, sizes.n)), W_K(symbols("k", sizes.r, sizes.n)),
        W_V(symbols("v", sizes.r, sizes.n)), W_O(symbols("o", sizes.n, sizes.r)),
        x(symbols("x", sizes.n, sizes.K)), A(symbols("a", sizes.K, sizes.K))
  {
  }

  Matrix W_Q, W_K, W_V, W_O, x, A;
};

Matrix scores_by_columns(const SymbolicHead& head)
{
  return transpose(head.W_Q * head.x) * (head.W_K * head.x);
}

void prove_scores(Proof& proof)
{
  Identities rows, keys_first, products;
  for (const HeadSizes& sizes : head_sizes) {
    const SymbolicHead head(sizes);
    const Matrix S = scores_by_columns(head), X = transpose(head.x);
    rows.add(sizes.at(), (X * transpose(head.W_Q)) * transpose(X * transpose(head.W_K)), S);
    keys_first.add(sizes.at(), transpose(head.W_K * head.x) * (head.W_Q * head.x), transpose(S));
    products.add(sizes.at(), kronecker(X, X) * vec(transpose(head.W_Q) * head.W_K), vec(S));
  }
  const std::string all = head_sizes_in_words();
  proof.step(
      fmt::format("For all real x, W_Q, W_K of the sizes {}: with X = xᵀ the scores by rows are "
                  "those by columns.",
                  all),
      rows.hold(), rows.seen());
  proof.step("For the same: the scores with keys first, (W_K x)ᵀ (W_Q x), are their transpose.",
             keys_first.hold(), keys_first.seen());
  proof.step("For the same: (xᵀ ⊗ xᵀ) vec(W_Qᵀ W_K) is vec of the scores.", products.hold(),
             products.seen());
}

void prove_outputs(Proof& proof)
{
  Identities rows, product, steps;
  for (const HeadSizes& sizes : head_sizes) {
    const SymbolicHead head(sizes);
    const Matrix h = head.W_O * (head.W_V * head.x) * transpose(head.A), X = transpose(head.x);
    const Matrix I_K = identity(sizes.K), I_r = identity(sizes.r);
    rows.add(sizes.at(), head.A * (X * transpose(head.W_V)) * transpose(head.W_O), transpose(h));
    product.add(sizes.at(), kronecker(head.A, head.W_O * head.W_V) * vec(head.x), vec(h));
    steps.add(sizes.at(),
              kronecker(I_K, head.W_O) * kronecker(head.A, I_r) * kronecker(I_K, head.W_V),
              kronecker(head.A, head.W_O * head.W_V));
  }
  proof.step("For all real A, x, W_V, W_O of these sizes: A (X Wⱽ) Wᴼ is the transpose of "
             "W_O W_V x Aᵀ.",
             rows.hold(), rows.seen());
  proof.step("For the same: (A ⊗ W_O W_V) vec(x) = vec(W_O W_V x Aᵀ).", product.hold(),
             product.seen());
  proof.step("For all real A, W_O, W_V of these sizes: A ⊗ W_O W_V = (I ⊗ W_O)(A ⊗ I)(I ⊗ W_V).",
             steps.hold(), steps.seen());
}

void refute_printed(Proof& proof)
{
  Identities write, scores;
  for (const HeadSizes& sizes : head_sizes)
    if (sizes.K > 1 && sizes.n * sizes.r > 1) {
      const SymbolicHead head(sizes);
      const Matrix I_K = identity(sizes.K), I_r = identity(sizes.r);
      write.add(sizes.at(),
                kronecker(head.W_O, I_K) * kronecker(head.A, I_r) * kronecker(I_K, head.W_V),
                kronecker(head.A, head.W_O * head.W_V));
    }
  for (const std::size_t n : {2, 3}) {
    const HeadSizes sizes{n, n, 1};
    const SymbolicHead head(sizes);
    scores.add(sizes.at(), transpose(head.x) * transpose(head.W_Q) * transpose(head.W_K) * head.x,
               scores_by_columns(head));
  }
  proof.step(
      "The printed (W_O ⊗ I)(A ⊗ I)(I ⊗ W_V), with the identity of K rows, is not A ⊗ W_O W_V "
      "for any of these sizes with K ≥ 2, except n = r = 1.",
      write.fail(), write.seen());
  proof.step("The printed xᵀ W_Qᵀ W_Kᵀ x is not the scores for n = r = 2, 3, even for one token.",
             scores.fail(), scores.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_scores(proof);
  prove_outputs(proof);
  refute_printed(proof);
}

} // namespace epreuve::proofs
