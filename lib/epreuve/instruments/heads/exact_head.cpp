#include "epreuve/instruments/heads/exact_head.hpp"

#include "epreuve/instruments/exact/rational_pattern.hpp"

namespace epreuve::instruments {

ExactHead exact_head(const arma::mat& W_Q, const arma::mat& W_K, const arma::mat& W_V,
                     const arma::mat& W_O)
{
  return {RationalMatrix(W_Q), RationalMatrix(W_K), RationalMatrix(W_V), RationalMatrix(W_O)};
}

RationalMatrix exact_pattern(const ExactHead& head, const RationalMatrix& x)
{
  return rational_pattern(transpose(head.W_Q * x) * (head.W_K * x));
}

RationalMatrix exact_output(const ExactHead& head, const RationalMatrix& x)
{
  return head.W_O * (head.W_V * x) * transpose(exact_pattern(head, x));
}

RationalMatrix kronecker(const RationalMatrix& A, const RationalMatrix& B)
{
  RationalMatrix product(A.rows() * B.rows(), A.cols() * B.cols());
  for (arma::uword i = 0; i < product.rows(); ++i)
    for (arma::uword j = 0; j < product.cols(); ++j)
      product(i, j) = A(i / B.rows(), j / B.cols()) * B(i % B.rows(), j % B.cols());
  return product;
}

RationalMatrix vec(const RationalMatrix& M)
{
  RationalMatrix v(M.rows() * M.cols(), 1);
  for (arma::uword j = 0; j < M.cols(); ++j)
    for (arma::uword i = 0; i < M.rows(); ++i)
      v(i + M.rows() * j, 0) = M(i, j);
  return v;
}

} // namespace epreuve::instruments
