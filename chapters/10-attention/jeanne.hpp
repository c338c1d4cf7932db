#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

/// The example of exo7 6.4, "Jeanne visite le zoo, émerveillée": weights, a row per query, and a head that has them.
namespace epreuve::jeanne {

using instruments::Rational;
using instruments::RationalMatrix;

inline RationalMatrix tenths(const RationalMatrix& A)
{
  return Rational(1, 10) * A;
}

inline const RationalMatrix w_1 = tenths({{2, 4, 1, 3}}), w_2 = tenths({{2, 4, 4, 0}}),
                            w_3 = tenths({{1, 4, 4, 1}}), w_4 = tenths({{3, 0, 2, 5}});

inline const char* const printed =
    "0.2 0.4 0.1 0.3; 0.1 0.4 0.4 0.1; 0.2 0.4 0.4 0.0; 0.1 0.4 0.4 0.1";
inline const char* const by_the_text =
    "0.2 0.4 0.1 0.3; 0.2 0.4 0.4 0.0; 0.1 0.4 0.4 0.1; 0.3 0.0 0.2 0.5";

inline RationalMatrix printed_table()
{
  return tenths({{2, 4, 1, 3}, {1, 4, 4, 1}, {2, 4, 4, 0}, {1, 4, 4, 1}});
}

inline RationalMatrix table_of_the_text()
{
  return tenths({{2, 4, 1, 3}, {2, 4, 4, 0}, {1, 4, 4, 1}, {3, 0, 2, 5}});
}

inline RationalMatrix row_of(const RationalMatrix& A, arma::uword i)
{
  RationalMatrix row(1, A.cols());
  for (arma::uword j = 0; j < A.cols(); ++j)
    row(0, j) = A(i, j);
  return row;
}

/// Of dimension 2, for the printed table, a column per word: found by a search for the most room.
inline RationalMatrix queries()
{
  return Rational(1, 100) * RationalMatrix{{91, 140, 106, 140}, {65, -212, -255, -212}};
}
inline RationalMatrix keys()
{
  return Rational(1, 100) * RationalMatrix{{-34, 53, -21, 3}, {-9, -5, -44, 58}};
}
/// Scores of dimension 2 for the table that the text describes.
inline RationalMatrix scores_of_the_text()
{
  const RationalMatrix Q{{7, 149, 147, -171}, {142, -81, -16, -137}},
      K{{-6, 76, 54, -64}, {-20, 29, -38, 31}};
  return Rational(1, 10000) * (transpose(Q) * K);
}

} // namespace epreuve::jeanne
