#include "exercises.hpp"

// [surprise] The largest logit first, so that nothing overflows
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const double m = x.max();
  return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
}

// [logit_gradient]
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max());
  return e / arma::accu(e) - y;
}

// [mean_gradient]
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = X;
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    const arma::vec e = arma::exp(X.col(k) - X.col(k).max());
    G.col(k) = e / arma::accu(e);
    G(targets(k), k) -= 1;
  }
  return G / double(X.n_cols);
}

// [law_of_masked]
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < text.n_elem; ++i)
      agrees = agrees && (i == place || sentences[s](i) == text(i));
    if (agrees)
      law(sentences[s](place)) += p(s);
  }
  return law / arma::accu(law);
}

// [next_merge]
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [train]
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  while (true) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      return now;
    Q.each_row() %= arma::sum(P, 0);
    now -= rate * (Q - P);
  }
}
