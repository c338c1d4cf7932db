#include "epreuve/math/embedding.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <string_view>

namespace epreuve::math {

namespace {

void check_tokens(std::string_view function, const std::vector<arma::uword>& tokens, arma::uword N)
{
  if (tokens.empty())
    throw Error("{}: a text needs at least one token, got none", function);
  for (std::size_t k = 0; k < tokens.size(); ++k)
    if (tokens[k] >= N)
      throw Error("{}: tokens are numbered from 0 to {}, got {} at place {}", function, N - 1,
                  tokens[k], k);
}

} // namespace

arma::mat one_hot(const std::vector<arma::uword>& tokens, arma::uword N)
{
  if (N == 0)
    throw Error("one_hot: the vocabulary must have a token, got N = 0");
  check_tokens("one_hot", tokens, N);
  arma::mat e(N, tokens.size());
  for (arma::uword k = 0; k < e.n_cols; ++k)
    e(tokens[k], k) = 1;
  return e;
}

template <typename Real>
arma::Mat<Real> embed(const arma::Mat<Real>& A, const std::vector<arma::uword>& tokens)
{
  if (A.is_empty())
    throw Error("embed: A must have a row for each coordinate and a column for each token, got {}",
                shape(A));
  check_tokens("embed", tokens, A.n_cols);
  arma::Mat<Real> x(A.n_rows, tokens.size());
  for (arma::uword k = 0; k < x.n_cols; ++k)
    x.col(k) = A.col(tokens[k]);
  return x;
}

template arma::Mat<float> embed(const arma::Mat<float>&, const std::vector<arma::uword>&);
template arma::Mat<double> embed(const arma::Mat<double>&, const std::vector<arma::uword>&);

} // namespace epreuve::math
