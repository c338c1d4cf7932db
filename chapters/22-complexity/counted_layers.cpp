#include "counted_layers.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace epreuve::instruments {

namespace {

using Term = std::function<Counted(arma::uword)>;

/// Of the terms from `first` to before `end`, two at a time, then two of these, and so on.
template <typename Operation>
Counted by_halves(arma::uword first, arma::uword end, const Term& term, const Operation& joined)
{
  if (end - first == 1)
    return term(first);
  const arma::uword middle = first + (end - first) / 2;
  const Counted left = by_halves(first, middle, term, joined);
  return joined(left, by_halves(middle, end, term, joined));
}

Counted sum(arma::uword terms, const Term& term)
{
  return by_halves(0, terms, term, [](Counted a, Counted b) { return a + b; });
}

CountedMatrix divided(CountedMatrix A, double by)
{
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      A(i, j) = A(i, j) / by;
  return A;
}

CountedMatrix columns(const CountedMatrix& A, arma::uword first, arma::uword count)
{
  CountedMatrix part(A.rows(), count);
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < count; ++j)
      part(i, j) = A(i, first + j);
  return part;
}

/// e^{w . x - |x|^2 / 2}, a row for each row of X.
CountedMatrix features(const CountedMatrix& X, const CountedMatrix& Omega)
{
  CountedMatrix phi = product(X, transposed(Omega));
  for (arma::uword i = 0; i < X.rows(); ++i) {
    const Counted half = sum(X.cols(), [&](arma::uword k) { return X(i, k) * X(i, k); }) / 2;
    for (arma::uword l = 0; l < phi.cols(); ++l)
      phi(i, l) = exp(phi(i, l) - half);
  }
  return phi;
}

Counted sigmoid(Counted a)
{
  return Counted(1) / (Counted(1) + exp(Counted(0) - a));
}

/// x_t W + h U + b for the row t.
Counted cell_input(const CountedMatrix& x, arma::uword t, const CountedMatrix& h,
                   arma::uword before, const CountedMatrix& W, const CountedMatrix& U,
                   const CountedMatrix& b, arma::uword j)
{
  const Counted by_x = sum(W.rows(), [&](arma::uword k) { return x(t, k) * W(k, j); });
  const Counted by_h = sum(U.rows(), [&](arma::uword k) { return h(before, k) * U(k, j); });
  return by_x + b(0, j) + by_h;
}

} // namespace

CountedMatrix product(const CountedMatrix& A, const CountedMatrix& B)
{
  if (A.cols() != B.rows() || A.cols() == 0)
    throw Error("a {} x {} matrix times a {} x {} one: as many columns are needed on the left as "
                "rows on the right",
                A.rows(), A.cols(), B.rows(), B.cols());
  CountedMatrix C(A.rows(), B.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < B.cols(); ++j)
      C(i, j) = sum(A.cols(), [&](arma::uword k) { return A(i, k) * B(k, j); });
  return C;
}

CountedMatrix transposed(const CountedMatrix& A)
{
  CountedMatrix T(A.cols(), A.rows());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      T(j, i) = A(i, j);
  return T;
}

CountedMatrix softmax_of_rows(const CountedMatrix& S)
{
  CountedMatrix A(S.rows(), S.cols());
  for (arma::uword i = 0; i < S.rows(); ++i) {
    const Counted most = by_halves(
        0, S.cols(), [&](arma::uword j) { return S(i, j); },
        [](Counted a, Counted b) { return larger(a, b); });
    for (arma::uword j = 0; j < S.cols(); ++j)
      A(i, j) = exp(S(i, j) - most);
    const Counted total = sum(S.cols(), [&](arma::uword j) { return A(i, j); });
    for (arma::uword j = 0; j < S.cols(); ++j)
      A(i, j) = A(i, j) / total;
  }
  return A;
}

CountedHead counted_attention(const CountedMatrix& Q, const CountedMatrix& K,
                              const CountedMatrix& V)
{
  CountedMatrix A =
      softmax_of_rows(divided(product(Q, transposed(K)), std::sqrt(double(Q.cols()))));
  CountedMatrix Z = product(A, V);
  return {.A = std::move(A), .Z = std::move(Z)};
}

