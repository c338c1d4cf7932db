#include "angle.hpp"

#include "epreuve/error.hpp"

#include <cmath>

double epreuve::instruments::angle(const arma::vec& a, const arma::vec& b)
{
  if (a.n_elem != b.n_elem)
    throw Error("angle: two vectors of the same length are needed, got {} and {} numbers", a.n_elem,
                b.n_elem);
  const double of_a = arma::norm(a), of_b = arma::norm(b);
  if (of_a == 0 || of_b == 0)
    throw Error("angle: the vector 0 has no direction, expected two vectors that are not 0");
  const arma::vec u = a / of_a, v = b / of_b;
  return 2 * std::atan2(arma::norm(u - v), arma::norm(u + v));
}
