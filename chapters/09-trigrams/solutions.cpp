#include "exercises.hpp"

// [bigram_counts] Pairs
arma::mat exercise::bigram_counts(const arma::uvec& text, arma::uword N)
{
  arma::mat C(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    C(text(i), text(i + 1)) += 1;
  return C;
}

// [trigram_probability] Triples, smoothed
double exercise::trigram_probability(const arma::uvec& text, arma::uword N, arma::uword a,
                                     arma::uword x, arma::uword u, double lambda)
{
  double c = 0, n = 0;
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) == x) {
      n += 1;
      if (text(i + 2) == u)
        c += 1;
    }
  return (c + lambda) / (n + lambda * static_cast<double>(N));
}

// [gapped_counts] Triples with a gap
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  bool before = false;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (text(i) == end) {
      before = false;
      continue;
    }
    if (before)
      G(text(i), text(i + 1)) += 1;
    if (text(i) == a)
      before = true;
  }
  return G;
}

// [cross_entropy] What a table loses
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  double sum = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    sum -= std::log(P(text(i), text(i + 1)));
  return sum / static_cast<double>(text.n_elem - 1);
}

// [head_logits] A head, from its tables
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  const arma::uword x = prefix(prefix.n_elem - 1);
  arma::vec sum(m.n_cols, arma::fill::zeros);
  double total = 0;
  for (arma::uword j = 0; j < prefix.n_elem; ++j) {
    const arma::uword s = prefix(j);
    for (arma::uword u = 0; u < m.n_cols; ++u)
      sum(u) += alpha(x, s) * m(s, u);
    total += alpha(x, s);
  }
  return sum / total;
}
