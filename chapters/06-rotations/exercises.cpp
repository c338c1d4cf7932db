// Chapter 06, rotations. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check rotations checks it.

#include "exercises.hpp"

// [frequencies] The frequencies
arma::vec exercise::frequencies(arma::uword n, double p)
{
  throw NotStarted();
}

// [position_vector] A position as a vector
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  throw NotStarted();
}

// [rotation] A rotation of the plane
arma::mat exercise::rotation(double omega)
{
  throw NotStarted();
}

// [shift_matrix] The matrix that moves every position
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  throw NotStarted();
}

// [shifted] The same move without the matrix
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  throw NotStarted();
}

// [similarity] The dot product of two positions
double exercise::similarity(long l, arma::uword n, double p)
{
  throw NotStarted();
}

// [rotary] Rotary embedding
arma::mat exercise::rotary(const arma::mat& X, long s, double p)
{
  throw NotStarted();
}

// [learnt_shift] The shift, learnt from examples
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  throw NotStarted();
}
