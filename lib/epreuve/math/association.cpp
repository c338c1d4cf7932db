#include "epreuve/math/association.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>

namespace epreuve::math {

arma::mat mutual_information(const arma::mat& P, double kappa)
{
  if (P.is_empty())
    throw Error("mutual_information: P needs a context and a word, got {}", shape(P));
  if (!P.is_finite() || P.min() < 0)
    throw Error("mutual_information: P must have probabilities or counts, finite and not negative");
  if (!(kappa >= 0))
    throw Error("mutual_information: kappa must not be negative, got {}", kappa);
  const arma::vec of_context = arma::sum(P, 1);
  const arma::rowvec of_word = arma::sum(P, 0);
  if (const arma::uvec none = arma::find(of_context == 0); !none.is_empty())
    throw Error("mutual_information: context {} meets no word; leave it out", none(0));
  if (const arma::uvec none = arma::find(of_word == 0); !none.is_empty())
    throw Error("mutual_information: word {} meets no context; leave it out", none(0));
  const double total = arma::accu(P);
  return arma::log((P * total / (of_context * of_word) + kappa) / (1 + kappa));
}

arma::mat word_vectors(const arma::mat& M, arma::uword r)
{
  if (r == 0 || r > std::min(M.n_rows, M.n_cols))
    throw Error("word_vectors: r must be from 1 to {} for M {}, got {}",
                std::min(M.n_rows, M.n_cols), shape(M), r);
  if (!M.is_finite())
    throw Error("word_vectors: M must be finite; smooth it, or leave out what never meets");
  arma::mat U, V;
  arma::vec S;
  if (!arma::svd_econ(U, S, V, M))
    throw Error("word_vectors: the singular value decomposition of M {} did not converge",
                shape(M));
  arma::mat v = arma::diagmat(S.head(r)) * V.head_cols(r).t();
  for (arma::uword i = 0; i < r; ++i)
    if (v(i, arma::index_max(arma::abs(v.row(i)))) < 0)
      v.row(i) *= -1;
  return v;
}

double cosine(const arma::vec& u, const arma::vec& v)
{
  if (u.n_elem != v.n_elem)
    throw Error("cosine: u and v must have the same length, got {} and {}", u.n_elem, v.n_elem);
  const double lengths = arma::norm(u) * arma::norm(v);
  if (!(lengths > 0))
    throw Error("cosine: a vector that is 0 has no direction");
  return arma::dot(u, v) / lengths;
}

} // namespace epreuve::math
