#include "near_orthogonal.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace epreuve::instruments {

namespace {

template <typename Number>
using Coefficients = std::vector<Number>; // lowest first

template <typename Number>
Coefficients<Number> polynomial_product(const Coefficients<Number>& a,
                                        const Coefficients<Number>& b)
{
  Coefficients<Number> c(a.size() + b.size() - 1, Number(0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      c[i + j] += a[i] * b[j];
  return c;
}

/// E[t^{2j}], j = 0, 1, ..., of a coordinate t of a random direction in R^n.
template <typename Number>
Coefficients<Number> sphere_moments(arma::uword n, std::size_t count)
{
  Coefficients<Number> m{Number(1)};
  for (std::size_t j = 0; j + 1 < count; ++j)
    m.push_back(m.back() * Number(2 * j + 1) / Number(n + 2 * j));
  return m;
}

/// x with H x = y, H positive definite.
template <typename Number>
Coefficients<Number> hankel_solution(std::vector<Coefficients<Number>> H, Coefficients<Number> y)
{
  const std::size_t k = y.size();
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t row = i + 1; row < k; ++row) {
      const Number factor = H[row][i] / H[i][i];
      for (std::size_t col = i; col < k; ++col)
        H[row][col] -= factor * H[i][col];
      y[row] -= factor * y[i];
    }
  for (std::size_t i = k; i-- > 0;) {
    for (std::size_t col = i + 1; col < k; ++col)
      y[i] -= H[i][col] * y[col];
    y[i] /= H[i][i];
  }
  return y;
}

/// f of directions_certificate.
template <typename Number>
Coefficients<Number> extremal_polynomial(arma::uword n, const Number& s, unsigned k, unsigned d)
{
  const Coefficients<Number> m = sphere_moments<Number>(n, 2 * k + 2);
  std::vector<Coefficients<Number>> H(k, Coefficients<Number>(k));
  Coefficients<Number> powers(k, Number(1));
  for (unsigned i = 0; i < k; ++i) {
    for (unsigned j = 0; j < k; ++j)
      H[i][j] = m[i + j + d] - m[i + j + d + 1];
    if (i > 0)
      powers[i] = powers[i - 1] * s;
  }
  const Coefficients<Number> g = hankel_solution(H, powers);
  Coefficients<Number> f = polynomial_product(polynomial_product(g, g), {-s, Number(1)});
  if (d == 1)
    f.insert(f.begin(), Number(0));
  return f;
}

/// G_0, G_2, ..., G_{2 top} in z = t^2, each with the value 1 at z = 1: odd ones are t times a
/// polynomial in z. (k + n - 2) G_{k+1} = (2 k + n - 2) t G_k - k G_{k-1}.
template <typename Number>
std::vector<Coefficients<Number>> gegenbauer(arma::uword n, std::size_t top)
{
  std::vector<Coefficients<Number>> even{{Number(1)}};
  Coefficients<Number> before{Number(1)}, odd{Number(1)}; // G_0, and G_1 = t
  for (std::size_t k = 1; even.size() <= top; ++k) {
    Coefficients<Number> next = odd;
    if (k % 2 == 1) // t times t times a polynomial in z
      next.insert(next.begin(), Number(0));
    for (Number& c : next)
      c *= Number(2 * k + n - 2);
    for (std::size_t i = 0; i < before.size(); ++i)
      next[i] -= Number(k) * before[i];
    for (Number& c : next)
      c /= Number(k + n - 2);
    before = std::exchange(odd, next);
    if (k % 2 == 1)
      even.push_back(next);
  }
  return even;
}

/// c_j with f = sum c_j G_{2j}.
template <typename Number>
Coefficients<Number> in_gegenbauer(Coefficients<Number> f, arma::uword n)
{
  const auto G = gegenbauer<Number>(n, f.size() - 1);
  Coefficients<Number> c(f.size());
  for (std::size_t j = f.size(); j-- > 0;) {
    c[j] = f[j] / G[j].back();
    for (std::size_t i = 0; i <= j; ++i)
      f[i] -= c[j] * G[j][i];
  }
  return c;
}

template <typename Number>
bool is_certificate(const Coefficients<Number>& c)
{
  return c.front() > 0 && std::ranges::all_of(c, [](const Number& x) { return x >= 0; });
}

template <typename Number>
Number coefficient_sum(const Coefficients<Number>& c)
{
  Number total(0);
  for (const Number& x : c)
    total += x;
  return total;
}

bool is_prime(arma::uword p)
{
  for (arma::uword d = 2; d * d <= p; ++d)
    if (p % d == 0)
      return false;
  return p >= 2;
}

Integer whole_part(const Rational& x)
{
  return numerator(x) / denominator(x);
}

void check_epsilon(const char* function, const Rational& epsilon)
{
  if (!(epsilon > 0 && epsilon < 1))
    throw Error("{}: epsilon is a cosine between 0 and 1, got {}", function, epsilon.str());
}

} // namespace

DirectionsCertificate directions_certificate(arma::uword n, const Rational& epsilon, unsigned k,
                                             unsigned d)
{
  check_epsilon("directions_certificate", epsilon);
  if (n < 2 || k < 1 || k > 12 || d > 1)
    throw Error("directions_certificate: n must be at least 2, k from 1 to 12 and d 0 or 1, got "
                "n = {}, k = {}, d = {}",
                n, k, d);
  DirectionsCertificate certificate;
  certificate.f = extremal_polynomial<Rational>(n, epsilon * epsilon, k, d);
  certificate.coefficients = in_gegenbauer(certificate.f, n);
  certificate.proves = is_certificate(certificate.coefficients);
  if (certificate.coefficients.front() != 0)
    certificate.bound = coefficient_sum(certificate.f) / certificate.coefficients.front();
  return certificate;
}

double log10_at_most_directions(arma::uword n, double epsilon)
{
  if (n < 2 || !(epsilon > 0 && epsilon < 1))
    throw Error("log10_at_most_directions: n must be at least 2 and epsilon between 0 and 1, got "
                "n = {}, epsilon = {}",
                n, epsilon);
  const Reference s = Reference(epsilon) * epsilon;
  Reference least = 0;
  for (unsigned k = 1; k <= 9; ++k)
    for (const unsigned d : {0U, 1U}) {
      const auto f = extremal_polynomial<Reference>(n, s, k, d);
      const auto c = in_gegenbauer(f, n);
      if (const Reference bound = coefficient_sum(f) / c.front();
          is_certificate(c) && (least == 0 || bound < least))
        least = bound;
    }
  if (least == 0)
    throw Error("log10_at_most_directions: no polynomial of degree up to 38 bounds the directions "
                "for n = {}, epsilon = {}",
                n, epsilon);
  return rounded(log10(least));
}

arma::mat sign_patterns(arma::uword p, arma::uword r)
{
  if (!is_prime(p) || p % 4 != 3 || r == 0)
    throw Error(
        "sign_patterns: p must be a prime of the form 4 m + 3 and r at least 1, got p = {}, "
        "r = {}",
        p, r);
  std::vector<double> character(p, -1); // 1 for the squares other than 0
  character[0] = 0;
  for (arma::uword x = 1; x < p; ++x)
    character[x * x % p] = 1;
  arma::mat H(p + 1, p + 1, arma::fill::ones);
  for (arma::uword i = 0; i < p; ++i) {
    H(i + 1, 0) = -1;
    for (arma::uword j = 0; j < p; ++j)
      H(i + 1, j + 1) = i == j ? 1 : character[(i + p - j) % p];
  }
  if (r <= p + 1)
    return H.head_rows(r);
  return arma::join_cols(H, arma::mat(r - p - 1, p + 1, arma::fill::ones));
}

PolynomialDirections polynomial_directions(arma::uword n, const Rational& epsilon)
{
  check_epsilon("polynomial_directions", epsilon);
  PolynomialDirections best;
  arma::uword best_p = 0;
  for (arma::uword q = 2; q <= n; ++q) {
    if (!is_prime(q))
      continue;
    for (arma::uword r = 1; r <= std::min(q, n / q); ++r) {
      const auto meetings = static_cast<arma::uword>(whole_part(epsilon * r));
      const arma::uword k = std::min(meetings + 1, r);
      arma::uword p = r + meetings;
      while (p > 0 && !(is_prime(p) && p % 4 == 3 && p + 1 <= r + meetings))
        --p;
      if (p == 0 || p + 1 + meetings < r)
        continue;
      const Integer count = pow(Integer(q), k) * (p + 1) + (n - q * r);
      if (count > best.count) {
        best = {.q = q, .r = r, .k = k, .signs = {}, .count = count};
        best_p = p;
      }
    }
  }
  if (best.count == 0)
    throw Error("polynomial_directions: there are none for n = {}, epsilon = {}", n, epsilon.str());
  best.signs = sign_patterns(best_p, best.r);
  return best;
}

arma::vec polynomial_direction(const PolynomialDirections& set, const std::vector<arma::uword>& h,
                               arma::uword pattern)
{
  if (h.size() != set.k || std::ranges::any_of(h, [&](arma::uword c) { return c >= set.q; }) ||
      pattern >= set.signs.n_cols)
    throw Error(
        "polynomial_direction: expected {} coefficients below {} and a pattern below {}, got "
        "{} coefficients and pattern {}",
        set.k, set.q, set.signs.n_cols, h.size(), pattern);
  arma::vec v(set.q * set.r, arma::fill::zeros);
  for (arma::uword x = 0; x < set.r; ++x) {
    arma::uword y = 0;
    for (std::size_t j = h.size(); j-- > 0;)
      y = (y * x + h[j]) % set.q;
    v(x * set.q + y) = set.signs(x, pattern);
  }
  return v;
}

arma::uword most_roots(arma::uword q, arma::uword r, arma::uword k)
{
  arma::uword most = 0, count = 1;
  for (arma::uword j = 0; j < k; ++j)
    count *= q;
  for (arma::uword number = 1; number < count; ++number) {
    arma::uword roots = 0;
    for (arma::uword x = 0; x < r; ++x) {
      arma::uword value = 0, rest = number;
      for (arma::uword j = 0; j < k; ++j, rest /= q)
        value = (value * x + rest % q) % q;
      roots += value == 0;
    }
    most = std::max(most, roots);
  }
  return most;
}

double largest_sign_product(const arma::mat& signs)
{
  arma::mat products = signs.t() * signs;
  products.diag().zeros();
  return arma::abs(products).max();
}

bool two_are_nearly_orthogonal(evidence::Draw& draw, const PolynomialDirections& set,
                               double epsilon)
{
  const auto polynomial = [&](const char* name) {
    std::vector<arma::uword> h;
    for (arma::uword j = 0; j < set.k; ++j)
      h.push_back(draw.size(name, 0, set.q - 1));
    return h;
  };
  const std::vector<arma::uword> g = polynomial("g");
  const bool same = draw.size("same", 0, 3) == 0;
  const std::vector<arma::uword> h = same ? g : polynomial("h");
  const arma::uword a = draw.size("a", 0, set.signs.n_cols - 1);
  const arma::uword b = draw.size("b", 0, set.signs.n_cols - 1);
  const double product =
      arma::dot(polynomial_direction(set, g, a), polynomial_direction(set, h, b));
  const auto r = static_cast<double>(set.r);
  return g == h && a == b ? product == r : std::abs(product) <= epsilon * r;
}

Integer gilbert_directions(arma::uword n, const Rational& epsilon)
{
  check_epsilon("gilbert_directions", epsilon);
  if (n == 0)
    throw Error("gilbert_directions: n must be at least 1, got 0");
  Integer binomial = 1, all = 0, too_near = 0; // n over w, w entries differ: v . w = n - 2 w
  for (arma::uword w = 0; w <= n; ++w) {
    const arma::uword size = n >= 2 * w ? n - 2 * w : 2 * w - n;
    all += binomial;
    if (Rational(size) > epsilon * n)
      too_near += binomial;
    binomial = binomial * (n - w) / (w + 1);
  }
  return (all + too_near - 1) / too_near;
}

} // namespace epreuve::instruments
