#include "epreuve/instruments/networks/gradients.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/error.hpp"
#include "epreuve/instruments/complex_step.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/networks/recurrent.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <utility>

namespace epreuve::instruments {

namespace {

using namespace epreuve::networks;
using arma::abs, arma::mat, arma::uword;
using attention::Head;

constexpr double u = 0x1p-53;
constexpr double infinity = std::numeric_limits<double>::infinity();

// -- Random places ---------------------------------------------------------------------------------------------------

using Random = std::mt19937_64;

mat drawn(Random& random, uword rows, uword cols)
{
  mat M(rows, cols);
  for (double& entry : M)
    entry = 0x1p-52 * double(random() >> 11) - 1;
  return M;
}

/// Odd multiples of 1/8 between -1 and 1: no 0, and products and sums of a few are exact.
mat drawn_in_eighths(Random& random, uword rows, uword cols)
{
  mat M(rows, cols);
  for (double& entry : M)
    entry = (2 * double(random() % 8) - 7) / 8;
  return M;
}

// -- Matrices of complex numbers of 50 digits ------------------------------------------------------------------------

using C = Complex<Reference>;

struct Grid
{
  uword rows = 0, cols = 0;
  std::vector<C> entries{}; // in columns

  Grid(uword n_rows, uword n_cols) : rows(n_rows), cols(n_cols), entries(n_rows * n_cols) {}
  explicit Grid(const mat& M) : Grid(M.n_rows, M.n_cols)
  {
    for (uword k = 0; k < M.n_elem; ++k)
      entries[k].re = M(k);
  }
  C& operator()(uword i, uword j) { return entries[i + rows * j]; }
  const C& operator()(uword i, uword j) const { return entries[i + rows * j]; }
};

template <typename Entry>
Grid grid(uword rows, uword cols, const Entry& entry)
{
  Grid M(rows, cols);
  for (uword j = 0; j < cols; ++j)
    for (uword i = 0; i < rows; ++i)
      M(i, j) = entry(i, j);
  return M;
}

Grid operator*(const Grid& A, const Grid& B)
{
  return grid(A.rows, B.cols, [&](uword i, uword j) {
    C sum{};
    for (uword k = 0; k < A.cols; ++k)
      sum += A(i, k) * B(k, j);
    return sum;
  });
}

Grid operator+(const Grid& A, const Grid& B)
{
  return grid(A.rows, A.cols, [&](uword i, uword j) { return A(i, j) + B(i, j); });
}

/// A transpose: nothing is conjugated.
Grid transposed(const Grid& A)
{
  return grid(A.cols, A.rows, [&](uword i, uword j) { return A(j, i); });
}

Grid plus_in_each_column(const Grid& A, const Grid& b)
{
  return grid(A.rows, A.cols, [&](uword i, uword j) { return A(i, j) + b(i, 0); });
}

template <typename Function>
Grid each(const Grid& A, const Function& f)
{
  return grid(A.rows, A.cols, [&](uword i, uword j) { return f(A(i, j)); });
}

C number(double x)
{
  return {Reference(x), 0};
}

C sigma(const C& a)
{
  return number(1) / (number(1) + exp(-a));
}

// -- One layer at one place ------------------------------------------------------------------------------------------

/// Something that a layer's output depends on, and the layer's gradient by it.
struct Part
{
  mat at, gradient;
  mat terms;            ///< see the header
  double roundings = 0; ///< c there
};

struct Case
{
  std::vector<Part> parts;
  mat output; ///< as the library computes it
  mat G;      ///< w, the derivative of the loss by it
  std::function<Grid(const std::vector<Grid>&)> formula;
};

constexpr const char* step = "1e-30";

/// sum G Im y / h
Reference along(const Case& layer, const std::vector<Grid>& at, const Reference& h)
{
  const Grid y = layer.formula(at);
  Reference sum = 0;
  for (uword k = 0; k < layer.G.n_elem; ++k)
    sum += Reference(layer.G(k)) * y.entries[k].im;
  return sum / h;
}

/// The errors of a list of numbers, each with the bound on it; the one with the largest share counts.
struct Worst
{
  double& error;
  double& bound;

