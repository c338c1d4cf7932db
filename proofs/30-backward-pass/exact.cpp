// The backward pass on graphs of numbers, and the layers of a transformer: that their gradients are right, for all real
// inputs, and what they cost.
//
// Each layer is written once, ahead and back, in numbers that know their derivative in a direction and count operations.
// A number is a polynomial in symbols. A function's value is a symbol of its own, with the function's rule for the derivative:
//
//     (e^u)' = e^u u',    (1/u)' = -(1/u)^2 u',    (u^(-1/2))' = -1/2 (u^(-1/2))^3 u',    (tanh u)' = (1 - tanh^2 u) u',
//     (erf u)' = 2/sqrt(pi) e^(-u^2) u',    (ln u)' = (1/u) u'.
//
// Nothing else is used of these functions, so <J v, w> = <v, J^T w> is an identity of polynomials.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::proofs {

namespace {

/// Operations: multiplications and additions (subtractions among them), also of a number with a constant and of a
/// first term with 0; and values of functions.
struct Cost
{
  long multiplications = 0, additions = 0, functions = 0;

  [[nodiscard]] long total() const { return multiplications + additions + functions; }
  friend bool operator==(const Cost&, const Cost&) = default;
  friend Cost operator-(const Cost& a, const Cost& b)
  {
    return {a.multiplications - b.multiplications, a.additions - b.additions,
            a.functions - b.functions};
  }
};

Cost spent;

/// A number that depends on the inputs, and its derivative in the direction in which they move.
struct Number
{
  Polynomial value = 0, slope = 0;
};

using Numbers = std::vector<Number>;

Number constant(const Polynomial& value)
{
  return {value, 0};
}

Number operator*(const Number& a, const Number& b)
{
  ++spent.multiplications;
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}

Number operator+(const Number& a, const Number& b)
{
  ++spent.additions;
  return {a.value + b.value, a.slope + b.slope};
}

Number operator-(const Number& a, const Number& b)
{
  ++spent.additions;
  return {a.value - b.value, a.slope - b.slope};
}

Number& operator+=(Number& a, const Number& b)
{
  return a = a + b;
}

/// The symbol for the value of a function at u: the same for the same u.
Polynomial value_of(const std::string& function, const Polynomial& u)
{
  static std::vector<std::pair<std::string, std::vector<Polynomial>>> known;
  auto entry = std::ranges::find(known, function, [](const auto& item) { return item.first; });
  if (entry == known.end())
    entry = known.insert(known.end(), {function, {}});
  auto& arguments = entry->second;
  auto at = std::ranges::find(arguments, u);
  if (at == arguments.end())
    at = arguments.insert(arguments.end(), u);
  return symbol(fmt::format("{}{}", function, at - arguments.begin()));
}

Number exp(const Number& u)
{
  ++spent.functions;
  const Polynomial e = value_of("exp", u.value);
  return {e, e * u.slope};
}

Number inverse(const Number& u)
{
  ++spent.functions;
  const Polynomial q = value_of("inverse", u.value);
  return {q, -(q * q * u.slope)};
}

Number inverse_root(const Number& u)
{
  ++spent.functions;
  const Polynomial r = value_of("root", u.value);
  return {r, Rational(-1, 2) * r * r * r * u.slope};
}

Number tanh(const Number& u)
{
  ++spent.functions;
  const Polynomial t = value_of("tanh", u.value);
  return {t, (1 - t * t) * u.slope};
}

const char* const one_over_root_pi = "c";

Number erf(const Number& u)
{
  ++spent.functions;
  const Polynomial density = 2 * symbol(one_over_root_pi) * value_of("exp", -(u.value * u.value));
  return {value_of("erf", u.value), density * u.slope};
}

Number log(const Number& u)
{
  ++spent.functions;
  return {value_of("log", u.value), value_of("inverse", u.value) * u.slope};
}

// The layers. Each takes its inputs and parameters as one list, keeps what its backward pass needs, and returns the
// gradients in the same order. A token is a column, and columns follow each other.

/// Y = W X + b 1^T, from W (m x n), b, X (n x K).
struct Dense
{
  std::size_t m, n, K;
  Numbers W{}, X{};

  [[nodiscard]] std::size_t inputs() const { return m * n + m + n * K; }
  [[nodiscard]] std::size_t outputs() const { return m * K; }