CountedHeadGradient counted_attention_backward(const CountedMatrix& Q, const CountedMatrix& K,
                                               const CountedMatrix& V, const CountedMatrix& A,
                                               const CountedMatrix& G)
{
  CountedMatrix D = product(G, transposed(V)); // P
  for (arma::uword i = 0; i < D.rows(); ++i) {
    const Counted mean = sum(D.cols(), [&](arma::uword j) { return A(i, j) * D(i, j); });
    for (arma::uword j = 0; j < D.cols(); ++j)
      D(i, j) = A(i, j) * (D(i, j) - mean);
  }
  D = divided(std::move(D), std::sqrt(double(Q.cols())));
  return {.Q = product(D, K), .K = product(transposed(D), Q), .V = product(transposed(A), G)};
}

CountedMatrix counted_dense(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& b)
{
  CountedMatrix y = product(x, W);
  for (arma::uword i = 0; i < y.rows(); ++i)
    for (arma::uword j = 0; j < y.cols(); ++j)
      y(i, j) = y(i, j) + b(0, j);
  return y;
}

CountedDenseGradient counted_dense_backward(const CountedMatrix& x, const CountedMatrix& W,
                                            const CountedMatrix& G)
{
  CountedMatrix b(1, G.cols());
  for (arma::uword j = 0; j < G.cols(); ++j)
    b(0, j) = sum(G.rows(), [&](arma::uword i) { return G(i, j); });
  return {.x = product(G, transposed(W)), .W = product(transposed(x), G), .b = std::move(b)};
}

CountedMatrix counted_sparse_attention(const CountedMatrix& Q, const CountedMatrix& K,
                                       const CountedMatrix& V, const attention::KeyLists& keys)
{
  if (keys.size() != Q.rows())
    throw Error("counted_sparse_attention: expected {} lists of keys, got {}", Q.rows(),
                keys.size());
  CountedMatrix Z(Q.rows(), V.cols());
  for (arma::uword i = 0; i < Q.rows(); ++i) {
    const arma::uvec& seen = keys[i];
    CountedMatrix scores(1, seen.n_elem);
    for (arma::uword at = 0; at < seen.n_elem; ++at)
      scores(0, at) = sum(Q.cols(), [&](arma::uword k) { return Q(i, k) * K(seen(at), k); }) /
                      std::sqrt(double(Q.cols()));
    const CountedMatrix A = softmax_of_rows(scores);
    for (arma::uword c = 0; c < V.cols(); ++c)
      Z(i, c) = sum(seen.n_elem, [&](arma::uword at) { return A(0, at) * V(seen(at), c); });
  }
  return Z;
}

CountedMatrix counted_tiled_attention(const CountedMatrix& Q, const CountedMatrix& K,
                                      const CountedMatrix& V, arma::uword tile)
{
  if (tile == 0)
    throw Error("counted_tiled_attention: a tile needs at least one token");
  CountedMatrix Z(Q.rows(), V.cols());
  for (arma::uword i = 0; i < Q.rows(); ++i) {
    Counted most, total;
    for (arma::uword first = 0; first < K.rows(); first += tile) {
      const arma::uword end = std::min(first + tile, K.rows());
      std::vector<Counted> e(end - first);
      for (arma::uword j = first; j < end; ++j)
        e[j - first] = sum(Q.cols(), [&](arma::uword k) { return Q(i, k) * K(j, k); }) /
                       std::sqrt(double(Q.cols()));
      Counted now = by_halves(
          0, e.size(), [&](arma::uword j) { return e[j]; },
          [](Counted a, Counted b) { return larger(a, b); });
      if (first > 0)
        now = larger(most, now);
      for (Counted& score : e)
        score = exp(score - now);
      const auto joined = [&](Counted before, Counted shrunk, Counted here) {
        return first > 0 ? before * shrunk + here : here;
      };
      const Counted shrunk = first > 0 ? exp(most - now) : Counted(1);
      total = joined(total, shrunk, sum(e.size(), [&](arma::uword j) { return e[j]; }));
      for (arma::uword c = 0; c < V.cols(); ++c)
        Z(i, c) = joined(Z(i, c), shrunk,
                         sum(e.size(), [&](arma::uword j) { return e[j] * V(first + j, c); }));
      most = now;
    }
    for (arma::uword c = 0; c < V.cols(); ++c)
      Z(i, c) = Z(i, c) / total;
  }
  return Z;
}

