#include "lstm_terms.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::instruments {

LstmTerms lstm_terms(const networks::Cell<double>& cell, const arma::vec& x, const arma::vec& c,
                     const arma::vec& o)
{
  const arma::uword m = c.n_elem;
  if (arma::size(cell.U) != arma::size(4 * m, m) || o.n_elem != m)
    throw Error(
        "lstm_terms: with {} entries of c, U must be {} x {} and o have as many, got {} and "
        "{}",
        m, 4 * m, m, shape(cell.U), o.n_elem);
  const arma::vec s = o % (1 - arma::square(arma::tanh(c)));
  const arma::vec a = cell.W * x + cell.U * (o % arma::tanh(c)) + cell.b;
  const auto rows = [m](arma::uword gate) { return arma::span(gate * m, (gate + 1) * m - 1); };
  const auto sigma = [](arma::vec gate) {
    gate.transform([](double y) { return math::sigmoid(y); });
    return gate;
  };
  const arma::vec f = sigma(a(rows(0))), i = sigma(a(rows(1))), candidate = arma::tanh(a(rows(2)));
  const auto through = [&](arma::uword gate, const arma::vec& left) {
    return arma::mat(arma::diagmat(left) * cell.U.rows(gate * m, (gate + 1) * m - 1) *
                     arma::diagmat(s));
  };
  return {arma::diagmat(f), through(0, c % f % (1 - f)), through(1, candidate % i % (1 - i)),
          through(2, i % (1 - arma::square(candidate)))};
}

} // namespace epreuve::instruments
