#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Statements about matrices, on integers. Most are identities between polynomials in the entries;
/// doubles compute those exactly as long as no sum reaches 2^53, so two sides are equal or they are
/// not, and no tolerance can hide a mistake.
///
/// A statement takes matrices, and returns a Difference of two sides or a bool. The matrices are
/// given by names and shapes, "M n x p": a side is a number, or a name, and then the same for all
/// matrices that have it. Throughout:
///
/// @throws Error if a shape is not of this form, or two matrices have the same name
namespace epreuve::instruments {

/// Sides from 1 to `largest_side`, entries from `low` to `high`.
struct Integers
{
  arma::uword largest_side = 5;
  long low = -9, high = 9;
};

using Matrices = std::vector<arma::mat>;

/// How many cases of a statement were tried, and on how many it is false.
struct Cases
{
  arma::uword tried = 0, failed = 0;
  friend bool operator==(const Cases&, const Cases&) = default;
};

//! @cond what the templates below are made of
struct NamedShape
{
  std::string name, rows, cols;
};
std::vector<NamedShape> named_shapes(const std::vector<std::string>& texts);
Matrices draw_matrices(evidence::Draw& draw, const std::vector<NamedShape>& shapes,
                       const Integers& integers);
using MatrixPredicate = std::function<bool(const Matrices&)>;
Matrices smallest_matrices(const std::vector<NamedShape>& shapes, const MatrixPredicate& wanted,
                           const Integers& integers);
Cases unit_matrices(const std::vector<NamedShape>& shapes, const MatrixPredicate& holds,
                    arma::uword largest_side);

template <std::size_t count, typename Statement, typename... First>
auto apply_to(const Statement& statement, const Matrices& matrices, First&... first)
{
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return statement(first..., matrices.at(i)...);
  }(std::make_index_sequence<count>());
}

template <std::size_t count, typename Statement>
constexpr bool draws_more = []<std::size_t... i>(std::index_sequence<i...>) {
  return std::invocable<const Statement&, evidence::Draw&,
                        std::conditional_t<(i < count), const arma::mat&, void>...>;
}(std::make_index_sequence<count>());

template <std::size_t count, typename Statement>
MatrixPredicate predicate_of(const Statement& statement)
{
  return [&statement](const Matrices& matrices) {
    const auto found = apply_to<count>(statement, matrices);
    if constexpr (std::same_as<decltype(found), const bool>)
      return found;
    else
      return found.absolute == 0;
  };
}
//! @endcond

/// The statement on random integers of random shapes, for Claim::property.
///
///     .property("vec(B M Aᵀ), all shapes",
///               over_integer_matrices({"A p' x p", "B n' x n", "M n x p"},
///                                     [](auto& A, auto& B, auto& M) { return difference(...); }),
///               exactly())
///
/// A statement that draws more than these matrices takes the Draw before them. The integers may stand
/// before the statement too, where that reads better.
template <std::size_t count, typename Statement>
auto over_integer_matrices(const char* const (&shapes)[count], Statement statement,
                           Integers integers = {})
{
  return
      [named = named_shapes({shapes, shapes + count}), statement, integers](evidence::Draw& draw) {
        const Matrices matrices = draw_matrices(draw, named, integers);
        if constexpr (draws_more<count, Statement>)
          return apply_to<count>(statement, matrices, draw);
        else
          return apply_to<count>(statement, matrices);
      };
}

template <std::size_t count, typename Statement>
auto over_integer_matrices(const char* const (&shapes)[count], const Integers& integers,
                           Statement statement)
{
  return over_integer_matrices(shapes, statement, integers);
}

/// The smallest matrices of all on which the statement is false: among those with the fewest
/// entries in total, the ones whose magnitudes have the least sum.
/// @throws Error if there are none, or if it would take more than 10^7 cases to know
template <std::size_t count, typename Statement>
Matrices smallest_counterexample(const char* const (&shapes)[count], const Integers& integers,
                                 Statement statement)
{
  const MatrixPredicate holds = predicate_of<count>(statement);
  return smallest_matrices(
      named_shapes({shapes, shapes + count}), [&](const Matrices& m) { return !holds(m); },
      integers);
}

/// The statement on all unit matrices (a single 1 among zeros) with sides up to `largest_side`. If it
/// says that two sides are equal, and both are linear in each of the matrices, this is a proof for all
/// matrices of these shapes: each is a combination of unit matrices.
template <std::size_t count, typename Statement>
Cases on_unit_matrices(const char* const (&shapes)[count], Statement statement,
                       arma::uword largest_side)
{
  return unit_matrices(named_shapes({shapes, shapes + count}), predicate_of<count>(statement),
                       largest_side);
}

} // namespace epreuve::instruments
