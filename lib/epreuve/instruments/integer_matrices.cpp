#include "epreuve/instruments/integer_matrices.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace epreuve::instruments {

namespace {

bool is_number(const std::string& side)
{
  return std::ranges::all_of(side, [](char c) { return '0' <= c && c <= '9'; });
}

} // namespace

std::vector<NamedShape> named_shapes(const std::vector<std::string>& texts)
{
  std::vector<NamedShape> shapes;
  for (const std::string& text : texts) {
    std::istringstream words(text);
    NamedShape shape;
    std::string by, rest;
    if (!(words >> shape.name >> shape.rows >> by >> shape.cols) || by != "x" || words >> rest)
      throw Error("\"{}\" is no shape of a matrix: expected its name and its sides, as in "
                  "\"M n x p\" or \"M 2 x n\"",
                  text);
    if (std::ranges::count(shapes, shape.name, &NamedShape::name) > 0)
      throw Error("two matrices are called {}: each needs a name of its own", shape.name);
    shapes.push_back(shape);
  }
  return shapes;
}

std::vector<arma::mat> draw_matrices(evidence::Draw& draw, const std::vector<NamedShape>& shapes,
                                     const Integers& integers)
{
  std::map<std::string, arma::uword> sides;
  const auto side = [&](const std::string& name) {
    if (is_number(name))
      return arma::uword(std::stoul(name));
    if (!sides.contains(name))
      sides[name] = draw.size(name, 1, integers.largest_side);
    return sides[name];
  };
  std::vector<arma::mat> matrices;
  for (const NamedShape& shape : shapes) {
    const arma::uword n_rows = side(shape.rows), n_cols = side(shape.cols);
    matrices.push_back(
        draw.integer_matrix(shape.name, n_rows, n_cols, integers.low, integers.high));
  }
  return matrices;
}

} // namespace epreuve::instruments
