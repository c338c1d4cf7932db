#include "position_schemes.hpp"

#include "arbitrary.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/rotations.hpp"

#include <cmath>
#include <cstdlib>

namespace epreuve::instruments {

double PositionScheme::score(const arma::vec& q, long i, const arma::vec& v, long j) const
{
  return arma::dot(at(q, i), at(v, j)) - slope * double(std::abs(i - j));
}

std::vector<PositionScheme> position_schemes(arma::uword n, arma::uword trained)
{
  const auto formula = [n](const arma::vec& x, long k) -> arma::vec {
    return x + math::position_vector(k, n);
  };
  const auto tabulated = [table = arbitrary_matrix(3, n, trained)](const arma::vec& x,
                                                                   long k) -> arma::vec {
    if (k < 0 || k >= long(table.n_cols))
      throw Error("position_schemes: the table has positions 0 to {}, got {}", table.n_cols - 1, k);
    return x + table.col(arma::uword(k));
  };
  const auto rotary = [](const arma::vec& x, long k) -> arma::vec { return math::rotate(x, k); };
  const auto as_it_is = [](const arma::vec& x, long) -> arma::vec { return x; };
  return {{"formula", formula},
          {"table, untrained", tabulated},
          {"rotary", rotary},
          {"ALiBi", as_it_is, 1.0 / 16},
          {"mask alone", as_it_is}};
}

bool beyond_training(const PositionScheme& scheme, arma::uword n, long trained)
{
  try {
    for (const long k : {trained, 4 * trained, 1'000'000L})
      if (!scheme.at(arma::zeros(n), k).is_finite())
        return false;
    return true;
  } catch (const Error&) {
    return false;
  }
}

bool bounded(const PositionScheme& scheme, const arma::vec& x, long last)
{
  const double bound = (arma::norm(x) + std::sqrt(double(x.n_elem))) * (1 + 1e-9);
  for (long k = 0; k <= last; k = 2 * k + 1)
    if (arma::norm(scheme.at(x, k)) > bound)
      return false;
  return true;
}

bool one_matrix_moves(const PositionScheme& scheme, const arma::vec& x)
{
  arma::mat X(x.n_elem, 601);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    X.col(k) = scheme.at(x, long(k));
  const arma::mat from = X.head_cols(600), to = X.tail_cols(600);
  arma::mat U, V;
  arma::vec s;
  if (!arma::svd_econ(U, s, V, from, "right"))
    throw Error("one_matrix_moves: the singular values were not found");
  // least squares; directions that the positions hardly take are cut, at 10^-9 of the largest
  V = V.cols(arma::find(s > 1e-9 * s.max())).eval();
  return arma::abs(to * V * V.t() - to).max() < 1e-4;
}

bool scores_know_the_shift_alone(const PositionScheme& scheme, const arma::vec& q,
                                 const arma::vec& v)
{
  const double score = scheme.score(q, 40, v, 7);
  for (const long s : {1, 10, 500})
    if (std::abs(scheme.score(q, 40 + s, v, 7 + s) - score) > 1e-9)
      return false;
  return true;
}

bool scores_fall(const PositionScheme& scheme, const arma::vec& q, const arma::vec& v)
{
  for (long d = 1; d <= 300; ++d)
    if (scheme.score(q, 300, v, 300 - d) >= scheme.score(q, 300, v, 301 - d))
      return false;
  return true;
}

} // namespace epreuve::instruments