  void take(double its_error, double its_bound)
  {
    const auto share = [](double e, double b) { return e == 0 ? 0 : e / b; };
    if (std::isnan(its_error))
      its_error = infinity;
    if (bound == 0 || share(its_error, its_bound) > share(error, bound)) {
      error = its_error;
      bound = its_bound;
    }
  }
};

/// Compares every `stride`-th entry from the `first` on, and all in a random direction.
void compare(LayerEvidence& seen, const Case& layer, Random& random, std::size_t first,
             std::size_t stride)
{
  constexpr double first_order = 1.001;
  const Reference h(step);
  std::vector<Grid> at;
  for (const Part& part : layer.parts)
    at.emplace_back(part.at);

  const Grid y = layer.formula(at);
  if (arma::size(layer.output) != arma::size(y.rows, y.cols))
    throw Error("evidence_on_layers: {} gives {} x {}, its formula {} x {}", seen.layer,
                layer.output.n_rows, layer.output.n_cols, y.rows, y.cols);
  for (uword k = 0; k < layer.output.n_elem; ++k)
    seen.forward =
        std::max(seen.forward, std::abs(layer.output(k) - static_cast<double>(y.entries[k].re)));

  Reference right = 0;
  double most = 0, terms = 0, asymmetry = 0;
  std::size_t number = 0, compared = 0;
  std::vector<Grid> moved = at;
  for (std::size_t p = 0; p < at.size(); ++p) {
    const auto& [place, gradient, size, roundings] = layer.parts[p];
    if (arma::size(gradient) != arma::size(place) || arma::size(size) != arma::size(place))
      throw Error("evidence_on_layers: a gradient of {} has another shape than what it is by",
                  seen.layer);
    const mat v = drawn(random, place.n_rows, place.n_cols);
    for (uword k = 0; k < place.n_elem; ++k) {
      moved[p].entries[k].im = Reference(v(k)) * h;
      right += Reference(v(k)) * Reference(gradient(k));
      most += std::abs(v(k)) * roundings * size(k);
      terms += std::abs(v(k)) * size(k);
      if (number++ % stride != first % stride)
        continue;
      at[p].entries[k].im = h;
      const Reference slope = along(layer, at, h);
      at[p].entries[k].im = 0;
      const auto error = static_cast<double>(abs(Reference(gradient(k)) - slope));
      const auto truth = static_cast<double>(slope);
      Worst{seen.error, seen.bound}.take(error == 0 ? 0 : error / (2 * u * size(k)),
                                         first_order * roundings / 2);
      seen.absolute = std::max(seen.absolute, error);
      seen.of_gradcheck = std::max(seen.of_gradcheck, error / (1e-5 + 1e-3 * std::abs(truth)));
      asymmetry += error == 0 ? 0 : error / std::abs(gradient(k) + truth);
      ++compared;
    }
  }
  const auto apart = static_cast<double>(abs(along(layer, moved, h) - right));
  Worst{seen.adjoint_error, seen.adjoint_bound}.take(apart == 0 ? 0 : apart / (2 * u * terms),
                                                     first_order * most / (2 * terms));
  if (compared > 0)
    seen.asymmetry = std::max(seen.asymmetry, asymmetry / double(compared));
  seen.entries += compared;
  ++seen.cases;
}

// -- The layers ------------------------------------------------------------------------------------------------------

constexpr uword n = 5, m = 3;

Case dense_case(Random& random, uword K)
{
  const mat W = drawn(random, m, n), b = drawn(random, m, 1), x = drawn(random, n, K),
            G = drawn(random, m, K);
  const auto to = dense_backward(W, x, G), size = dense_backward<double>(abs(W), abs(x), abs(G));
  return {.parts = {{W, to.W, size.W, double(K)},
                    {b, to.b, size.b, double(K)},
                    {x, to.x, size.x, double(m)}},
          .output = dense<double>(W, b, x),
          .G = G,
          .formula = [](const std::vector<Grid>& of) {
            return plus_in_each_column(of[0] * of[2], of[1]);
          }};
}

using OfMatrix = mat (*)(const mat&);
using Backward = mat (*)(const mat&, const mat&);

Case activation_case(Random& random, uword K, OfMatrix a, Backward backward, double roundings,
                     const std::function<C(const C&)>& formula)
{
  const mat x = 4 * drawn(random, n, K), G = drawn(random, n, K);
  mat size = abs(backward(x, G));
  if (a == OfMatrix(math::gelu<mat>) || a == OfMatrix(math::gelu_tanh<mat>))
    for (uword k = 0; k < x.n_elem; ++k)
      if (x(k) >= -1.5 && x(k) <= -0.5)
        size(k) = std::max(size(k), std::abs(G(k)) / 16);
  return {.parts = {{x, backward(x, G), size, roundings}},
          .output = a(x),
          .G = G,
          .formula = [formula](const std::vector<Grid>& of) { return each(of[0], formula); }};
}

Case tanh_case(Random& random, uword K)
{
  return activation_case(
      random, K, [](const mat& x) -> mat { return arma::tanh(x); }, tanh_backward<double>, 10,
      tanh<Reference>);
}

Case sigmoid_case(Random& random, uword K)
{
  return activation_case(random, K, math::sigmoid<mat>, sigmoid_backward<double>, 22, sigma);
}

C gelu_formula(const C& x)
{
  return x / number(2) * (number(1) + erf(x / sqrt(number(2))));
}

Case gelu_case(Random& random, uword K)
{
  return activation_case(random, K, math::gelu<mat>, gelu_backward<double>, 65, gelu_formula);
}

Case gelu_tanh_case(Random& random, uword K)
{
  const C root{sqrt(Reference(2) / pi_50()), 0}, cubic{Reference("0.044715"), 0};
  const auto formula = [=](const C& x) {
    return x / number(2) * (number(1) + tanh(root * (x + cubic * x * x * x)));
  };
  return activation_case(random, K, math::gelu_tanh<mat>, gelu_tanh_backward<double>, 65, formula);
}

Case layer_norm_case(Random& random, uword K)
{
  constexpr double epsilon = 1e-5;
  const mat x = drawn(random, n, K), gain = drawn(random, n, 1), bias = drawn(random, n, 1),
            G = drawn(random, n, K);
  const auto to = layer_norm_backward<double>(x, gain, epsilon, G);

  const mat z = 1 + abs(math::layer_norm(x, arma::vec(n, arma::fill::ones),
                                         arma::vec(n, arma::fill::zeros), epsilon)),
            P = abs(G.each_col() % gain.col(0));
  const arma::rowvec deviations = math::layer_norm_deviations(x, epsilon);
  mat size = P + z.each_row() % arma::rowvec(arma::mean(P % z, 0));
  size.each_row() += arma::rowvec(arma::mean(P, 0));
  size.each_row() /= deviations;
  mat heights = abs(x);
  heights.each_row() += arma::rowvec(arma::mean(abs(x), 0));
  heights.each_row() /= deviations;
  const double a = (n + 1) * heights.max() + n / 2. + 3;
  const auto formula = [](const std::vector<Grid>& of) {
    const Grid &tokens = of[0], &g = of[1], &b = of[2];
    Grid y = tokens;
    for (uword k = 0; k < tokens.cols; ++k) {
      C mean{}, variance{};
      for (uword i = 0; i < n; ++i)
        mean += tokens(i, k) / number(n);
      for (uword i = 0; i < n; ++i)
        variance += (tokens(i, k) - mean) * (tokens(i, k) - mean) / number(n);
      for (uword i = 0; i < n; ++i)
        y(i, k) = g(i, 0) * (tokens(i, k) - mean) / sqrt(variance + number(epsilon)) + b(i, 0);
    }
    return y;
  };
  return {.parts = {{x, to.x, size, 3 * a + n + 8},
                    {gain, to.gain, arma::sum(abs(G) % z, 1), a + double(K)},
                    {bias, to.bias, arma::sum(abs(G), 1), double(K)}},
          .output = math::layer_norm(x, gain, bias, epsilon),
          .G = G,
          .formula = formula};
}

/// Tokens of a vocabulary of N, of which one comes again at the end.
std::vector<uword> drawn_tokens(Random& random, uword N, uword K)
{
  std::vector<uword> tokens(K);
  for (uword& token : tokens)
    token = random() % N;
  tokens.back() = tokens.front();
  return tokens;
}

Case cross_entropy_case(Random& random, uword K)
{
  constexpr uword N = 7;
  const mat x = 4 * drawn(random, N, K);
  const std::vector<uword> targets = drawn_tokens(random, N, K);
  const mat to = cross_entropy_backward(x, targets);
  const auto formula = [targets](const std::vector<Grid>& of) {
    const Grid& logits = of[0];
    Grid loss(1, 1);
    for (uword k = 0; k < logits.cols; ++k) {
      C sum{};
      for (uword i = 0; i < N; ++i)
        sum += exp(logits(i, k));
      loss(0, 0) += (log(sum) - logits(targets[k], k)) / number(double(logits.cols));
    }
    return loss;
  };
  return {.parts = {{x, to, abs(to), N + 19.}},
          .output = mat{cross_entropy(x, targets)},
          .G = mat{1},
          .formula = formula};
}

// -- Attention -------------------------------------------------------------------------------------------------------

constexpr uword d = 2; ///< of queries and keys; values have m

Grid multi_head_formula(const std::vector<Grid>& heads, const Grid& x, const Grid& y,
                        const arma::umat& seen)
{
  const C root = sqrt(number(d));
  Grid sum(x.rows, x.cols);
  for (std::size_t h = 0; h < heads.size(); h += 4) {
    const Grid S = transposed(heads[h] * x) * (heads[h + 1] * y), V = heads[h + 2] * y;
    Grid A(x.cols, y.cols);
    for (uword i = 0; i < A.rows; ++i) {
      C total{};
      for (uword j = 0; j < A.cols; ++j)
        if (seen(i, j) != 0)
          total += A(i, j) = exp(S(i, j) / root);
      for (uword j = 0; j < A.cols; ++j)
        A(i, j) = A(i, j) / total;
    }
    sum = sum + heads[h + 3] * (V * transposed(A));
  }
  return sum;
}

/// The terms of each derivative, and how many roundings they have at most.
std::pair<MultiHeadGradient<double>, double>
multi_head_terms(const std::vector<Head<double>>& heads, const mat& x, const mat& y,
                 const arma::umat& seen, const mat& G)
{
  const mat x_ = abs(x), y_ = abs(y), G_ = abs(G);
  const double root = std::sqrt(double(d)), n_q = double(x.n_cols), n_k = double(y.n_cols);
  MultiHeadGradient<double> size{.heads = {}, .x = 0 * x, .y = 0 * y};
  double score = 0;
  for (const Head<double>& head : heads) {
    const mat W_Q = abs(head.W_Q), W_K = abs(head.W_K), W_V = abs(head.W_V), W_O = abs(head.W_O);
    const mat Q = W_Q * x_, K = W_K * y_, V = W_V * y_, U = W_O.t() * G_;
    mat A = arma::exp((head.W_Q * x).t() * (head.W_K * y) / root) % arma::conv_to<mat>::from(seen);
    A.each_col() /= arma::vec(arma::sum(A, 1));
    const mat P = U.t() * V;
    mat D = P;
    D.each_col() += arma::vec(arma::sum(A % P, 1));
    D %= A;
    const mat to_Q = K * D.t() / root, to_K = Q * D / root, to_V = U * A;
    size.heads.push_back({.W_Q = to_Q * x_.t(),
                          .W_K = to_K * y_.t(),
                          .W_V = to_V * y_.t(),
                          .W_O = G_ * (V * A.t()).t()});
    size.x += W_Q.t() * to_Q;
    size.y += W_K.t() * to_K + W_V.t() * to_V;
    score = std::max(score, mat(Q.t() * K / root).max());
  }
  const double a = 18 + 2. * (2 * n + d + 2) * score;
  return {size, 4. * n + d + m + 2 * (n_q + n_k) + double(heads.size()) + 2 * a + 8};
}

std::vector<Part> parts_of_heads(const std::vector<Head<double>>& heads,
                                 const MultiHeadGradient<double>& to,
                                 const MultiHeadGradient<double>& size, double roundings)
{
  std::vector<Part> parts;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    parts.push_back({heads[h].W_Q, to.heads[h].W_Q, size.heads[h].W_Q, roundings});
    parts.push_back({heads[h].W_K, to.heads[h].W_K, size.heads[h].W_K, roundings});
    parts.push_back({heads[h].W_V, to.heads[h].W_V, size.heads[h].W_V, roundings});
    parts.push_back({heads[h].W_O, to.heads[h].W_O, size.heads[h].W_O, roundings});
  }
  return parts;
}

std::vector<Head<double>> drawn_heads(Random& random, uword H)
{
  std::vector<Head<double>> heads(H);
  for (auto& [W_Q, W_K, W_V, W_O] : heads) {
    W_Q = drawn(random, d, n);
    W_K = drawn(random, d, n);
    W_V = drawn(random, m, n);
    W_O = drawn(random, n, m);
  }
  return heads;
}

Case self_attention_case(Random& random, uword H, uword K, const arma::umat& seen)
{
  const std::vector<Head<double>> heads = drawn_heads(random, H);
  mat x = drawn(random, n, K);
  x.col(K - 1) = x.col(0);
  const mat G = drawn(random, n, K);
  const auto to = multi_head_backward(heads, x, x, seen, G);
  const auto [size, roundings] = multi_head_terms(heads, x, x, seen, G);
  std::vector<Part> parts = parts_of_heads(heads, to, size, roundings);
  parts.push_back({x, to.x + to.y, size.x + size.y, roundings + 1});
  return {.parts = parts,
          .output = multi_head(heads, x, x, seen),
          .G = G,
          .formula = [seen](const std::vector<Grid>& of) {
            return multi_head_formula({of.begin(), of.end() - 1}, of.back(), of.back(), seen);
          }};
}

Case cross_attention_case(Random& random, uword H, uword K)
{
  const std::vector<Head<double>> heads = drawn_heads(random, H);
  mat y = drawn(random, n, K);
  y.col(K - 1) = y.col(0);
  const uword n_q = 2;
  const mat x = drawn(random, n, n_q), G = drawn(random, n, n_q);
  const arma::umat seen(n_q, K, arma::fill::ones);
  const auto to = multi_head_backward(heads, x, y, seen, G);
  const auto [size, roundings] = multi_head_terms(heads, x, y, seen, G);
  std::vector<Part> parts = parts_of_heads(heads, to, size, roundings);
  parts.push_back({x, to.x, size.x, roundings});
  parts.push_back({y, to.y, size.y, roundings});
  return {.parts = parts,
          .output = multi_head(heads, x, y, seen),
          .G = G,
          .formula = [seen](const std::vector<Grid>& of) {
            return multi_head_formula({of.begin(), of.end() - 2}, of[of.size() - 2], of.back(),
                                      seen);
          }};
}

// -- Recurrent cells -------------------------------------------------------------------------------------------------

Cell<double> drawn_cell(Random& random, uword rows)
{
  Cell<double> cell;
  cell.W = drawn(random, rows, n);
  cell.U = drawn(random, rows, m);
  cell.b = drawn(random, rows, 1);
  return cell;
}

/// |W| |x| + |U| |h| + |b|
mat reach(const Cell<double>& cell, const mat& x, const mat& h)
{
  mat a = abs(cell.W) * abs(x) + abs(cell.U) * abs(h);
  a.each_col() += arma::vec(abs(cell.b));
  return a;
}

Case rnn_case(Random& random, uword B)
{
  const Cell<double> cell = drawn_cell(random, m);
  const mat x = drawn(random, n, B), h = drawn(random, m, B), G = drawn(random, m, B);
  const auto to = rnn_cell_backward(cell, x, h, G);
  mat a = cell.W * x + cell.U * h;
  a.each_col() += cell.b;
  const mat D = abs(G) / arma::square(arma::cosh(a));
  const double t = (n + m + 1) * reach(cell, x, h).max();
  const double roundings = 10 + 2 * t + double(std::max(m, B));
  return {.parts = {{cell.W, to.cell.W, D * abs(x).t(), roundings},
                    {cell.U, to.cell.U, D * abs(h).t(), roundings},
                    {cell.b, to.cell.b, arma::sum(D, 1), roundings},
                    {x, to.x, abs(cell.W).t() * D, roundings},
                    {h, to.h, abs(cell.U).t() * D, roundings}},
          .output = rnn_cell(cell, x, h),
          .G = G,
          .formula = [](const std::vector<Grid>& of) {
            return each(plus_in_each_column(of[0] * of[3] + of[1] * of[4], of[2]), tanh<Reference>);
          }};
}

/// h' on top of c'.
Grid lstm_formula(const std::vector<Grid>& of)
{
  const Grid a = plus_in_each_column(of[0] * of[3] + of[1] * of[4], of[2]), &c = of[5];
  Grid after(2 * m, a.cols);
  for (uword k = 0; k < a.cols; ++k)
    for (uword i = 0; i < m; ++i) {
      const C kept = sigma(a(i, k)) * c(i, k) + sigma(a(m + i, k)) * tanh(a(2 * m + i, k));
      after(i, k) = sigma(a(3 * m + i, k)) * tanh(kept);
      after(m + i, k) = kept;
    }
  return after;
}

Case lstm_case(Random& random, uword B)
{
  const Cell<double> cell = drawn_cell(random, 4 * m);
  const mat x = drawn(random, n, B), h = drawn(random, m, B), c = drawn(random, m, B),
            to_h = drawn(random, m, B), to_c = drawn(random, m, B);
  const LstmState<double> after = lstm_cell(cell, x, {h, c});
  const auto to = lstm_cell_backward(cell, x, {h, c}, {to_h, to_c});

  mat a = cell.W * x + cell.U * h;
  a.each_col() += cell.b;
  const auto logistic = [&](uword first) -> mat {
    return 1 / (1 + arma::exp(-a.rows(first, first + m - 1)));
  };
  const mat f = logistic(0), i = logistic(m), o = logistic(3 * m);
  const auto slope_of = [](const mat& s) -> mat { return s % (1 - s); };
  const mat back = abs(to_c) + abs(to_h) % o / arma::square(arma::cosh(after.c));
  const mat D = arma::join_cols(back % abs(c) % slope_of(f), back % slope_of(i),
                                back % i / arma::square(arma::cosh(a.rows(2 * m, 3 * m - 1))),
                                abs(to_h) % slope_of(o));
  const double t = (n + m + 1) * reach(cell, x, h).max(),
               q = 10 + 2 * (16 + 2 * t) * mat(f % abs(c) + i).max();
  const double roundings = 42 + 3 * t + q + double(std::max(4 * m, B));
  return {.parts = {{cell.W, to.cell.W, D * abs(x).t(), roundings},
                    {cell.U, to.cell.U, D * abs(h).t(), roundings},
                    {cell.b, to.cell.b, arma::sum(D, 1), roundings},
                    {x, to.x, abs(cell.W).t() * D, roundings},
                    {h, to.before.h, abs(cell.U).t() * D, roundings},
                    {c, to.before.c, back % f, roundings}},
          .output = arma::join_cols(after.h, after.c),
          .G = arma::join_cols(to_h, to_c),
          .formula = lstm_formula};
}

// -- In fractions ----------------------------------------------------------------------------------------------------

using Fractions = std::vector<RationalMatrix>;

/// A layer whose output is of degree 1 in each entry, and of degree 2 at most in all, on each side of its corners.
struct ExactCase
{
  std::vector<Part> parts; ///< at and gradient
  mat output, G;
  std::function<RationalMatrix(const Fractions&)> formula;
};

Rational contracted(const mat& G, const RationalMatrix& M)
{
  Rational sum;
  for (uword j = 0; j < G.n_cols; ++j)
    for (uword i = 0; i < G.n_rows; ++i)
      sum += Rational(G(i, j)) * M(i, j);
  return sum;
}

/// Differences of 2^-10 to both sides, no corner being within reach.
void compare(LayerEvidence& seen, const ExactCase& layer, Random& random)
{
  const Rational t(1, 1024);
  Fractions at;
  for (const Part& part : layer.parts)
    at.emplace_back(part.at);
  const RationalMatrix here = layer.formula(at);
  const auto take = [](double& worst, const Rational& apart) {
    worst = std::max(worst, static_cast<double>(abs(apart)));
  };
  for (uword j = 0; j < here.cols(); ++j)
    for (uword i = 0; i < here.rows(); ++i)
      take(seen.forward, here(i, j) - Rational(layer.output(i, j)));

  Fractions ahead = at, before = at;
  Rational right;
  for (std::size_t p = 0; p < at.size(); ++p) {
    const Part& part = layer.parts[p];
    const mat v = drawn_in_eighths(random, part.at.n_rows, part.at.n_cols);
    for (uword j = 0; j < v.n_cols; ++j)
      for (uword i = 0; i < v.n_rows; ++i) {
        const Rational gradient(part.gradient(i, j)), direction(v(i, j));
        ahead[p](i, j) += t * direction;
        before[p](i, j) -= t * direction;
        right += direction * gradient;
        for (const Rational& by : {t, -t}) {
          const Rational entry = at[p](i, j);
          at[p](i, j) += by;
          take(seen.error,
               gradient - contracted(layer.G, Rational(1) / by * (layer.formula(at) - here)));
          at[p](i, j) = entry;
        }
        ++seen.entries;
      }
  }
  const RationalMatrix slope =
      Rational(1) / (2 * t) * (layer.formula(ahead) - layer.formula(before));
  take(seen.adjoint_error, contracted(layer.G, slope) - right);
  ++seen.cases;
}

ExactCase exact_dense_case(Random& random, uword K)
{
  const mat W = drawn_in_eighths(random, m, n), b = drawn_in_eighths(random, m, 1),
            x = drawn_in_eighths(random, n, K), G = drawn_in_eighths(random, m, K);
  const auto to = dense_backward(W, x, G);
  return {.parts = {{W, to.W, {}}, {b, to.b, {}}, {x, to.x, {}}},
          .output = dense<double>(W, b, x),
          .G = G,
          .formula = [K](const Fractions& of) {
            RationalMatrix one(1, K);
            for (uword k = 0; k < K; ++k)
              one(0, k) = 1;
            return of[0] * of[2] + of[1] * one;
          }};
}

ExactCase embedding_case(Random& random, uword K)
{
  constexpr uword N = 7;
  const std::vector<uword> tokens = drawn_tokens(random, N, K);
  const mat A = drawn_in_eighths(random, n, N), G = drawn_in_eighths(random, n, K);
  return {.parts = {{A, embed_backward(tokens, N, G), {}}},
          .output = math::embed(A, tokens),
          .G = G,
          .formula = [E = RationalMatrix(math::one_hot(tokens, N))](const Fractions& of) {
            return of[0] * E;
          }};
}

ExactCase relu_case(Random& random, uword K)
{
  const mat x = drawn_in_eighths(random, n, K), G = drawn_in_eighths(random, n, K);
  return {.parts = {{x, relu_backward(x, G), {}}},
          .output = math::relu(x),
          .G = G,
          .formula = [](const Fractions& of) {
            RationalMatrix y = of[0];
            for (uword j = 0; j < y.cols(); ++j)
              for (uword i = 0; i < y.rows(); ++i)
                if (y(i, j) < 0)
                  y(i, j) = 0;
            return y;
          }};
}

/// Around a block that multiplies by M.
ExactCase residual_case(Random& random, uword K)
{
  const mat x = drawn_in_eighths(random, n, K), M = drawn_in_eighths(random, n, n),
            G = drawn_in_eighths(random, n, K);
  return {.parts = {{x, residual_backward<double>(G, M.t() * G), {}}},
          .output = residual<double>(x, M * x),
          .G = G,
          .formula = [M = RationalMatrix(M)](const Fractions& of) { return of[0] + M * of[0]; }};
}

ExactCase given_pattern_case(Random& random, uword K)
{
  const mat V = drawn_in_eighths(random, m, K), A = drawn_in_eighths(random, 2, K),
            G = drawn_in_eighths(random, m, 2);
  const auto to = head_output_backward(V, A, G);
  return {.parts = {{V, to.V, {}}, {A, to.A, {}}},
          .output = attention::head_output(V, A),
          .G = G,
          .formula = [](const Fractions& of) { return of[0] * transpose(of[1]); }};
}

constexpr std::size_t seeds = 10;
constexpr uword whole_context = 5;

LayerEvidence in_fractions(const char* layer, ExactCase (*draw)(Random&, uword), std::uint64_t seed)
{
  LayerEvidence seen{.layer = layer, .in_fractions = true};
  for (std::size_t s = 0; s < seeds; ++s) {
    Random random(seed + s);
    for (const uword K : {uword(1), whole_context})
      compare(seen, draw(random, K), random);
  }
  return seen;
}

LayerEvidence by_complex_steps(const std::string& layer,
                               const std::function<Case(Random&, uword)>& draw, std::uint64_t seed,
                               std::size_t stride)
{
  LayerEvidence seen{.layer = layer};
  for (std::size_t s = 0; s < seeds; ++s) {
    Random random(seed + s);
    for (const uword K : {uword(1), whole_context})
      compare(seen, draw(random, K), random, s, stride);
  }
  return seen;
}

} // namespace

