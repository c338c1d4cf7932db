#pragma once

#include "epreuve/exercises/value.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// How values are compared with each other, and how they are written for a student.
namespace epreuve::exercises {

/// How far from the expected value e an entry of a result may be: absolute + relative |e| +
/// of_largest max |e|, the last over the entries of its matrix. Room for any reasonable order of
/// operations, none for a wrong formula.
struct Closeness
{
  double absolute = 1e-12, relative = 1e-9, of_largest = 0;
};

/// Whether two numbers are this close, or the same infinity, or both NaN.
bool close(double got, double expected, const Closeness& closeness, double largest);

/// How a result differs from the expected one, in words; nothing if it is close enough.
using Objection = std::optional<std::string>;

/// The same for two values of one type; every part of them counts.
Objection object(const Value& got, const Value& expected, const Closeness& closeness);

/// How many digits a number is rounded to, unless its last ones matter; and how many are enough for any number.
constexpr int short_digits = 6, all_digits = 17;

/// One number: the decimal that reads back as the same number if it has at most 10 significant digits, else rounded to
/// this many.
std::string show(double x, int digits = short_digits);

/// Text is in quotes, with unprintable characters escaped; a vector is "(1, 2, 3)", a matrix "(1, 2; 3, 4)", a large
/// one is cut, with its shape; a list is "{1, 2}", a long one is cut, with its length;
/// a struct "{tokens = (1, 2), scale ≈ 0.333333}".
std::string show(const Value& value, int digits = short_digits);

/// "x = (1, 2)"; "x ≈ (0.333333, 2)" if a number of it is rounded. In a struct each field has its own sign.
std::string show_as(std::string_view name, const Value& value, int digits);

/// The number that show(x, digits) reads back as: x, if it is not rounded.
double round_to(double x, int digits);

/// A value with its numbers as show() writes them.
Value rounded(const Value& value, int digits = short_digits);

/// The digits that an input needs: a value that is random anyway is written short, but not if two of its numbers would
/// look the same. This applies to values of at most 100 numbers; only a part of larger ones is written.
int digits_for(const Value& value);

/// All its numbers, in their order, whole ones too.
arma::vec numbers_of(const Value& value);

/// How many numbers and characters a value holds; the input with fewer counts as smaller.
std::size_t extent(const Value& value);

} // namespace epreuve::exercises
