#include "epreuve/math/linear_algebra/jacobian_norm.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::math {

double jacobian_norm(arma::vec p)
{
  if (p.is_empty())
    throw Error("jacobian_norm: p must have at least one probability, got none");
  const arma::uword top = p.index_max();
  const double p_top = p(top);
  p.shed_row(top);
  const double others = arma::accu(p);
  const arma::vec squares = arma::square(p);
  const double sum = arma::accu(squares);
  const double diagonal = std::pow(p_top * others, 2) + arma::accu(squares % arma::square(1 - p));
  const double off_diagonal = 2 * p_top * p_top * sum + sum * sum - arma::dot(squares, squares);
  return std::sqrt(diagonal + off_diagonal);
}

} // namespace epreuve::math
