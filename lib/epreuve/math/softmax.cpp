#include "epreuve/math/softmax.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/compensated_sum.hpp"
#include "epreuve/shape.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace epreuve::math {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The exponentials relative to the largest logit, w_i = e^{(x_i - max x) / T}: w_top = 1, R the sum of
/// all the others, S the sum of all.
struct Weights
{
  arma::vec w;
  arma::uword top;
  double R;

  double S() const { return 1 + R; }
};

// The code that keeps the last ulps, and the checks of the arguments, are below.
Weights weights(const arma::vec& x, double T = 1);
template <typename Real>
arma::vec logits(const arma::Col<Real>& x, const char* function);

template <typename To>
arma::Col<To> to(const auto& x)
{
  return arma::conv_to<arma::Col<To>>::from(x);
}

} // namespace

template <typename Real>
arma::Col<Real> softmax(const arma::Col<Real>& x)
{
  const Weights e = weights(logits(x, "softmax"));
  return to<Real>(e.w / e.S());
}

template <typename Real>
Real log_sum_exp(const arma::Col<Real>& x)
{
  const arma::vec in_double = logits(x, "log_sum_exp");
  return static_cast<Real>(in_double.max() + std::log1p(weights(in_double).R));
}

namespace {

/// The exact difference between a - b and its rounded value d (finite).
double rounding_of_difference(double a, double b, double d)
{
  return std::abs(a) >= std::abs(b) ? (a - d) - b : a - (d + b);
}

/// e^{(x - m) / T} for x <= m, m finite. The exponent is q + c: q the rounded quotient, c what the
/// difference and the division have lost, so small that e^c is 1 + c.
double exp_of_quotient(double x, double m, double T)
{
  if (x == -infinity)
    return 0;
  const double d = x - m;
  if (d == -infinity)
    return exp_of_quotient(x / 2, m / 2, T / 2);
  const double q = d / T;
  const double e = std::exp(q);
  if (e == 0)
    return 0;
  const double c = (std::fma(-q, T, d) + rounding_of_difference(x, m, d)) / T;
  return e + e * c;
}

Weights weights(const arma::vec& x, double T)
{
  const arma::uword top = x.index_max();
  arma::vec w = x;
  w.transform([m = x(top), T](double x_i) { return exp_of_quotient(x_i, m, T); });
  arma::vec others = w;
  others(top) = 0;
  return {w, top, compensated_sum(others)};
}

void check_logits(const arma::vec& x, const std::string& name)
{
  if (x.is_empty())
    throw Error("{} is empty, expected at least one logit", name);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    if (std::isnan(x(i)) || x(i) == infinity)
      throw Error("{} must hold logits that are finite or -inf, got {} at index {}", name, x(i), i);
  if (x.max() == -infinity)
    throw Error("{} must hold at least one finite logit, got -inf in all {}", name, x.n_elem);
}

void check_not_empty(const auto& M, const char* function)
{
  if (M.is_empty())
    throw Error("{}: M must have at least one row and one column, got {}", function, shape(M));
}

template <typename Real>
arma::vec logits(const arma::Col<Real>& x, const char* function)
{
  arma::vec in_double = to<double>(x);
  check_logits(in_double, fmt::format("{}: x", function));
  return in_double;
}

arma::vec probabilities(const arma::vec& x)
{
  const Weights e = weights(x);
  return e.w / e.S();
}

arma::vec log_probabilities(const arma::vec& x)
{
  const double L = std::log1p(weights(x).R);
  return (x - x.max()) - L;
}

template <typename Real>
arma::Mat<Real> each_row(const arma::Mat<Real>& M, const char* function,
                         arma::vec (*formula)(const arma::vec&))
{
  check_not_empty(M, function);
  arma::Mat<Real> result(M.n_rows, M.n_cols);
  for (arma::uword i = 0; i < M.n_rows; ++i) {
    const arma::vec row = to<double>(M.row(i).t());
    check_logits(row, fmt::format("{}: row {} of M", function, i));
    result.row(i) = to<Real>(formula(row)).t();
  }
  return result;
}

template <typename Real>
arma::Mat<Real> each_column(const arma::Mat<Real>& M, const char* function,
                            arma::vec (*formula)(const arma::vec&))
{
  check_not_empty(M, function);
  arma::Mat<Real> result(M.n_rows, M.n_cols);
  for (arma::uword j = 0; j < M.n_cols; ++j) {
    const arma::vec column = to<double>(M.col(j));
    check_logits(column, fmt::format("{}: column {} of M", function, j));
    result.col(j) = to<Real>(formula(column));
  }
  return result;
}

} // namespace

