#include "epreuve/training/optimisers.hpp"

#include "epreuve/gpt2/vectorised.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace epreuve::training {

namespace {

/// Components at a time: what one thread does before it takes the next, and about what is worth a thread.
constexpr std::size_t piece = std::size_t{1} << 15;

/// use(begin, end) for all pieces of so many components, on all cores.
template <typename Use>
void in_pieces(std::size_t count, const Use& use)
{
  const std::size_t pieces = (count + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (pieces > 2)
  for (std::size_t i = 0; i < pieces; ++i)
    use(i * piece, std::min(count, (i + 1) * piece));
}

template <typename Real>
struct AdamStep
{
  Real beta1, one_less_beta1, beta2, one_less_beta2, epsilon;
  Real rate;       ///< divided by 1 - beta1^t
  Real correction; ///< 1 / sqrt(1 - beta2^t)
  Real decay;      ///< rate decay: 1 less it would lose its digits in float
  Real factor;
};

// One function for all vectors' widths calls it, for each type: templates have no versions.
template <typename Real>
[[gnu::always_inline]] inline void adam_range(Real* w, Real* m, Real* v, const Real* g,
                                              std::size_t count, const AdamStep<Real>& s)
{
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const Real clipped = s.factor * g[i];
    m[i] = s.beta1 * m[i] + s.one_less_beta1 * clipped;
    v[i] = s.beta2 * v[i] + s.one_less_beta2 * clipped * clipped;
    w[i] -= s.rate * m[i] / (s.correction * std::sqrt(v[i]) + s.epsilon) + s.decay * w[i];
  }
}

EPREUVE_VECTORISED void adam_step(float* w, float* m, float* v, const float* g, std::size_t count,
                                  const AdamStep<float>& s)
{
  adam_range(w, m, v, g, count, s);
}

EPREUVE_VECTORISED void adam_step(double* w, double* m, double* v, const double* g,
                                  std::size_t count, const AdamStep<double>& s)
{
  adam_range(w, m, v, g, count, s);
}

template <typename Real>
[[gnu::always_inline]] inline double squares_range(const Real* g, std::size_t count)
{
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i)
    sum += static_cast<double>(g[i]) * static_cast<double>(g[i]);
  return sum;
}

EPREUVE_VECTORISED double sum_of_squares(const float* g, std::size_t count)
{
  return squares_range(g, count);
}

EPREUVE_VECTORISED double sum_of_squares(const double* g, std::size_t count)
{
  return squares_range(g, count);
}

} // namespace

template <typename Real>
void gradient_descent(std::span<Real> w, ConstStretch<Real> g, double rate)
{
  const auto r = static_cast<Real>(rate);
  in_pieces(w.size(), [&](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i)
      w[i] -= r * g[i];
  });
}

template <typename Real>
void momentum(std::span<Real> w, Stretch<Real> u, ConstStretch<Real> g, double rate, double mu)
{
  const auto r = static_cast<Real>(rate), kept = static_cast<Real>(mu);
  in_pieces(w.size(), [&](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) {
      u[i] = kept * u[i] + g[i];
      w[i] -= r * u[i];
    }
  });
}

template <typename Real>
void adamw(std::span<Real> w, Stretch<Real> m, Stretch<Real> v, ConstStretch<Real> g,
           const Adam& adam, double rate, double decay, std::uint64_t t, double factor)
{
  const auto [beta1, beta2, epsilon] = adam;
  const auto steps = static_cast<double>(t);
  const AdamStep<Real> s{
      .beta1 = static_cast<Real>(beta1),
      .one_less_beta1 = static_cast<Real>(1 - beta1),
      .beta2 = static_cast<Real>(beta2),
      .one_less_beta2 = static_cast<Real>(1 - beta2),
      .epsilon = static_cast<Real>(epsilon),
      .rate = static_cast<Real>(rate / (1 - std::pow(beta1, steps))),
      .correction = static_cast<Real>(1 / std::sqrt(1 - std::pow(beta2, steps))),
      .decay = static_cast<Real>(rate * decay),
      .factor = static_cast<Real>(factor),
  };
  in_pieces(w.size(), [&](std::size_t begin, std::size_t end) {
    adam_step(w.data() + begin, m.data() + begin, v.data() + begin, g.data() + begin, end - begin,
              s);
  });
}

template <typename Real>
double norm(std::span<const Real> g)
{
  std::array<double, 64> sums{};
  const std::size_t each = (g.size() + sums.size() - 1) / sums.size();
#pragma omp parallel for schedule(static) if (g.size() > 2 * piece)
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::size_t begin = std::min(i * each, g.size());
    sums[i] = sum_of_squares(g.data() + begin, std::min(each, g.size() - begin));
  }
  double sum = 0;
  for (const double part : sums)
    sum += part;
  return std::sqrt(sum);
}

double clipping_factor(double norm, double c)
{
  return c == 0 || norm <= c ? 1 : c / norm;
}

double learning_rate(const Schedule& schedule, std::uint64_t step)
{
  const auto [rate, final_rate, warm_up, steps] = schedule;
  if (step < warm_up)
    return rate * static_cast<double>(step + 1) / static_cast<double>(warm_up + 1);
  if (rate == final_rate)
    return rate;
  if (step + 1 >= steps)
    return final_rate;
  const double way = static_cast<double>(step - warm_up) / static_cast<double>(steps - 1 - warm_up);
  return final_rate + (rate - final_rate) * (1 + std::cos(std::numbers::pi * way)) / 2;
}

template <typename Real>
void clipped_step(const std::vector<std::span<Real>>& w, const std::vector<std::span<Real>>& m,
                  const std::vector<std::span<Real>>& v, const std::vector<std::span<Real>>& g,
                  const Adam& adam, double rate, std::uint64_t t, double clip)
{
  double squares = 0;
  for (const std::span<const Real> stretch : g)
    squares += std::pow(norm(stretch), 2);
  const double factor = clipping_factor(std::sqrt(squares), clip);
  for (std::size_t i = 0; i < w.size(); ++i)
    adamw<Real>(w[i], m[i], v[i], g[i], adam, rate, 0, t, factor);
}

#define INSTANTIATE(Real)                                                                          \
  template void gradient_descent(std::span<Real>, ConstStretch<Real>, double);                     \
  template void momentum(std::span<Real>, Stretch<Real>, ConstStretch<Real>, double, double);      \
  template void clipped_step(                                                                      \
      const std::vector<std::span<Real>>&, const std::vector<std::span<Real>>&,                    \
      const std::vector<std::span<Real>>&, const std::vector<std::span<Real>>&, const Adam&,       \
      double, std::uint64_t, double);                                                              \
  template void adamw(std::span<Real>, Stretch<Real>, Stretch<Real>, ConstStretch<Real>,           \
                      const Adam&, double, double, std::uint64_t, double);                         \
  template double norm(std::span<const Real>);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::training
