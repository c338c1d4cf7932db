#pragma once

#include <armadillo>

/// Cells of recurrent networks and their way back; see layers.hpp for the conventions. A cell takes one step, for B
/// texts at once, a column for each. A network that reads T tokens is T steps with the same weights: back through time,
/// each step's derivatives by the weights are added, and those by the state go on to the step before.
namespace epreuve::networks {

/// The weights of a cell: what it makes of the token, of the state, and on its own.
template <typename Real>
struct Cell
{
  arma::Mat<Real> W; ///< m x n; of an LSTM 4m x n
  arma::Mat<Real> U; ///< m x m; of an LSTM 4m x m
  arma::Col<Real> b; ///< m; of an LSTM 4m
};

/// Elman's cell.
///
///     h' = tanh(W x + U h + b 1^T)
///
/// @param x  n x B
/// @param h  m x B, the state before
/// @return   m x B, the state after
/// @throws   Error if the shapes do not fit
template <typename Real>
arma::Mat<Real> rnn_cell(const Cell<Real>& cell, const arma::Mat<Real>& x,
                         const arma::Mat<Real>& h);

template <typename Real>
struct RnnGradient
{
  Cell<Real> cell;
  arma::Mat<Real> x; ///< n x B
  arma::Mat<Real> h; ///< m x B
};

/// Back through one step: let a = W x + U h + b and D = dL/da.
///
///     D = G / cosh(a)^2
///
///     dL/dW = D x^T,  dL/dU = D h^T,  dL/db = D 1,  dL/dx = W^T D,  dL/dh = U^T D
///
/// @param G  m x B, dL/dh'
/// @throws   Error if the shapes do not fit
template <typename Real>
RnnGradient<Real> rnn_cell_backward(const Cell<Real>& cell, const arma::Mat<Real>& x,
                                    const arma::Mat<Real>& h, const arma::Mat<Real>& G);

/// The two halves of an LSTM's state, and of the derivatives by it.
template <typename Real>
struct LstmState
{
  arma::Mat<Real> h; ///< m x B, what the cell says
  arma::Mat<Real> c; ///< m x B, what it keeps
};

/// The cell of a network with long short-term memory. The rows of W, U and b are those of the forget gate f, the input
/// gate i, the candidate c~ and the output gate o, m each.
///
///     (a_f, a_i, a_c, a_o) = W x + U h + b 1^T
///
///     f = sigma(a_f),  i = sigma(a_i),  c~ = tanh(a_c),  o = sigma(a_o)
///
///     c' = f ∘ c + i ∘ c~,    h' = o ∘ tanh(c')
///
/// @param x       n x B
/// @param before  m x B each
/// @return        m x B each
/// @throws        Error if the shapes do not fit
/// Source: Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Gers, Schmidhuber and Cummins (2000) for f.
template <typename Real>
LstmState<Real> lstm_cell(const Cell<Real>& cell, const arma::Mat<Real>& x,
                          const LstmState<Real>& before);

template <typename Real>
struct LstmGradient
{
  Cell<Real> cell;
  arma::Mat<Real> x;      ///< n x B
  LstmState<Real> before; ///< m x B each
};

/// Back through one step: G.h = dL/dh' and G.c, what comes back to c' from the next step alone. With C = dL/dc' in all
/// and D = dL/da,
///
///     C = G.c + G.h ∘ o / cosh(c')^2
///
///     D_f = C ∘ c ∘ sigma'(a_f)        D_c = C ∘ i / cosh(a_c)^2
///     D_i = C ∘ c~ ∘ sigma'(a_i)       D_o = G.h ∘ tanh(c') ∘ sigma'(a_o)
///
///     dL/dW = D x^T,  dL/dU = D h^T,  dL/db = D 1,  dL/dx = W^T D,  dL/dh = U^T D,  dL/dc = C ∘ f
///
/// @param G  m x B each
/// @throws   Error if the shapes do not fit
template <typename Real>
LstmGradient<Real> lstm_cell_backward(const Cell<Real>& cell, const arma::Mat<Real>& x,
                                      const LstmState<Real>& before, const LstmState<Real>& G);

} // namespace epreuve::networks
