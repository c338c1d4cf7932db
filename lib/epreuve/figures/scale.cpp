#include "epreuve/figures/scale.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace epreuve::figures {

namespace {

constexpr double slack = 1e-9;

std::string with_true_minus(std::string number)
{
  if (!number.empty() && number.front() == '-')
    number.replace(0, 1, "\u2212");
  return number;
}

std::string superscript(int number)
{
  static constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number)))
    raised += digits[digit - '0'];
  return raised;
}

std::string power_of_ten(int exponent)
{
  return exponent == 0 ? "1" : exponent == 1 ? "10" : "10" + superscript(exponent);
}

double decade(double value)
{
  return std::floor(std::log10(value) + slack);
}

/// `value`, a multiple of `step`, with the digits that tell it from its neighbours; when those
/// are many, as 2.5×10⁶ with the power of ten of `largest`, shared by all ticks of the axis.
std::string tick_label(double value, double step, double largest)
{
  const int exponent = largest > 0 ? static_cast<int>(decade(largest)) : 0;
  const int step_exponent = static_cast<int>(decade(step));
  if (std::abs(value) < step * slack)
    return "0";
  if (exponent >= 6 || exponent <= -4) {
    const int digits = std::max(0, exponent - step_exponent);
    return with_true_minus(fmt::format("{:.{}f}", value / std::pow(10.0, exponent), digits)) + "×" +
           power_of_ten(exponent);
  }
  return with_true_minus(fmt::format("{:.{}f}", value, std::max(0, -step_exponent)));
}

void linear_ticks(Scale& scale, unsigned most_ticks)
{
  const auto [lo, hi] = scale.range;
  const double span = hi - lo;
  const double coarse = span * (1 - slack) / std::max(1u, most_ticks);
  const double unit = std::pow(10.0, std::floor(std::log10(coarse)));
  double step = 10 * unit;
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * unit >= coarse) {
      step = factor * unit;
      break;
    }
  const double largest = std::max(std::abs(lo), std::abs(hi)) * (1 + slack);
  const double first = std::ceil(lo / step - slack), last = std::floor(hi / step + slack);
  if (!(last - first < 1000)) // the range is narrower than doubles can count across
    return;
  for (int i = 0; first + i <= last; ++i) {
    const double value = (first + i) * step;
    scale.ticks.push_back({rounded(value), tick_label(value, step, largest)});
  }
}

void logarithmic_ticks(Scale& scale, unsigned most_ticks)
{
  const double low = std::log10(scale.range.lo), high = std::log10(scale.range.hi);
  if (high - low < 1) {
    linear_ticks(scale, most_ticks);
    return;
  }
  const int first = static_cast<int>(std::floor(low + slack)),
            last = static_cast<int>(std::floor(high + slack));
  const int decades = static_cast<int>(std::ceil(high - low));
  int every = 1;
  for (const int candidate : {1, 2, 3, 4, 5, 10, 20, 50, 100}) {
    every = candidate;
    if (decades / candidate <= static_cast<int>(most_ticks))
      break;
  }
  const bool few = high - low < 2.2;
  const auto inside = [&](double log_value) {
    return log_value >= low - slack && log_value <= high + slack;
  };
  for (int exponent = first; exponent <= last; ++exponent) {
    const double unit = std::pow(10.0, exponent);
    if (inside(exponent)) {
      const bool major = exponent % every == 0;
      const std::string label = few && exponent >= -3 && exponent <= 4
                                    ? fmt::format("{:.{}f}", unit, std::max(0, -exponent))
                                    : power_of_ten(exponent);
      scale.ticks.push_back({unit, major ? label : "", !major});
    }
    for (int digit = 2; every == 1 && digit <= 9; ++digit)
      if (inside(exponent + std::log10(digit))) {
        const bool labelled = few && (digit == 2 || digit == 5);
        const std::string label = exponent >= -3 && exponent <= 4
                                      ? fmt::format("{:.{}f}", digit * unit, std::max(0, -exponent))
                                      : fmt::format("{}×{}", digit, power_of_ten(exponent));
        scale.ticks.push_back({digit * unit, labelled ? label : "", !labelled});
      }
  }
}

} // namespace

double rounded(double value)
{
  return std::isfinite(value) ? std::strtod(fmt::format("{:.11e}", value).c_str(), nullptr) : value;
}

double Scale::share(double at) const
{
  const auto [lo, hi] = range;
  return log ? std::log(at / lo) / std::log(hi / lo) : (at - lo) / (hi - lo);
}

void set_ticks(Scale& scale, const Axis& axis, unsigned most_ticks)
{
  scale.ticks.clear();
  if (!axis.ticks.empty()) {
    for (std::size_t i = 0; i < axis.ticks.size(); ++i)
      scale.ticks.push_back({axis.ticks[i], axis.tick_labels.empty() ? with_true_minus(fmt::format(
                                                                           "{:.6g}", axis.ticks[i]))
                                                                     : axis.tick_labels[i]});
  } else if (scale.log)
    logarithmic_ticks(scale, most_ticks);
  else
    linear_ticks(scale, most_ticks);
}

Scale make_scale(const Axis& axis, const char* name, const arma::vec& data, double padding,
                 unsigned most_ticks)
{
  Scale scale;
  scale.log = axis.log;
  const auto require_positive = [&](double value, const char* what) {
    if (axis.log && value <= 0)
      throw Error("log_{}: {} {} is {}, and a logarithmic axis shows positive numbers only; leave "
                  "it out (in a line, NaN makes a gap)",
                  name, name, what, value);
  };
  for (const double value : data)
    require_positive(value, "of a series");
  for (const double value : axis.ticks)
    require_positive(value, "of a tick");

  if (axis.range) {
    scale.range = *axis.range;
    require_positive(scale.range.lo, "of the range's lower end");
  } else {
    double lo = data.is_empty() ? (axis.log ? 1.0 : 0.0) : rounded(data.min());
    double hi = data.is_empty() ? (axis.log ? 10.0 : 1.0) : rounded(data.max());
    const bool never_negative = lo >= 0;
    if (lo == hi) {
      const double around = lo == 0 ? 1 : std::abs(lo) / 2;
      lo -= around;
      hi += around;
    }
    if (axis.log) {
      const double stretch = std::pow(hi / lo, padding);
      lo /= stretch;
      hi *= stretch;
    } else {
      const double stretch = (hi - lo) * padding;
      lo -= stretch;
      hi += stretch;
      if (never_negative)
        lo = std::max(lo, 0.0);
    }
    scale.range = {lo, hi};
  }
  if (!std::isfinite(scale.range.hi - scale.range.lo))
    throw Error("figure: the {} axis would span {} to {}, more than can be drawn", name,
                scale.range.lo, scale.range.hi);
  set_ticks(scale, axis, most_ticks);
  return scale;
}

} // namespace epreuve::figures
