#include "epreuve/figures/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace epreuve::figures::theme {

namespace {

constexpr std::array colors{"#0072B2", "#D55E00", "#000000", "#009E73",
                            "#C0609A", "#D98200", "#3A9BD9", "#7A7A7A"};
const std::array dashes{Dashes{}, Dashes{9, 4}, Dashes{2, 3}, Dashes{10, 3, 2, 3},
                        Dashes{16, 4, 4, 4}};
constexpr std::array markers{
    Marker{Marker::Shape::circle, true},    Marker{Marker::Shape::square, false},
    Marker{Marker::Shape::triangle, true},  Marker{Marker::Shape::diamond, false},
    Marker{Marker::Shape::circle, false},   Marker{Marker::Shape::square, true},
    Marker{Marker::Shape::triangle, false}, Marker{Marker::Shape::diamond, true}};
constexpr std::array bar_fills{"#0072B2", "#E69F00", "#333333", "#B9DDF1",
                               "#009E73", "#F4D9E8", "#D55E00", "#8C8C8C"};

/// "series-1" of colour 0
Paint numbered(const char* name, std::span<const char* const> values, std::size_t k)
{
  const std::size_t i = k % values.size();
  return {fmt::format("{}-{}", name, i + 1), values[i]};
}

// ColorBrewer's YlGnBu, of even steps in lightness, and its RdBu with the blue end darker
// than the red, so that in grey the signs of the extremes still differ.
constexpr std::array<Color, 9> sequential{{{255, 255, 229},
                                           {237, 248, 193},
                                           {199, 233, 180},
                                           {127, 205, 187},
                                           {65, 182, 196},
                                           {29, 145, 192},
                                           {34, 94, 168},
                                           {37, 52, 148},
                                           {8, 29, 88}}};
constexpr std::array<Color, 9> diverging{{{5, 48, 97},
                                          {33, 102, 172},
                                          {103, 169, 207},
                                          {209, 229, 240},
                                          {250, 250, 248},
                                          {253, 219, 199},
                                          {244, 165, 130},
                                          {214, 96, 77},
                                          {190, 40, 50}}};

double luminance(const Color& color)
{
  const auto linear = [](double component) { return std::pow(component / 255, 2.2); };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

} // namespace

SeriesStyle series_style(std::size_t k)
{
  return {numbered("series", colors, k), dashes[k % dashes.size()], markers[k % markers.size()]};
}

Paint bar_fill(std::size_t k)
{
  return numbered("bar", bar_fills, k);
}

const Paint& color(Ink which)
{
  return which == Ink::accent ? accent : which == Ink::muted ? muted : ink;
}

Paint fill(Ink which)
{
  return which == Ink::accent  ? Paint{"box-accent", "#FBE6D8"}
         : which == Ink::muted ? Paint{"box-muted", "#F4F4F4"}
                               : Paint{"box", "#EAF1F7"};
}

std::span<const Color> stops(Palette palette)
{
  return palette == Palette::sequential ? std::span<const Color>(sequential)
                                        : std::span<const Color>(diverging);
}

Color palette_color(Palette palette, double t)
{
  const auto colors_of = stops(palette);
  const double position = std::clamp(t, 0.0, 1.0) * static_cast<double>(colors_of.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(position), colors_of.size() - 2);
  const double weight = position - static_cast<double>(below);
  const Color &a = colors_of[below], &b = colors_of[below + 1];
  return {std::lerp(a.red, b.red, weight), std::lerp(a.green, b.green, weight),
          std::lerp(a.blue, b.blue, weight)};
}

std::string hexadecimal(const Color& color)
{
  return fmt::format("#{:02X}{:02X}{:02X}", std::lround(color.red), std::lround(color.green),
                     std::lround(color.blue));
}

Paint text_on(const Color& background)
{
  return {"", luminance(background) > 0.28 ? "#111111" : "#FFFFFF"};
}

} // namespace epreuve::figures::theme