bool LayerEvidence::holds() const
{
  return entries > 0 && error <= bound && adjoint_error <= adjoint_bound && forward <= 1e-13;
}

std::vector<LayerEvidence> evidence_on_layers(std::uint64_t seed, std::size_t stride)
{
  if (stride == 0)
    throw Error("evidence_on_layers: stride must be at least 1, got 0");
  const auto steps = [&](const std::string& layer,
                         const std::function<Case(Random&, uword)>& draw) {
    return by_complex_steps(layer, draw, seed, stride);
  };
  std::vector<LayerEvidence> all{
      in_fractions("dense", exact_dense_case, seed),
      steps("dense", dense_case),
      in_fractions("embedding", embedding_case, seed),
      in_fractions("residual", residual_case, seed),
      in_fractions("ReLU", relu_case, seed),
      steps("tanh", tanh_case),
      steps("sigmoid", sigmoid_case),
      steps("GELU, erf", gelu_case),
      steps("GELU, tanh", gelu_tanh_case),
      steps("layer norm", layer_norm_case),
      steps("softmax, cross-entropy", cross_entropy_case),
      in_fractions("attention, given pattern", given_pattern_case, seed)};
  for (const uword H : {uword(1), uword(3)}) {
    const std::string heads = H == 1 ? "1 head" : "3 heads";
    all.push_back(steps("attention, full, " + heads, [=](Random& random, uword K) {
      return self_attention_case(random, H, K, arma::umat(K, K, arma::fill::ones));
    }));
    all.push_back(steps("attention, causal, " + heads, [=](Random& random, uword K) {
      return self_attention_case(random, H, K, attention::causal_visibility(K));
    }));
    all.push_back(steps("attention, cross, " + heads, [=](Random& random, uword K) {
      return cross_attention_case(random, H, K);
    }));
  }
  all.push_back(steps("RNN cell", rnn_case));
  all.push_back(steps("LSTM cell", lstm_case));
  return all;
}