  Numbers forward(const Numbers& x)
  {
    const auto b = x.begin() + static_cast<std::ptrdiff_t>(m * n);
    W.assign(x.begin(), b);
    X.assign(b + static_cast<std::ptrdiff_t>(m), x.end());
    Numbers Y(m * K);
    for (std::size_t k = 0; k < K; ++k)
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j)
          Y[i + m * k] += W[i + m * j] * X[j + n * k];
        Y[i + m * k] += b[static_cast<std::ptrdiff_t>(i)];
      }
    return Y;
  }

  [[nodiscard]] Numbers backward(const Numbers& G) const
  {
    Numbers W_bar(m * n), b_bar(m), X_bar(n * K);
    for (std::size_t k = 0; k < K; ++k)
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          W_bar[i + m * j] += G[i + m * k] * X[j + n * k];
          X_bar[j + n * k] += W[i + m * j] * G[i + m * k];
        }
        b_bar[i] += G[i + m * k];
      }
    W_bar.insert(W_bar.end(), b_bar.begin(), b_bar.end());
    W_bar.insert(W_bar.end(), X_bar.begin(), X_bar.end());
    return W_bar;
  }
};

/// y_i = gamma_i h_i + beta_i with h_i = (x_i - mu) / sqrt(sigma^2 + epsilon), from x, gamma, beta.
struct LayerNorm
{
  std::size_t n;
  Numbers h{}, gamma{};
  Number r{};

  [[nodiscard]] std::size_t inputs() const { return 3 * n; }
  [[nodiscard]] std::size_t outputs() const { return n; }
  [[nodiscard]] Number nth() const { return constant(Rational(1, static_cast<long>(n))); }

  Numbers forward(const Numbers& x)
  {
    gamma.assign(x.begin() + static_cast<std::ptrdiff_t>(n),
                 x.begin() + static_cast<std::ptrdiff_t>(2 * n));
    Number mu, variance;
    for (std::size_t i = 0; i < n; ++i)
      mu += x[i];
    mu = nth() * mu;
    h.clear();
    for (std::size_t i = 0; i < n; ++i) {
      h.push_back(x[i] - mu);
      variance += h[i] * h[i];
    }
    r = inverse_root(nth() * variance + constant(symbol("epsilon")));
    Numbers y;
    for (std::size_t i = 0; i < n; ++i) {
      h[i] = h[i] * r;
      y.push_back(gamma[i] * h[i] + x[2 * n + i]);
    }
    return y;
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    Numbers x_bar(n), gamma_bar(n), beta_bar(n), d;
    Number mean, along;
    for (std::size_t i = 0; i < n; ++i) {
      beta_bar[i] += w[i];
      gamma_bar[i] += w[i] * h[i];
      d.push_back(w[i] * gamma[i]);
      mean += d[i];
      along += d[i] * h[i];
    }
    mean = nth() * mean;
    along = nth() * along;
    for (std::size_t i = 0; i < n; ++i)
      x_bar[i] = r * (d[i] - mean - h[i] * along);
    x_bar.insert(x_bar.end(), gamma_bar.begin(), gamma_bar.end());
    x_bar.insert(x_bar.end(), beta_bar.begin(), beta_bar.end());
    return x_bar;
  }
};

/// x / 2 (1 + tanh(alpha (x + beta x^3))), alpha and beta any constants.
struct GeluTanh
{
  Number half_x{}, square{}, t{}, one_and_t{};
  Number half = constant(Rational(1, 2)), one = constant(1), alpha = constant(symbol("alpha")),
         beta = constant(symbol("beta")), three_beta = constant(3 * symbol("beta"));

  [[nodiscard]] static std::size_t inputs() { return 1; }
  [[nodiscard]] static std::size_t outputs() { return 1; }

  Numbers forward(const Numbers& x)
  {
    square = x[0] * x[0];
    t = tanh(alpha * (x[0] + beta * square * x[0]));
    half_x = half * x[0];
    one_and_t = one + t;
    return {half_x * one_and_t};
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    const Number bend = half_x * (one - t * t) * (alpha * (one + three_beta * square));
    return {w[0] * (half * one_and_t + bend)};
  }
};

/// x Phi(x) with Phi(x) = (1 + erf(u)) / 2 and u = x / sqrt(2); for the identity 1 / sqrt(2) may be any constant.
struct GeluErf
{
  Number x{}, u{}, Phi{};
  Number half = constant(Rational(1, 2)), root_half = constant(symbol("root_half")),
         density = constant(symbol("root_half") * symbol(one_over_root_pi));

