#include "epreuve/instruments/exact/integer_matrices.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>

namespace epreuve::instruments {

namespace {

using Indices = std::vector<arma::uword>;
using Sides = std::map<std::string, arma::uword>;

bool is_number(const std::string& side)
{
  return std::ranges::all_of(side, [](char c) { return '0' <= c && c <= '9'; });
}

/// Calls `visit` with every vector of indices whose k-th is below the k-th limit.
void for_all(const Indices& limits, const std::function<void(const Indices&)>& visit)
{
  Indices at(limits.size(), 0);
  std::size_t k = 0;
  do {
    visit(at);
    for (k = 0; k < at.size() && ++at[k] == limits[k]; ++k)
      at[k] = 0;
  } while (k < at.size());
}

/// The matrices, of zeros, for every choice of the sides that have a name.
std::vector<Matrices> of_all_shapes(const std::vector<NamedShape>& shapes, arma::uword largest_side)
{
  Sides sides;
  for (const NamedShape& shape : shapes)
    for (const std::string& side : {shape.rows, shape.cols})
      sides[side] = is_number(side) ? std::stoul(side) : 0;
  std::vector<std::string> names;
  for (const auto& [name, side] : sides)
    if (!is_number(name))
      names.push_back(name);

  std::vector<Matrices> all;
  for_all(Indices(names.size(), largest_side), [&](const Indices& at) {
    for (std::size_t k = 0; k < at.size(); ++k)
      sides[names[k]] = at[k] + 1;
    Matrices matrices;
    for (const NamedShape& shape : shapes)
      matrices.emplace_back(sides[shape.rows], sides[shape.cols], arma::fill::zeros);
    all.push_back(matrices);
  });
  return all;
}

arma::uword entries_of(const Matrices& matrices)
{
  arma::uword entries = 0;
  for (const arma::mat& matrix : matrices)
    entries += matrix.n_elem;
  return entries;
}

} // namespace

std::vector<NamedShape> named_shapes(const std::vector<std::string>& texts)
{
  std::vector<NamedShape> shapes;
  for (const std::string& text : texts) {
    std::istringstream words(text);
    NamedShape shape;
    std::string by, rest;
    if (!(words >> shape.name >> shape.rows >> by >> shape.cols) || by != "x" || words >> rest ||
        shape.rows == "0" || shape.cols == "0")
      throw Error("\"{}\" is no shape of a matrix: expected its name and its sides, as in "
                  "\"M n x p\" or \"M 2 x n\"",
                  text);
    if (std::ranges::count(shapes, shape.name, &NamedShape::name) > 0)
      throw Error("two matrices are called {}: each needs a name of its own", shape.name);
    shapes.push_back(shape);
  }
  return shapes;
}

Matrices draw_matrices(evidence::Draw& draw, const std::vector<NamedShape>& shapes,
                       const Integers& integers)
{
  Sides sides;
  const auto side = [&](const std::string& name) {
    if (!sides.contains(name))
      sides[name] = is_number(name) ? std::stoul(name) : draw.size(name, 1, integers.largest_side);
    return sides[name];
  };
  Matrices matrices;
  for (const NamedShape& shape : shapes) {
    const arma::uword n_rows = side(shape.rows), n_cols = side(shape.cols);
    matrices.push_back(
        draw.integer_matrix(shape.name, n_rows, n_cols, integers.low, integers.high));
  }
  return matrices;
}

Matrices smallest_matrices(const std::vector<NamedShape>& shapes, const MatrixPredicate& wanted,
                           const Integers& integers)
{
  constexpr double most_cases = 1e7;
  const auto values = arma::uword(integers.high - integers.low + 1);
  std::vector<Matrices> candidates = of_all_shapes(shapes, integers.largest_side);
  std::ranges::stable_sort(candidates, std::less(), entries_of);
  Matrices smallest;
  double least = std::numeric_limits<double>::infinity(), cases = 0;
  for (Matrices& matrices : candidates) {
    const arma::uword entries = entries_of(matrices);
    if (!smallest.empty() && entries > entries_of(smallest))
      break;
    cases += std::pow(values, entries);
    if (cases > most_cases)
      throw Error(
          "the smallest counterexample takes more than {:.0e} cases: allow smaller sides, or "
          "fewer values",
          most_cases);
    for_all(Indices(entries, values), [&](const Indices& at) {
      double sum = 0;
      auto next = at.begin();
      for (arma::mat& matrix : matrices)
        for (double& entry : matrix) {
          entry = double(integers.low) + double(*next++);
          sum += std::abs(entry);
        }
      if (sum < least && wanted(matrices)) {
        least = sum;
        smallest = matrices;
      }
    });
  }
  if (smallest.empty())
    throw Error("there is no counterexample with sides up to {} and entries from {} to {}",
                integers.largest_side, integers.low, integers.high);
  return smallest;
}

Cases unit_matrices(const std::vector<NamedShape>& shapes, const MatrixPredicate& holds,
                    arma::uword largest_side)
{
  Cases cases;
  for (Matrices& matrices : of_all_shapes(shapes, largest_side)) {
    Indices places;
    for (const arma::mat& matrix : matrices)
      places.push_back(matrix.n_elem);
    for_all(places, [&](const Indices& at) {
      for (std::size_t k = 0; k < at.size(); ++k) {
        matrices[k].zeros();
        matrices[k](at[k]) = 1;
      }
      ++cases.tried;
      cases.failed += !holds(matrices);
    });
  }
  return cases;
}

} // namespace epreuve::instruments
