// The three factors of an attention head, exo7 6.3, for all real A (K x K), W_O (n x r), W_V (r x n) of
// the sizes below: their entries are independent symbols, so each formula is an identity of
// polynomials in them, or is not.
//
//     A ⊗ (W_O W_V) = (I_K ⊗ W_O) (A ⊗ I_r) (I_K ⊗ W_V)
//
// is the product formula of 5.2, twice. The document prints (W_O ⊗ I) for the first factor. The sizes
// leave no choice for the three I: as K n rows and columns must come out, and the factors must fit,
// they are I_K, I_r, I_K; the printed W_O ⊗ I is W_O ⊗ I_K, and not, as for I_r next to it, W_O ⊗ I_r,
// which fits for K = r only. So read, the printed product exists, but it is another matrix, except for
// K = 1 and for n = r = 1, where one of the two factors of every ⊗ is a number.
//
// As an action on matrices, which 5.1 makes of ⊗, the printed factor is M -> I M W_O^T. It meets
// M = W_V x A^T, r x K, so it exists only for K = r; its result, r x n, has the size of the head's
// output, n x K, only if also n = r, and is not the output then.
//
// (W_O is n x r here. The document says r x n, and then W_O W_V exists for n = r only.)
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

/// The sizes of a head.
struct Sizes
{
  std::size_t K, n, r; ///< tokens, numbers in a token, numbers in the head

  std::string at() const { return fmt::format("K = {}, n = {}, r = {}", K, n, r); }
};

/// "(K, n, r) = (1, 2, 1), (2, 2, 1), ..."
std::string in_words(const std::vector<Sizes>& all_sizes)
{
  std::string words;
  for (const auto& [K, n, r] : all_sizes)
    words += fmt::format("{}({}, {}, {})", words.empty() ? "(K, n, r) = " : ", ", K, n, r);
  return words;
}

const std::vector<Sizes> head_sizes = {{1, 2, 1}, {2, 2, 1}, {2, 2, 2}, {2, 3, 2}, {3, 2, 1},
                                       {3, 3, 2}, {3, 4, 2}, {3, 3, 3}, {4, 4, 2}};

Matrix head(const Matrix& A, const Matrix& W_O, const Matrix& W_V)
{
  return kronecker(A, W_O * W_V);
}

/// A ⊗ I_r times I_K ⊗ W_V: attention after reading.
Matrix attention_after_reading(const Matrix& A, const Matrix& W_V)
{
  return kronecker(A, identity(W_V.rows())) * kronecker(identity(A.rows()), W_V);
}

Matrix in_three_factors(const Matrix& A, const Matrix& W_O, const Matrix& W_V)
{
  return kronecker(identity(A.rows()), W_O) * attention_after_reading(A, W_V);
}

/// With W_O ⊗ I for the first factor, I being of the only size that fits, K.
Matrix as_printed(const Matrix& A, const Matrix& W_O, const Matrix& W_V)
{
  return kronecker(W_O, identity(A.rows())) * attention_after_reading(A, W_V);
}

/// One of the formulas at these sizes, for all A, W_O, W_V.
template <typename Formula>
Identities compare(Formula formula, const std::vector<Sizes>& all_sizes)
{
  Identities identities;
  for (const Sizes& sizes : all_sizes) {
    const auto& [K, n, r] = sizes;
    const Matrix A = symbols("a", K, K), W_O = symbols("o", n, r), W_V = symbols("v", r, n);
    identities.add(sizes.at(), formula(A, W_O, W_V), head(A, W_O, W_V));
  }
  return identities;
}

void prove_factorisation(Proof& proof)
{
  const Identities factors = compare(in_three_factors, head_sizes);
  proof.step(fmt::format("For all real A (K x K), W_O (n x r), W_V (r x n), {}: "
                         "A ⊗ (W_O W_V) = (I ⊗ W_O)(A ⊗ I)(I ⊗ W_V), the I being I_K, I_r and I_K.",
                         in_words(head_sizes)),
             factors.hold(), factors.seen());
}