  [[nodiscard]] static std::size_t inputs() { return 1; }
  [[nodiscard]] static std::size_t outputs() { return 1; }

  Numbers forward(const Numbers& input)
  {
    x = input[0];
    u = root_half * x;
    Phi = half + half * erf(u);
    return {x * Phi};
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    const Number square = u * u;
    return {w[0] * (Phi + x * (density * exp({-square.value, -square.slope})))};
  }
};

/// p_i = e^(x_i) / sum e^(x_k)
struct Softmax
{
  std::size_t n;
  Numbers p{};

  [[nodiscard]] std::size_t inputs() const { return n; }
  [[nodiscard]] std::size_t outputs() const { return n; }

  Numbers forward(const Numbers& x)
  {
    Number sum;
    p.clear();
    for (const Number& x_i : x) {
      p.push_back(exp(x_i));
      sum += p.back();
    }
    const Number q = inverse(sum);
    for (Number& p_i : p)
      p_i = p_i * q;
    return p;
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    Number mean;
    for (std::size_t i = 0; i < n; ++i)
      mean += p[i] * w[i];
    Numbers x_bar;
    for (std::size_t i = 0; i < n; ++i)
      x_bar.push_back(p[i] * (w[i] - mean));
    return x_bar;
  }
};

/// -ln p_1 = ln(sum e^(x_k)) - x_1, with p = softmax(x)
struct CrossEntropy
{
  std::size_t n;
  Numbers e{};
  Number sum{};

  [[nodiscard]] std::size_t inputs() const { return n; }
  [[nodiscard]] static std::size_t outputs() { return 1; }

  Numbers forward(const Numbers& x)
  {
    e.clear();
    sum = {};
    for (const Number& x_i : x) {
      e.push_back(exp(x_i));
      sum += e.back();
    }
    return {log(sum) - x[0]};
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    const Number q = inverse(sum);
    Numbers x_bar;
    for (const Number& e_i : e)
      x_bar.push_back(e_i * q);
    x_bar[0] = x_bar[0] - constant(1);
    for (Number& x_i : x_bar)
      x_i = w[0] * x_i;
    return x_bar;
  }
};

/// A head: output i is the mean of the values V_j by softmax(Q_i . K_j / sqrt(d)), over all j, or over j <= i if it is
/// causal; from Q, K, V, each d x T. For the identity 1 / sqrt(d) may be any constant.
struct Attention
{
  std::size_t T, d;
  bool causal;
  Numbers x{};
  std::vector<Softmax> rows{};
  Number scale = constant(symbol("scale"));

  [[nodiscard]] std::size_t inputs() const { return 3 * d * T; }
  [[nodiscard]] std::size_t outputs() const { return d * T; }
  [[nodiscard]] std::size_t seen(std::size_t i) const { return causal ? i + 1 : T; }
  [[nodiscard]] std::size_t q(std::size_t c, std::size_t i) const { return c + d * i; }
  [[nodiscard]] std::size_t k(std::size_t c, std::size_t j) const { return c + d * (T + j); }
  [[nodiscard]] std::size_t v(std::size_t c, std::size_t j) const { return c + d * (2 * T + j); }

  Numbers forward(const Numbers& input)
  {
    x = input;
    rows.clear();
    Numbers y(d * T);
    for (std::size_t i = 0; i < T; ++i) {
      Numbers scores;
      for (std::size_t j = 0; j < seen(i); ++j) {
        Number dot;
        for (std::size_t c = 0; c < d; ++c)
          dot += x[q(c, i)] * x[k(c, j)];
        scores.push_back(scale * dot);
      }
      rows.push_back({seen(i)});
      const Numbers p = rows[i].forward(scores);
      for (std::size_t j = 0; j < seen(i); ++j)
        for (std::size_t c = 0; c < d; ++c)
          y[c + d * i] += p[j] * x[v(c, j)];
    }
    return y;
  }

  [[nodiscard]] Numbers backward(const Numbers& w) const
  {
    Numbers x_bar(inputs());
    for (std::size_t i = 0; i < T; ++i) {
      Numbers p_bar(seen(i));
      for (std::size_t j = 0; j < seen(i); ++j)
        for (std::size_t c = 0; c < d; ++c) {
          x_bar[v(c, j)] += rows[i].p[j] * w[c + d * i];
          p_bar[j] += w[c + d * i] * x[v(c, j)];
        }
      const Numbers s_bar = rows[i].backward(p_bar);
      for (std::size_t j = 0; j < seen(i); ++j) {
        const Number s = scale * s_bar[j];
        for (std::size_t c = 0; c < d; ++c) {
          x_bar[q(c, i)] += s * x[k(c, j)];
          x_bar[k(c, j)] += s * x[q(c, i)];
        }
      }
    }
    return x_bar;
  }
};

