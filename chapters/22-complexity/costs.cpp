#include "costs.hpp"

#include "counted_layers.hpp"

#include <utility>

namespace epreuve::instruments {

namespace {

Rational counted(const std::function<void()>& run)
{
  return Rational(long(operations_of(run)));
}

Rational most_held(const std::function<void()>& run)
{
  return Rational(long(held_by(run)));
}

Counting in_n_and_d(std::function<Rational(const Point&)> count)
{
  Polynomial p = interpolated({"n", "d"}, {{1, 2, 3}, {1, 2, 3}}, count);
  return {.count = std::move(count), .polynomial = std::move(p)};
}

Counting in_n_a_and_b(std::function<Rational(const Point&)> count)
{
  Polynomial p = interpolated({"n", "a", "b"}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, count);
  return {.count = std::move(count), .polynomial = std::move(p)};
}

CountedLayer layer_of_zeros(unsigned n, unsigned d, unsigned h)
{
  const CountedMatrix W(d, d);
  return counted_layer(CountedMatrix(n, d), {W, W, W, W}, h);
}

Counting in_four_sizes(std::function<Rational(const Point&)> count)
{
  Polynomial p = interpolated({"b", "n", "d", "h"}, {{1, 2}, {1, 2, 3}, {2, 4, 6}, {1, 2}}, count);
  return {.count = std::move(count), .polynomial = std::move(p)};
}

} // namespace

Counting scores_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix Q(at[0], at[1]), K_t(at[1], at[0]);
    return counted([&] { product(Q, K_t); });
  });
}

Counting mixing_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix A(at[0], at[0]), V(at[0], at[1]);
    return counted([&] { product(A, V); });
  });
}

Counting attention_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]);
    return counted([&] { counted_attention(x, x, x); });
  });
}

Counting attention_memory()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]);
    return most_held([&] { counted_attention(x, x, x); });
  });
}

Counting layer_cost()
{
  return in_four_sizes([](const Point& at) {
    return counted([&] {
      for (unsigned text = 0; text < at[0]; ++text)
        layer_of_zeros(at[1], at[2], at[3]);
    });
  });
}

Counting layer_memory()
{
  return in_four_sizes([](const Point& at) {
    const CountedLayer kept = layer_of_zeros(at[1], at[2], at[3]);
    arma::uword numbers = 0;
    for (const CountedMatrix* M : {&kept.Q, &kept.K, &kept.V, &kept.joined, &kept.output})
      numbers += M->rows() * M->cols();
    for (const CountedMatrix& A : kept.A)
      numbers += A.rows() * A.cols();
    return Rational(at[0] * numbers);
  });
}

Counting mlp_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), up(at[1], 4 * at[1]), down(4 * at[1], at[1]);
    return counted([&] {
      CountedMatrix a = product(x, up);
      for (arma::uword i = 0; i < a.rows(); ++i)
        for (arma::uword j = 0; j < a.cols(); ++j)
          a(i, j) = tanh(a(i, j));
      product(a, down);
    });
  });
}

Counting rnn_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], at[1]), b(1, at[1]);
    return counted([&] { counted_rnn(x, W, W, b); });
  });
}

Counting lstm_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], 4 * at[1]), b(1, 4 * at[1]);
    return counted([&] { counted_lstm(x, W, W, b); });
  });
}

Counting rnn_memory()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], at[1]), b(1, at[1]);
    return most_held([&] { counted_rnn(x, W, W, b); });
  });
}

Counting lstm_memory()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], 4 * at[1]), b(1, 4 * at[1]);
    return most_held([&] { counted_lstm(x, W, W, b); });
  });
}

Counting dense_cost()
{
  return in_n_a_and_b([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], at[2]), b(1, at[2]);
    return counted([&] { counted_dense(x, W, b); });
  });
}

Counting dense_back_cost()
{
  return in_n_a_and_b([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), W(at[1], at[2]), G(at[0], at[2]);
    return counted([&] { counted_dense_backward(x, W, G); });
  });
}

Counting attention_back_cost()
{
  return in_n_and_d([](const Point& at) {
    const CountedMatrix x(at[0], at[1]), A(at[0], at[0]);
    return counted([&] { counted_attention_backward(x, x, x, A, x); });
  });
}

Counting linformer_cost()
{
  const auto count = [](const Point& at) {
    const CountedMatrix x(at[0], at[2]), E(at[1], at[0]);
    return counted([&] { counted_linformer(x, x, x, E, E); });
  };
  return {.count = count,
          .polynomial = interpolated({"n", "k", "d"}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, count)};
}

Counting performer_cost()
{
  const auto count = [](const Point& at) {
    const CountedMatrix x(at[0], at[2]), Omega(at[1], at[2]);
    return counted([&] { counted_performer(x, x, x, Omega); });
  };
  return {.count = count,
          .polynomial = interpolated({"n", "m", "d"}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, count)};
}

} // namespace epreuve::instruments
