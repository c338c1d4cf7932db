#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::instruments {

/// What random matrices are made of: sides from 1 to `largest_side`, entries from `low` to `high`.
struct Integers
{
  arma::uword largest_side = 5;
  long low = -9, high = 9;
};

struct NamedShape
{
  std::string name, rows, cols; ///< a side is a name, or a number
};

/// Reads shapes such as "M n x p".
/// @throws Error if one is not of this form, or two have the same name
std::vector<NamedShape> named_shapes(const std::vector<std::string>& texts);

/// A matrix of each shape. A side that is a name is drawn where it first appears, and then the same
/// for all matrices that have it.
std::vector<arma::mat> draw_matrices(evidence::Draw& draw, const std::vector<NamedShape>& shapes,
                                     const Integers& integers);

/// A statement about matrices, for Claim::property: it holds for random integers, in all shapes.
///
///     .property("vec(B M Aᵀ), all shapes",
///               over_integer_matrices({"A p' x p", "B n' x n", "M n x p"},
///                                     [](auto& A, auto& B, auto& M) {
///                                       return difference(kronecker(A, B) * vec(M), ...);
///                                     }),
///               exactly())
///
/// Meant for identities between polynomials in the entries. Doubles compute those exactly as long as
/// no sum reaches 2^53, so the sides are equal or they are not, and no tolerance can hide a mistake.
///
/// @param shapes     see named_shapes and draw_matrices
/// @param statement  takes as many matrices as there are shapes; returns a Difference, or a bool
/// @throws Error if a shape cannot be read
template <std::size_t count, typename Statement>
auto over_integer_matrices(const char* const (&shapes)[count], Statement statement,
                           Integers integers = {})
{
  return
      [named = named_shapes({shapes, shapes + count}), statement, integers](evidence::Draw& draw) {
        const std::vector<arma::mat> matrices = draw_matrices(draw, named, integers);
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
          return statement(matrices.at(i)...);
        }(std::make_index_sequence<count>());
      };
}

} // namespace epreuve::instruments
