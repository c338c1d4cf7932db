#include "epreuve/networks/through_time.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/shape.hpp"

#include <cmath>
#include <vector>

namespace epreuve::networks {

namespace {

void require_a_text(const char* function, const Cell<double>& cell, const arma::mat& x,
                    const arma::vec& g)
{
  if (x.n_cols == 0)
    throw Error("{}: there must be at least one word, got x {}", function, shape(x));
  if (g.n_elem != cell.U.n_cols)
    throw Error("{}: g must have {} entries, as the state, got {}", function, cell.U.n_cols,
                g.n_elem);
}

arma::vec output_gate(const Cell<double>& cell, const arma::vec& x, const arma::vec& h)
{
  const arma::vec a = cell.W * x + cell.U * h + cell.b;
  arma::vec o = a.tail(h.n_elem);
  o.transform([](double of_o) { return math::sigmoid(of_o); });
  return o;
}

} // namespace

arma::vec rnn_gradients_back(const Cell<double>& cell, const arma::mat& x, const arma::vec& g)
{
  require_a_text("rnn_gradients_back", cell, x, g);
  const arma::uword T = x.n_cols;
  std::vector<arma::mat> h{arma::mat(g.n_elem, 1, arma::fill::zeros)};
  for (arma::uword t = 0; t < T; ++t)
    h.push_back(rnn_cell(cell, arma::mat(x.col(t)), h.back()));
  arma::mat G = g;
  arma::vec norms(T + 1);
  norms(0) = arma::norm(G);
  for (arma::uword k = 1; k <= T; ++k) {
    G = rnn_cell_backward(cell, arma::mat(x.col(T - k)), h[T - k], G).h;
    norms(k) = arma::norm(G);
  }
  return norms;
}

arma::vec lstm_gradients_back(const Cell<double>& cell, const arma::mat& x, const arma::vec& g)
{
  require_a_text("lstm_gradients_back", cell, x, g);
  const arma::uword T = x.n_cols, m = g.n_elem;
  const arma::mat zero(m, 1, arma::fill::zeros);
  std::vector<LstmState<double>> states{{zero, zero}};
  for (arma::uword t = 0; t < T; ++t)
    states.push_back(lstm_cell(cell, arma::mat(x.col(t)), states.back()));
  LstmState<double> G{zero, g};
  arma::vec norms(T + 1);
  norms(0) = arma::norm(g);
  for (arma::uword k = 1; k <= T; ++k) {
    G = lstm_cell_backward(cell, arma::mat(x.col(T - k)), states[T - k], G).before;
    // h_t = o_t ∘ tanh(c_t): what comes back to h_t goes on to c_t. At t = 0 there is no gate, and h is 0.
    arma::vec by_c = G.c;
    if (k < T)
      by_c += G.h % output_gate(cell, x.col(T - k - 1), states[T - k - 1].h) /
              arma::square(arma::cosh(states[T - k].c));
    norms(k) = arma::norm(by_c);
  }
  return norms;
}

} // namespace epreuve::networks
