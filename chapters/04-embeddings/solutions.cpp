#include "exercises.hpp"

// [looked_up]
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  arma::mat x(A.n_rows, tokens.n_elem);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    x.col(k) = A.col(tokens(k));
  return x;
}

// [one_hot]
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  arma::mat e(N, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(tokens(k), k) = 1;
  return e;
}

// [table_weights]
arma::uword exercise::table_weights(arma::uword n, arma::uword N, arma::uword context,
                                    arma::uword tied)
{
  const arma::uword unembedding = tied == 1 ? 0 : n * N;
  return n * N + n * context + unembedding;
}

// [table_gradient]
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  arma::mat gradient(dx.n_rows, N, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    gradient.col(tokens(k)) += dx.col(k);
  return gradient;
}

// [patches]
arma::mat exercise::patches(const arma::mat& image, arma::uword P)
{
  const arma::uword down = image.n_rows / P, across = image.n_cols / P;
  arma::mat X(P * P, down * across);
  for (arma::uword i = 0; i < down; ++i)
    for (arma::uword j = 0; j < across; ++j)
      X.col(i * across + j) = arma::vectorise(image.submat(i * P, j * P, arma::size(P, P)));
  return X;
}

// [strided_convolution]
arma::mat exercise::strided_convolution(const arma::mat& image, const arma::mat& kernel,
                                        arma::uword s)
{
  arma::mat y((image.n_rows - kernel.n_rows) / s + 1, (image.n_cols - kernel.n_cols) / s + 1);
  for (arma::uword i = 0; i < y.n_rows; ++i)
    for (arma::uword j = 0; j < y.n_cols; ++j)
      y(i, j) = arma::accu(kernel % image.submat(i * s, j * s, arma::size(kernel)));
  return y;
}

// [cosine]
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return arma::dot(u, v) / (arma::norm(u) * arma::norm(v));
}

// [analogy]
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = A.n_cols;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if (d != a && d != b && d != c &&
        (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
      best = d;
  return best;
}

// [mutual_information]
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  const arma::mat P = C / arma::accu(C);
  const arma::mat chance = arma::sum(P, 1) * arma::sum(P, 0);
  return arma::log((P + kappa * chance) / ((1 + kappa) * chance));
}
