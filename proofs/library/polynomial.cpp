#include "polynomial.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <flint/fmpq_mpoly.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace epreuve::proofs {

namespace {

/// The polynomial ring of the program. FLINT fixes the number of symbols when it makes a ring; they
/// get their names one after the other.
class Ring
{
public:
  static constexpr std::size_t capacity = 256;

  Ring() { fmpq_mpoly_ctx_init(context_, capacity, ORD_LEX); }
  ~Ring() { fmpq_mpoly_ctx_clear(context_); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  const fmpq_mpoly_ctx_struct* context() const { return context_; }
  const std::vector<std::string>& names() const { return names_; }

  slong index(const std::string& name)
  {
    if (name.empty())
      throw Error("symbol: a symbol needs a name, got an empty one");
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      if (names_.size() == capacity)
        throw Error("symbol: a program has at most {} symbols, {} would be one more", capacity,
                    name);
      names_.push_back(name);
      return static_cast<slong>(names_.size()) - 1;
    }
    return found - names_.begin();
  }

private:
  fmpq_mpoly_ctx_t context_;
  std::vector<std::string> names_;
};

Ring& ring()
{
  static Ring the_ring;
  return the_ring;
}

/// The powers alone: "a_11 b_12^2".
std::string monomial(const std::vector<Polynomial::Power>& powers)
{
  std::string text;
  for (const auto& [symbol, exponent] : powers)
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", symbol,
                        exponent == 1 ? "" : fmt::format("^{}", exponent));
  return text;
}

} // namespace

struct Polynomial::Representation
{
  Representation() { fmpq_mpoly_init(value, ring().context()); }
  ~Representation() { fmpq_mpoly_clear(value, ring().context()); }
  Representation(const Representation&) = delete;
  Representation& operator=(const Representation&) = delete;

  fmpq_mpoly_t value;
};

Polynomial::Polynomial(std::shared_ptr<const Representation> representation)
    : representation_(std::move(representation))
{
}

Polynomial::Polynomial(long constant)
{
  const auto result = std::make_shared<Representation>();
  fmpq_mpoly_set_si(result->value, constant, ring().context());
  representation_ = result;
}

Polynomial::Polynomial(const Rational& constant)
{
  const auto result = std::make_shared<Representation>();
  fmpq_mpoly_set_fmpq(result->value, constant.get(), ring().context());
  representation_ = result;
}

Polynomial operator+(const Polynomial& p, const Polynomial& q)
{
  const auto result = std::make_shared<Polynomial::Representation>();
  fmpq_mpoly_add(result->value, p.representation_->value, q.representation_->value,
                 ring().context());
  return Polynomial(result);
}

Polynomial operator-(const Polynomial& p, const Polynomial& q)
{
  const auto result = std::make_shared<Polynomial::Representation>();
  fmpq_mpoly_sub(result->value, p.representation_->value, q.representation_->value,
                 ring().context());
  return Polynomial(result);
}

Polynomial operator*(const Polynomial& p, const Polynomial& q)
{
  const auto result = std::make_shared<Polynomial::Representation>();
  fmpq_mpoly_mul(result->value, p.representation_->value, q.representation_->value,
                 ring().context());
  return Polynomial(result);
}

Polynomial operator-(const Polynomial& p)
{
  return 0 - p;
}

bool operator==(const Polynomial& p, const Polynomial& q)
{
  return fmpq_mpoly_equal(p.representation_->value, q.representation_->value, ring().context()) !=
         0;
}

Polynomial symbol(const std::string& name)
{
  const slong index = ring().index(name);
  const auto result = std::make_shared<Polynomial::Representation>();
  fmpq_mpoly_gen(result->value, index, ring().context());
  return Polynomial(result);
}

Polynomial derivative(const Polynomial& p, const Polynomial& x)
{
  const std::set<std::string> symbols = x.symbols();
  if (symbols.size() != 1 || x != symbol(*symbols.begin()))
    throw Error("derivative: x must be a symbol, got {}", to_string(x));
  const auto result = std::make_shared<Polynomial::Representation>();
  fmpq_mpoly_derivative(result->value, p.representation_->value, ring().index(*symbols.begin()),
                        ring().context());
  return Polynomial(result);
}

std::vector<Polynomial::Term> Polynomial::terms() const
{
  const auto& names = ring().names();
  std::vector<unsigned long> exponents(Ring::capacity);
  std::vector<Term> result(n_terms());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto index = static_cast<slong>(i);
    fmpq_mpoly_get_term_coeff_fmpq(result[i].coefficient.get(), representation_->value, index,
                                   ring().context());
    fmpq_mpoly_get_term_exp_ui(exponents.data(), representation_->value, index, ring().context());
    for (std::size_t s = 0; s < names.size(); ++s)
      if (exponents[s] != 0)
        result[i].powers.push_back({names[s], exponents[s]});
  }
  return result;
}

std::size_t Polynomial::n_terms() const
{
  return static_cast<std::size_t>(fmpq_mpoly_length(representation_->value, ring().context()));
}

std::set<std::string> Polynomial::symbols() const
{
  const auto& names = ring().names();
  std::vector<int> used(Ring::capacity);
  fmpq_mpoly_used_vars(used.data(), representation_->value, ring().context());
  std::set<std::string> result;
  for (std::size_t s = 0; s < names.size(); ++s)
    if (used[s] != 0)
      result.insert(names[s]);
  return result;
}

std::string to_string(const Polynomial& p, std::size_t max_terms)
{
  if (p == 0)
    return "0";
  std::string text;
  const std::vector<Polynomial::Term> terms = p.terms();
  for (std::size_t i = 0; i < std::min(terms.size(), max_terms); ++i) {
    const auto& [coefficient, powers] = terms[i];
    const bool negative = coefficient < 0;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    const Rational size = abs(coefficient);
    if (size != 1 || powers.empty())
      text += size.str() + (powers.empty() ? "" : " ");
    text += monomial(powers);
  }
  if (terms.size() > max_terms)
    text += fmt::format(" + ... ({} more)", terms.size() - max_terms);
  return text;
}

std::ostream& operator<<(std::ostream& out, const Polynomial& p)
{
  return out << to_string(p);
}

} // namespace epreuve::proofs