template <typename Real>
arma::Col<Real> softmax(const arma::Col<Real>& x, std::type_identity_t<Real> temperature)
{
  const double T = static_cast<double>(temperature);
  if (!(T > 0 && T < infinity))
    throw Error("softmax: temperature must be positive and finite, got {}", T);
  const Weights e = weights(logits(x, "softmax"), T);
  return to<Real>(e.w / e.S());
}

template <typename Real>
arma::Col<Real> log_softmax(const arma::Col<Real>& x)
{
  return to<Real>(log_probabilities(logits(x, "log_softmax")));
}

template <typename Real>
arma::Col<Real> softmax_naive(const arma::Col<Real>& x)
{
  logits(x, "softmax_naive");
  return arma::exp(x) / arma::accu(arma::exp(x));
}

template <typename Real>
arma::Mat<Real> softmax_rows(const arma::Mat<Real>& M)
{
  return each_row(M, "softmax_rows", probabilities);
}

template <typename Real>
arma::Mat<Real> softmax_columns(const arma::Mat<Real>& M)
{
  return each_column(M, "softmax_columns", probabilities);
}

template <typename Real>
arma::Mat<Real> log_softmax_rows(const arma::Mat<Real>& M)
{
  return each_row(M, "log_softmax_rows", log_probabilities);
}

template <typename Real>
arma::Mat<Real> log_softmax_columns(const arma::Mat<Real>& M)
{
  return each_column(M, "log_softmax_columns", log_probabilities);
}

template <typename Real>
arma::Mat<Real> softmax_jacobian(const arma::Col<Real>& x)
{
  const Weights weight = weights(logits(x, "softmax_jacobian"));
  const arma::vec s = weight.w / weight.S();
  arma::vec others = weight.S() - weight.w;
  others(weight.top) = weight.R;

  arma::mat J = arma::diagmat(s) - s * s.t();
  J.diag() = s % (others / weight.S());
  return arma::conv_to<arma::Mat<Real>>::from(J);
}

template <typename Real>
arma::Col<Real> softmax_jacobian_times(const arma::Col<Real>& x, const arma::Col<Real>& v)
{
  const Weights weight = weights(logits(x, "softmax_jacobian_times"));
  if (v.n_elem != x.n_elem)
    throw Error("softmax_jacobian_times: v must have the length of x, {}, got {}", x.n_elem,
                v.n_elem);
  for (arma::uword i = 0; i < v.n_elem; ++i)
    if (!std::isfinite(v(i)))
      throw Error("softmax_jacobian_times: v must be finite, got {} at index {}", v(i), i);

  const arma::vec s = weight.w / weight.S();
  arma::vec direction = to<double>(v);
  const bool huge = arma::abs(direction).max() > std::numeric_limits<double>::max() / 4;
  const double scale = huge ? 4 : 1;
  direction /= scale;
  direction -= direction(weight.top);
  return to<Real>(arma::vec(scale * (s % (direction - compensated_sum(s % direction)))));
}

#define INSTANTIATE(Real)                                                                          \
  template Real log_sum_exp(const arma::Col<Real>&);                                               \
  template arma::Col<Real> softmax(const arma::Col<Real>&);                                        \
  template arma::Col<Real> softmax(const arma::Col<Real>&, std::type_identity_t<Real>);            \
  template arma::Col<Real> log_softmax(const arma::Col<Real>&);                                    \
  template arma::Col<Real> softmax_naive(const arma::Col<Real>&);                                  \
  template arma::Mat<Real> softmax_rows(const arma::Mat<Real>&);                                   \
  template arma::Mat<Real> softmax_columns(const arma::Mat<Real>&);                                \
  template arma::Mat<Real> log_softmax_rows(const arma::Mat<Real>&);                               \
  template arma::Mat<Real> log_softmax_columns(const arma::Mat<Real>&);                            \
  template arma::Mat<Real> softmax_jacobian(const arma::Col<Real>&);                               \
  template arma::Col<Real> softmax_jacobian_times(const arma::Col<Real>&, const arma::Col<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::math
