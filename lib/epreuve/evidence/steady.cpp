#include "epreuve/evidence/steady.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>

namespace epreuve::evidence {

namespace {

constexpr int steady_places = 4;
constexpr int lowest_place = -10;

bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/// A number that is written in a text.
struct Written
{
  std::string_view text;
  double value = 0;
  int place = 0;      ///< of its last digit: -2 in 0.25 and in 1.5e-1
  bool whole = false; ///< without decimal mark and exponent
};

/// The number that a text begins with, if it does.
std::optional<Written> number_at(std::string_view text)
{
  constexpr std::string_view minus = "\u2212";
  const bool typeset = text.starts_with(minus);
  const bool negative = typeset || text.starts_with('-');
  std::size_t end = typeset ? minus.size() : negative ? 1 : 0;
  const std::size_t first = end;
  const auto skip_digits = [&] {
    const std::size_t begin = end;
    while (end < text.size() && is_digit(text[end]))
      ++end;
    return static_cast<int>(end - begin);
  };
  if (skip_digits() == 0)
    return std::nullopt;
  Written number;
  number.whole = true;
  if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
    ++end;
    number.place = -skip_digits();
    number.whole = false;
  }
  if (end < text.size() && text[end] == 'e') {
    std::size_t from = end + 1;
    if (from < text.size() && text[from] == '+') // which from_chars refuses
      ++from;
    int exponent = 0;
    const auto [stop, error] =
        std::from_chars(text.data() + from, text.data() + text.size(), exponent);
    if (error == std::errc()) {
      end = static_cast<std::size_t>(stop - text.data());
      number.place += exponent;
      number.whole = false;
    }
  }
  number.text = text.substr(0, end);
  std::from_chars(text.data() + first, text.data() + end, number.value);
  if (negative)
    number.value = -number.value;
  return number;
}

bool same_to_the_last_place(const Written& one, const Written& other)
{
  if (one.text == other.text)
    return true;
  if (one.whole && other.whole)
    return false;
  constexpr double rounding = 1e-6; // of the difference, in units
  const double unit = std::pow(
      10.0, std::max(one.whole ? other.place : one.place, other.whole ? one.place : other.place));
  return std::abs(one.value - other.value) <= (1 + rounding) * unit;
}

} // namespace

std::string steady_digits(double value, double finest)
{
  if (!std::isfinite(value) || (std::trunc(value) == value && std::abs(value) < 1e15))
    return fmt::format("{}", value == 0 ? 0 : value);
  const auto place_of = [](double number) {
    return static_cast<int>(std::floor(std::log10(std::abs(number))));
  };
  int place = std::max(lowest_place, place_of(value) - steady_places + 1);
  if (finest > 0)
    place = std::max(place, static_cast<int>(std::ceil(std::log10(finest))));
  const double unit = std::pow(10.0, place);
  const double rounded = std::round(value / unit) * unit;
  if (rounded == 0)
    return "0";
  constexpr int longest_fraction = 8;
  return place < 0 && place >= -longest_fraction
             ? fmt::format("{:.{}f}", rounded, -place)
             : fmt::format("{:.{}e}", rounded, std::max(0, place_of(rounded) - place));
}

bool same_to_the_last_place(std::string_view one, std::string_view other)
{
  std::size_t i = 0, j = 0;
  while (i < one.size() && j < other.size()) {
    const auto first = number_at(one.substr(i)), second = number_at(other.substr(j));
    if (first && second) {
      if (!same_to_the_last_place(*first, *second))
        return false;
      i += first->text.size();
      j += second->text.size();
    } else if (one[i] == other[j]) {
      ++i;
      ++j;
    } else {
      return false;
    }
  }
  return i == one.size() && j == other.size();
}

} // namespace epreuve::evidence
