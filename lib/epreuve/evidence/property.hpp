#pragma once

#include "epreuve/evidence/difference.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::evidence {

/// A real variable, uniform on [low, high] where it is drawn.
struct RealVariable
{
  double low = 0, high = 0;
  std::string name = "x";
};

/// "Over [low, high]": the variable of agree("...", over(-9, 9), left, right, ulps(4)).
RealVariable over(double low, double high, std::string name = "x");

/// The random inputs of a property, drawn by name; later draws may depend on earlier ones.
/// When a property fails, RapidCheck shrinks what was drawn: integers and sizes towards their
/// lower end, reals towards 0, 1, whole numbers and short decimals. Every draw throws Error if its
/// range is empty or not finite. One draw a statement: two in one argument list come in an order
/// that the compiler chooses.
class Draw
{
public:
  /// Uniform on {low, ..., high}.
  long integer(const std::string& name, long low, long high);
  /// A size or index, uniform on {low, ..., high}.
  arma::uword size(const std::string& name, arma::uword low, arma::uword high);
  /// An even size, uniform on the even numbers of {low, ..., high}.
  arma::uword even_size(const std::string& name, arma::uword low, arma::uword high);
  /// One of a list; shrinks towards its first. Throws Error if the list is empty.
  template <typename T>
  T one_of(const std::string& name, const std::vector<T>& choices);
  template <typename T>
  T one_of(const std::string& name, std::initializer_list<T> choices)
  {
    return one_of(name, std::vector<T>(choices));
  }
  /// Uniform on [low, high], with all 53 bits.
  double real(const std::string& name, double low, double high);
  double real(const RealVariable& x) { return real(x.name, x.low, x.high); }
  /// n entries, each uniform on [low, high].
  arma::vec vector(const std::string& name, arma::uword n, double low, double high);
  arma::mat matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols, double low,
                   double high);
  /// Entries uniform on {low, ..., high}: products and sums of few of them are exact.
  arma::mat integer_matrix(const std::string& name, arma::uword n_rows, arma::uword n_cols,
                           long low, long high);
  /// Small whole numbers, {-most, ..., most}, which are easy to follow by hand and cause no rounding.
  arma::mat whole(const std::string& name, arma::uword n_rows, arma::uword n_cols, long most = 2)
  {
    return integer_matrix(name, n_rows, n_cols, -most, most);
  }

  /// The names and values drawn so far: "n = 2, x = (0, 1.5)".
  const std::string& text() const { return text_; }
  /// How many numbers they are.
  std::size_t numbers() const { return size_; }

private:
  std::size_t place(const std::string& name, std::size_t count);
  void note(const std::string& name, const std::string& value, std::size_t size);
  std::string text_;
  std::size_t size_ = 0;
};

template <typename T>
T Draw::one_of(const std::string& name, const std::vector<T>& choices)
{
  const T& chosen = choices.at(place(name, choices.size()));
  note(name, fmt::format("{}", chosen), 1);
  return chosen;
}

/// A property that is true or false of what it drew, or that compares two sides.
using Predicate = std::function<bool(Draw&)>;
using Comparison = std::function<Difference(Draw&)>;

struct PropertyResult
{
  bool passed = false;
  std::uint64_t draws = 0;    ///< how many inputs were tried
  Difference worst;           ///< over all draws that passed (comparisons only)
  std::string counterexample; ///< the smallest failing input found
  std::string failure;        ///< what went wrong on it: the two sides, or the exception
  bool threw = false;         ///< it went wrong with an exception, or drew nothing
};

/// Tries the property on `draws` random inputs; the same seed tries the same ones.
PropertyResult check_property(const Predicate& property, std::uint64_t draws, std::uint64_t seed);
PropertyResult check_property(const Comparison& property, const Tolerance& tolerance,
                              std::uint64_t draws, std::uint64_t seed);

} // namespace epreuve::evidence
