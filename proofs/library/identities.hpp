#pragma once

#include "matrix.hpp"

#include <cstddef>
#include <string>

namespace epreuve::proofs {

/// The formula left = right at several sizes, for a step of a proof. Sides that are the same
/// polynomials are equal for all real values of the symbols; sides that are not differ for some,
/// even for some integers.
class Identities
{
public:
  /// @param at  where this is, for those who look for a failure: "A 2 x 3, B 1 x 2"
  /// @throws    Error if the sides differ in size
  void add(const std::string& at, const Matrix& left, const Matrix& right);
  void add(const std::string& at, const Polynomial& left, const Polynomial& right);

  /// Whether left is right in all of them, and they say more than 0 = 0.
  [[nodiscard]] bool hold() const { return n_terms_ > 0 && n_different_ == 0; }

  /// Whether there are any, and left is right in none of them.
  [[nodiscard]] bool fail() const { return n_added_ > 0 && n_different_ == n_added_; }

  /// How much was compared, or where left is not right and what left - right is there.
  [[nodiscard]] std::string seen() const;

private:
  std::size_t n_added_ = 0;
  std::size_t n_entries_ = 0;
  std::size_t n_terms_ = 0;
  std::size_t most_terms_ = 0;
  std::string largest_; ///< the one with most_terms_
  std::size_t n_different_ = 0;
  std::string first_difference_;
};

} // namespace epreuve::proofs