/// <J v, w> and <v, J^T w>, with symbols for all inputs, all v and all w.
template <typename Layer>
void add_gradient(Identities& gradients, const std::string& at, Layer layer)
{
  Numbers moving, resting, w;
  for (std::size_t i = 0; i < layer.inputs(); ++i) {
    moving.push_back({symbol(fmt::format("x{}", i)), symbol(fmt::format("v{}", i))});
    resting.push_back(constant(moving[i].value));
  }
  for (std::size_t i = 0; i < layer.outputs(); ++i)
    w.push_back(constant(symbol(fmt::format("w{}", i))));
  Polynomial ahead, back;
  const Numbers y = layer.forward(moving);
  for (std::size_t i = 0; i < y.size(); ++i)
    ahead += y[i].slope * w[i].value;
  layer.forward(resting);
  const Numbers gradient = layer.backward(w);
  for (std::size_t i = 0; i < gradient.size(); ++i)
    back += moving[i].slope * gradient[i].value;
  gradients.add(at, ahead, back);
}

struct Costs
{
  Cost ahead, back;

  friend bool operator==(const Costs&, const Costs&) = default;
};

/// Nothing branches, so the inputs may all be 0.
template <typename Layer>
Costs costs_of(Layer layer)
{
  const Cost start = spent;
  layer.forward(Numbers(layer.inputs()));
  const Cost half_way = spent;
  static_cast<void>(layer.backward(Numbers(layer.outputs())));
  return {half_way - start, spent - half_way};
}

void prove_for_graphs(Proof& proof)
{
  constexpr std::size_t nodes = 6;
  const auto edge = [](std::size_t i, std::size_t j) { return symbol(fmt::format("a{}{}", i, j)); };
  Matrix ahead = identity(nodes), back = identity(nodes), paths = identity(nodes);
  for (std::size_t input = 0; input < nodes; ++input)
    for (std::size_t i = 0; i < nodes; ++i)
      for (std::size_t j = 0; j < i; ++j)
        ahead(i, input) += edge(i, j) * ahead(j, input);
  for (std::size_t output = 0; output < nodes; ++output)
    for (std::size_t i = nodes; i-- > 0;)
      for (std::size_t j = i; j-- > 0;)
        back(j, output) += edge(i, j) * back(i, output);
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t between = 0; between < std::size_t(1) << (i - j - 1); ++between) {
        Polynomial path = 1;
        std::size_t last = j;
        for (std::size_t k = j + 1; k <= i; ++k)
          if (k == i || (between >> (k - j - 1) & 1) != 0) {
            path *= edge(k, last);
            last = k;
          }
        paths(i, j) += path;
      }
  Identities passes;
  passes.add("ahead, 6 nodes", ahead, paths);
  passes.add("back, 6 nodes", back, transpose(paths));
  proof.step("In every acyclic graph of up to six numbers, the forward pass multiplies by the sum "
             "over all paths from an input to an output, and the backward pass by its transpose.",
             passes.hold(), passes.seen());
}

void prove_for_layers(Proof& proof)
{
  Identities gradients;
  for (const std::size_t n : {1, 2, 3})
    add_gradient(gradients, fmt::format("dense, 2 x {}, 2 tokens", n), Dense{2, n, 2});
  for (const std::size_t n : {2, 3, 4}) {
    add_gradient(gradients, fmt::format("layer norm, n = {}", n), LayerNorm{n});
    add_gradient(gradients, fmt::format("softmax, n = {}", n), Softmax{n});
    add_gradient(gradients, fmt::format("cross-entropy, n = {}", n), CrossEntropy{n});
  }
  add_gradient(gradients, "GELU by tanh", GeluTanh{});
  add_gradient(gradients, "GELU by erf", GeluErf{});
  for (const bool causal : {false, true})
    for (const std::size_t T : {1, 2, 3})
      add_gradient(gradients, fmt::format("{} attention, {} tokens", causal ? "causal" : "full", T),
                   Attention{T, 2, causal});
  proof.step("The backward passes of a dense layer, layer norm, GELU by tanh and by erf, softmax, "
             "cross-entropy and attention, full and causal, give the gradients with respect to "
             "all inputs and parameters, for all real ones, at sizes up to 4.",
             gradients.hold(), gradients.seen());
}