std::vector<LayerEvidence> evidence_on_wrong_gradients(std::uint64_t seed)
{
  const auto confused_gelu = [](Random& random, uword K) {
    return activation_case(random, K, math::gelu<mat>, gelu_tanh_backward<double>, 65,
                           gelu_formula);
  };
  const auto forgotten_epsilon = [](Random& random, uword K) {
    Case layer = layer_norm_case(random, K);
    const auto to = layer_norm_backward<double>(layer.parts[0].at, layer.parts[1].at, 0, layer.G);
    layer.parts[0].gradient = to.x;
    layer.parts[1].gradient = to.gain;
    return layer;
  };
  const auto cut_constant = [](Random& random, uword K) {
    Case layer = gelu_tanh_case(random, K);
    const mat &x = layer.parts[0].at, t = arma::tanh(0.79788 * (x + 0.044715 * x % x % x));
    layer.parts[0].gradient =
        layer.G % (1 + t + 0.79788 * x % (1 - t % t) % (1 + 3 * 0.044715 * x % x)) / 2;
    return layer;
  };
  return {by_complex_steps("GELU, the slope of its tanh form", confused_gelu, seed, 1),
          by_complex_steps("layer norm, ε forgotten", forgotten_epsilon, seed, 1),
          by_complex_steps("GELU, tanh, √(2/π) cut to 0.79788", cut_constant, seed, 1)};
}

} // namespace epreuve::instruments