/// Which sizes a, b, c of its three I the printed formula can have.
void prove_sizes(Proof& proof)
{
  constexpr std::size_t most = 3;   // of K, n, r
  constexpr std::size_t most_I = 9; // of a, b, c
  std::size_t n_tried = 0, n_fitting = 0;
  bool as_stated = true;
  for (std::size_t K = 1; K <= most; ++K)
    for (std::size_t n = 1; n <= most; ++n)
      for (std::size_t r = 1; r <= most; ++r) {
        std::vector<Matrix> write, attend, read;
        for (std::size_t m = 1; m <= most_I; ++m) {
          write.push_back(kronecker(Matrix(n, r), identity(m)));
          attend.push_back(kronecker(Matrix(K, K), identity(m)));
          read.push_back(kronecker(identity(m), Matrix(r, n)));
        }
        for (std::size_t a = 1; a <= most_I; ++a)
          for (std::size_t b = 1; b <= most_I; ++b)
            for (std::size_t c = 1; c <= most_I; ++c) {
              const Matrix &W = write[a - 1], &A = attend[b - 1], &R = read[c - 1];
              const bool fits = W.cols() == A.rows() && A.cols() == R.rows() && W.rows() == K * n &&
                                R.cols() == K * n;
              as_stated = as_stated && fits == (a == K && b == r && c == K);
              n_fitting += fits ? 1 : 0;
              ++n_tried;
            }
      }
  proof.step("For K, n, r = 1 to 3 and a, b, c = 1 to 9: (W_O ⊗ I_a)(A ⊗ I_b)(I_c ⊗ W_V) exists "
             "and has the K n rows and columns of A ⊗ (W_O W_V) for a = K, b = r, c = K only; so "
             "not with I_r in both of the first factors, unless K = r.",
             as_stated,
             fmt::format("{} of {} choices of K, n, r, a, b, c fit", n_fitting, n_tried));
}

void refute_printed_matrices(Proof& proof)
{
  const std::vector<Sizes> different = {{2, 1, 2}, {2, 2, 1}, {2, 2, 2}, {2, 3, 2}, {3, 1, 2},
                                        {3, 2, 1}, {3, 3, 2}, {3, 2, 3}, {3, 3, 3}};
  const Identities printed = compare(as_printed, different);
  proof.step(
      fmt::format("With W_O ⊗ I_K, which fits, the printed formula is not an identity for {}: "
                  "the difference is a matrix of polynomials that is not 0, so it is not 0 for "
                  "some real A, W_O, W_V.",
                  in_words(different)),
      printed.fail(), printed.seen());

  const std::vector<Sizes> alike = {{1, 2, 1}, {1, 3, 2}, {1, 2, 3}, {2, 1, 1}, {3, 1, 1}};
  const Identities printed_holds = compare(as_printed, alike);
  proof.step(
      fmt::format("For all real A, W_O, W_V with K = 1 or with n = r = 1, {}: the printed formula "
                  "with W_O ⊗ I_K is right.",
                  in_words(alike)),
      printed_holds.hold(), printed_holds.seen());

  const Matrix A{{1, 0}, {0, 0}}, W_O{{0, 0}, {1, 0}}, W_V = identity(2);
  const Matrix right{{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  const Matrix wrong{{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}};
  proof.step(
      "For K = n = r = 2, A = (1, 0; 0, 0), W_O = (0, 0; 1, 0), W_V = I: A ⊗ (W_O W_V) has a "
      "single 1, in row 2; as printed there are two, in rows 3 and 4.",
      head(A, W_O, W_V) == right && in_three_factors(A, W_O, W_V) == right &&
          as_printed(A, W_O, W_V) == wrong,
      fmt::format("A ⊗ (W_O W_V) = {}, as printed {}", to_string(head(A, W_O, W_V)),
                  to_string(as_printed(A, W_O, W_V))));
}

void refute_printed_action(Proof& proof)
{
  Identities read_attend_write, printed;
  for (const Sizes& sizes : head_sizes) {
    const auto& [K, n, r] = sizes;
    const Matrix A = symbols("a", K, K), W_O = symbols("o", n, r), W_V = symbols("v", r, n);
    const Matrix x = symbols("x", n, K), attended = W_V * x * transpose(A);
    read_attend_write.add(sizes.at(), head(A, W_O, W_V) * vec(x), vec(W_O * attended));
    if (K == r && n == r)
      printed.add(sizes.at(), attended * transpose(W_O), W_O * attended);
  }
  proof.step("For all real A, W_O, W_V, x (n x K) of these sizes: (A ⊗ (W_O W_V)) vec(x) = "
             "vec(W_O (W_V x Aᵀ)): reading, attention, writing.",
             read_attend_write.hold(), read_attend_write.seen());
  proof.step(
      "On matrices, where (A ⊗ B) M = B M Aᵀ, the printed W_O ⊗ I makes (W_V x Aᵀ) W_Oᵀ of "
      "W_V x Aᵀ, which has the size of the output for K = n = r only, and is not the output for "
      "some real A, W_O, W_V, x of K = n = r = 2 and 3.",
      printed.fail(), printed.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_factorisation(proof);
  prove_sizes(proof);
  refute_printed_matrices(proof);
  refute_printed_action(proof);
}

} // namespace epreuve::proofs
