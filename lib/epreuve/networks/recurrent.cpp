#include "epreuve/networks/recurrent.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::networks {

namespace {

/// A cell has `gates` times m rows.
template <typename Real>
void require_cell(const char* function, arma::uword gates, const Cell<Real>& cell,
                  const arma::Mat<Real>& x, const arma::Mat<Real>& h)
{
  const arma::uword m = cell.U.n_cols, rows = gates * m;
  if (m == 0)
    throw Error("{}: a state must have at least one entry, got U {}", function, shape(cell.U));
  if (cell.U.n_rows != rows || arma::size(cell.W) != arma::size(rows, x.n_rows) ||
      cell.b.n_elem != rows)
    throw Error("{}: U is {}, so with m = {} and x {}, U must be {} x {}, W {} x {} and b have {} "
                "entries; W is {} and b has {}",
                function, shape(cell.U), m, shape(x), rows, m, rows, x.n_rows, rows, shape(cell.W),
                cell.b.n_elem);
  if (arma::size(h) != arma::size(m, x.n_cols))
    throw Error("{}: a state must be {} x {}, as U is {} and x {}, got {}", function, m, x.n_cols,
                shape(cell.U), shape(x), shape(h));
}

/// a = W x + U h + b
template <typename Real>
arma::Mat<Real> before_activation(const Cell<Real>& cell, const arma::Mat<Real>& x,
                                  const arma::Mat<Real>& h)
{
  arma::Mat<Real> a = cell.W * x + cell.U * h;
  a.each_col() += cell.b;
  return a;
}

template <typename Real>
struct Gates
{
  arma::Mat<Real> a_f, a_i, a_c, a_o; ///< before the activations
  arma::Mat<Real> f, i, c, o;         ///< c is the candidate
};

template <typename Real>
Gates<Real> gates(const Cell<Real>& cell, const arma::Mat<Real>& x, const arma::Mat<Real>& h)
{
  const arma::Mat<Real> a = before_activation(cell, x, h);
  const arma::uword m = h.n_rows;
  Gates<Real> g;
  g.a_f = a.rows(0, m - 1);
  g.a_i = a.rows(m, 2 * m - 1);
  g.a_c = a.rows(2 * m, 3 * m - 1);
  g.a_o = a.rows(3 * m, 4 * m - 1);
  g.f = math::sigmoid(g.a_f);
  g.i = math::sigmoid(g.a_i);
  g.c = arma::tanh(g.a_c);
  g.o = math::sigmoid(g.a_o);
  return g;
}

} // namespace

template <typename Real>
arma::Mat<Real> rnn_cell(const Cell<Real>& cell, const arma::Mat<Real>& x, const arma::Mat<Real>& h)
{
  require_cell("rnn_cell", 1, cell, x, h);
  return arma::tanh(before_activation(cell, x, h));
}

template <typename Real>
RnnGradient<Real> rnn_cell_backward(const Cell<Real>& cell, const arma::Mat<Real>& x,
                                    const arma::Mat<Real>& h, const arma::Mat<Real>& G)
{
  for (const arma::Mat<Real>& state : {h, G})
    require_cell("rnn_cell_backward", 1, cell, x, state);
  const arma::Mat<Real> D = tanh_backward(before_activation(cell, x, h), G);
  return {.cell = {.W = D * x.t(), .U = D * h.t(), .b = arma::sum(D, 1)},
          .x = cell.W.t() * D,
          .h = cell.U.t() * D};
}

template <typename Real>
LstmState<Real> lstm_cell(const Cell<Real>& cell, const arma::Mat<Real>& x,
                          const LstmState<Real>& before)
{
  require_cell("lstm_cell", 4, cell, x, before.h);
  require_cell("lstm_cell", 4, cell, x, before.c);
  const Gates<Real> g = gates(cell, x, before.h);
  const arma::Mat<Real> c = g.f % before.c + g.i % g.c;
  return {.h = g.o % arma::tanh(c), .c = c};
}

template <typename Real>
LstmGradient<Real> lstm_cell_backward(const Cell<Real>& cell, const arma::Mat<Real>& x,
                                      const LstmState<Real>& before, const LstmState<Real>& G)
{
  for (const arma::Mat<Real>& state : {before.h, before.c, G.h, G.c})
    require_cell("lstm_cell_backward", 4, cell, x, state);
  const Gates<Real> g = gates(cell, x, before.h);
  const arma::Mat<Real> c = g.f % before.c + g.i % g.c;
  const arma::Mat<Real> C = G.c + tanh_backward<Real>(c, G.h % g.o);
  const arma::Mat<Real> D = arma::join_cols(
      sigmoid_backward<Real>(g.a_f, C % before.c), sigmoid_backward<Real>(g.a_i, C % g.c),
      tanh_backward<Real>(g.a_c, C % g.i), sigmoid_backward<Real>(g.a_o, G.h % arma::tanh(c)));
  return {.cell = {.W = D * x.t(), .U = D * before.h.t(), .b = arma::sum(D, 1)},
          .x = cell.W.t() * D,
          .before = {.h = cell.U.t() * D, .c = C % g.f}};
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> rnn_cell(const Cell<Real>&, const arma::Mat<Real>&,                     \
                                    const arma::Mat<Real>&);                                       \
  template RnnGradient<Real> rnn_cell_backward(const Cell<Real>&, const arma::Mat<Real>&,          \
                                               const arma::Mat<Real>&, const arma::Mat<Real>&);    \
  template LstmState<Real> lstm_cell(const Cell<Real>&, const arma::Mat<Real>&,                    \
                                     const LstmState<Real>&);                                      \
  template LstmGradient<Real> lstm_cell_backward(const Cell<Real>&, const arma::Mat<Real>&,        \
                                                 const LstmState<Real>&, const LstmState<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::networks