/// Counts at all sizes against formulas, and whether the way back has at most twice the operations, and twice the products
/// and sums, and no more values of functions than the way ahead.
class Counting
{
public:
  void add(const std::string& at, const Costs& counted, const Costs& formula)
  {
    ++n_;
    if (!(counted == formula) && wrong_.empty())
      wrong_ = fmt::format("{}: ahead {} x, {} +, {} f; back {} x, {} +, {} f", at,
                           counted.ahead.multiplications, counted.ahead.additions,
                           counted.ahead.functions, counted.back.multiplications,
                           counted.back.additions, counted.back.functions);
    if (counted.back.total() > 2 * counted.ahead.total() ||
        counted.back.additions > 2 * counted.ahead.additions ||
        counted.back.functions > counted.ahead.functions)
      twice_ = false;
    if (counted.back.multiplications > 2 * counted.ahead.multiplications)
      more_products_.insert(at.substr(0, at.find(',')));
  }
  [[nodiscard]] bool as_formulas() const { return n_ > 0 && wrong_.empty(); }
  [[nodiscard]] bool at_most_twice() const { return n_ > 0 && twice_; }
  /// The layers that have more than twice as many products back as ahead.
  [[nodiscard]] const std::set<std::string>& more_products() const { return more_products_; }
  [[nodiscard]] std::string seen() const
  {
    return wrong_.empty() ? fmt::format("{} counts", n_) : wrong_;
  }

private:
  std::size_t n_ = 0;
  bool twice_ = true;
  std::set<std::string> more_products_;
  std::string wrong_;
};

void prove_costs(Proof& proof)
{
  Counting counting;
  for (std::size_t size = 1; size <= 12; ++size) {
    const auto n = static_cast<long>(size);
    const std::string at = fmt::format("n = {}", n);
    counting.add("layer norm, " + at, costs_of(LayerNorm{size}),
                 {{3 * n + 2, 4 * n + 1, 1}, {5 * n + 2, 6 * n, 0}});
    counting.add("softmax, " + at, costs_of(Softmax{size}), {{n, n, n + 1}, {2 * n, 2 * n, 0}});
    counting.add("cross-entropy, " + at, costs_of(CrossEntropy{size}),
                 {{0, n + 1, n + 1}, {2 * n, 1, 1}});
    for (std::size_t other = 1; other <= 6; ++other) {
      const auto k = static_cast<long>(other);
      for (const long m : {1, 2, 5})
        counting.add(
            fmt::format("dense, {} x {}, {} tokens", m, n, k),
            costs_of(Dense{static_cast<std::size_t>(m), size, other}),
            {{m * n * k, m * n * k + m * k, 0}, {2 * m * n * k, 2 * m * n * k + m * k, 0}});
      for (const bool causal : {false, true}) {
        const long pairs = causal ? n * (n + 1) / 2 : n * n;
        counting.add(fmt::format("attention, {} tokens, d = {}", n, k),
                     costs_of(Attention{size, other, causal}),
                     {{pairs * (2 * k + 2), pairs * (2 * k + 1), pairs + n},
                      {pairs * (4 * k + 3), pairs * (4 * k + 2), 0}});
      }
    }
  }
  counting.add("GELU by tanh", costs_of(GeluTanh{}), {{6, 2, 1}, {7, 3, 0}});
  counting.add("GELU by erf", costs_of(GeluErf{}), {{3, 1, 1}, {4, 1, 1}});
  proof.step("Their operations are those of the table, sizes 1 to 12.", counting.as_formulas(),
             counting.seen());
  proof.step("Back there are at most twice as many operations as ahead, at most twice as many "
             "sums, and no more values of functions.",
             counting.at_most_twice(), counting.seen());
  proof.step("So it is for products, but for cross-entropy, which has none ahead.",
             counting.more_products() == std::set<std::string>{"cross-entropy"},
             fmt::format("more than twice: {}", fmt::join(counting.more_products(), ", ")));
}

} // namespace

void prove(Proof& proof)
{
  prove_for_graphs(proof);
  prove_for_layers(proof);
  prove_costs(proof);
}

} // namespace epreuve::proofs
