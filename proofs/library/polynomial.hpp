#pragma once

#include "epreuve/rational.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace epreuve::proofs {

using epreuve::Rational;

/// A polynomial with rational coefficients in independent symbols, in normal form: two of them are
/// equal (==) only if they are the same polynomial, and then they have the same value at all real
/// numbers (in any commutative ring that contains the rationals).
///
/// Symbols are known by their names, in the whole program. FLINT's fmpq_mpoly does the arithmetic;
/// its C++ wrapper, flintxx, has no polynomials in several variables.
class Polynomial
{
public:
  /// Implicit, so that 0, 1 and 2 p read as in a formula.
  Polynomial(long constant = 0);
  Polynomial(const Rational& constant);

  // The terms are never changed, so copies share them; a move is a copy, and leaves no wreck.
  Polynomial(const Polynomial&) = default;
  Polynomial& operator=(const Polynomial&) = default;

  Polynomial& operator+=(const Polynomial& q) { return *this = *this + q; }
  Polynomial& operator-=(const Polynomial& q) { return *this = *this - q; }
  Polynomial& operator*=(const Polynomial& q) { return *this = *this * q; }

  friend Polynomial operator+(const Polynomial& p, const Polynomial& q);
  friend Polynomial operator-(const Polynomial& p, const Polynomial& q);
  friend Polynomial operator*(const Polynomial& p, const Polynomial& q);
  friend Polynomial operator-(const Polynomial& p);
  friend bool operator==(const Polynomial& p, const Polynomial& q);

  friend Polynomial symbol(const std::string& name);
  friend Polynomial derivative(const Polynomial& p, const Polynomial& x);

  /// coefficient symbol^exponent symbol^exponent ...
  struct Power
  {
    std::string symbol;
    unsigned long exponent; ///< at least 1

    friend bool operator==(const Power&, const Power&) = default;
  };
  struct Term
  {
    Rational coefficient; ///< not 0
    std::vector<Power> powers;
  };

  /// Its terms, no two with the same powers; none if it is 0.
  [[nodiscard]] std::vector<Term> terms() const;
  [[nodiscard]] std::size_t n_terms() const;

  /// The symbols that occur in it.
  [[nodiscard]] std::set<std::string> symbols() const;

private:
  struct Representation;
  explicit Polynomial(std::shared_ptr<const Representation> representation);

  std::shared_ptr<const Representation> representation_;
};

/// The symbol of that name, the same wherever the program asks for it.
/// @throws Error if the name is empty, or the program has used up its 256 symbols
Polynomial symbol(const std::string& name);

/// dp/dx, the other symbols being constants.
/// @throws Error if x is not a symbol
Polynomial derivative(const Polynomial& p, const Polynomial& x);

/// "2 a_11 b_12^2 - 1/3 x + 5"; beyond max_terms only how many: "a^2 + ... (27 more)".
std::string to_string(const Polynomial& p, std::size_t max_terms = 8);

std::ostream& operator<<(std::ostream& out, const Polynomial& p);

} // namespace epreuve::proofs