CountedMatrix counted_linformer(const CountedMatrix& Q, const CountedMatrix& K,
                                const CountedMatrix& V, const CountedMatrix& E,
                                const CountedMatrix& F)
{
  return counted_attention(Q, product(E, K), product(F, V)).Z;
}

CountedMatrix counted_performer(const CountedMatrix& Q, const CountedMatrix& K,
                                const CountedMatrix& V, const CountedMatrix& Omega)
{
  const double fourth_root = std::pow(double(Q.cols()), 0.25);
  const CountedMatrix Psi = features(divided(Q, fourth_root), Omega),
                      Phi = features(divided(K, fourth_root), Omega);
  CountedMatrix Z = product(Psi, product(transposed(Phi), V));
  CountedMatrix all(Phi.cols(), 1);
  for (arma::uword l = 0; l < Phi.cols(); ++l)
    all(l, 0) = sum(Phi.rows(), [&](arma::uword j) { return Phi(j, l); });
  const CountedMatrix denominators = product(Psi, all);
  for (arma::uword i = 0; i < Z.rows(); ++i)
    for (arma::uword c = 0; c < Z.cols(); ++c)
      Z(i, c) = Z(i, c) / denominators(i, 0);
  return Z;
}

CountedLayer counted_layer(const CountedMatrix& x, const CountedWeights& weights, arma::uword heads)
{
  if (heads == 0 || x.cols() % heads != 0)
    throw Error("counted_layer: the dimension {} must be a multiple of the number of heads, got {}",
                x.cols(), heads);
  const arma::uword r = x.cols() / heads;
  CountedMatrix Q = product(x, weights.Q), K = product(x, weights.K), V = product(x, weights.V);
  CountedMatrix joined(x.rows(), x.cols());
  std::vector<CountedMatrix> patterns;
  for (arma::uword h = 0; h < heads; ++h) {
    CountedHead head =
        counted_attention(columns(Q, h * r, r), columns(K, h * r, r), columns(V, h * r, r));
    for (arma::uword i = 0; i < x.rows(); ++i)
      for (arma::uword c = 0; c < r; ++c)
        joined(i, h * r + c) = head.Z(i, c);
    patterns.push_back(std::move(head.A));
  }
  CountedMatrix output = product(joined, weights.O);
  return {.Q = std::move(Q),
          .K = std::move(K),
          .V = std::move(V),
          .A = std::move(patterns),
          .joined = std::move(joined),
          .output = std::move(output)};
}

CountedMatrix counted_rnn(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& U,
                          const CountedMatrix& b)
{
  const arma::uword d = U.rows();
  const CountedMatrix zero(1, d);
  CountedMatrix h(x.rows(), d);
  for (arma::uword t = 0; t < x.rows(); ++t)
    for (arma::uword j = 0; j < d; ++j)
      h(t, j) = tanh(cell_input(x, t, t == 0 ? zero : h, t == 0 ? 0 : t - 1, W, U, b, j));
  return h;
}

CountedLstm counted_lstm(const CountedMatrix& x, const CountedMatrix& W, const CountedMatrix& U,
                         const CountedMatrix& b)
{
  const arma::uword d = U.rows();
  const CountedMatrix zero(1, d);
  CountedLstm made{.gates = CountedMatrix(x.rows(), 4 * d),
                   .c = CountedMatrix(x.rows(), d),
                   .h = CountedMatrix(x.rows(), d)};
  for (arma::uword t = 0; t < x.rows(); ++t) {
    const CountedMatrix& before = t == 0 ? zero : made.h;
    const CountedMatrix& c_before = t == 0 ? zero : made.c;
    const arma::uword row = t == 0 ? 0 : t - 1;
    for (arma::uword j = 0; j < 4 * d; ++j) {
      const Counted a = cell_input(x, t, before, row, W, U, b, j);
      made.gates(t, j) = j / d == 2 ? tanh(a) : sigmoid(a);
    }
    for (arma::uword j = 0; j < d; ++j) {
      made.c(t, j) =
          made.gates(t, j) * c_before(row, j) + made.gates(t, d + j) * made.gates(t, 2 * d + j);
      made.h(t, j) = made.gates(t, 3 * d + j) * tanh(made.c(t, j));
    }
  }
  return made;
}

} // namespace epreuve::instruments
