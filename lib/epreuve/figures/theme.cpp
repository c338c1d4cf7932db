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
constexpr std::array dashes{"1", "(9,4)", "(2,3)", "(10,3,2,3)", "(16,4,4,4)"};
constexpr std::array markers{7, 4, 9, 12, 6, 5, 8, 13};
constexpr std::array bar_fills{"#0072B2", "#E69F00", "#333333", "#B9DDF1",
                               "#009E73", "#F4D9E8", "#D55E00", "#8C8C8C"};

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

std::span<const Color> stops(Palette palette)
{
  return palette == Palette::sequential ? std::span<const Color>(sequential)
                                        : std::span<const Color>(diverging);
}

double luminance(const Color& color)
{
  const auto linear = [](double component) { return std::pow(component / 255, 2.2); };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

} // namespace

SeriesStyle series_style(std::size_t k)
{
  return {colors[k % colors.size()], dashes[k % dashes.size()], markers[k % markers.size()]};
}

const char* bar_fill(std::size_t k)
{
  return bar_fills[k % bar_fills.size()];
}

const char* color(Ink which)
{
  return which == Ink::accent ? accent : which == Ink::muted ? muted : ink;
}

const char* fill(Ink which)
{
  return which == Ink::accent ? accent_fill : which == Ink::muted ? "#F4F4F4" : box_fill;
}

std::string faded(Ink which, double opacity)
{
  const auto component = [](const char* hex, std::size_t i) {
    return static_cast<double>(std::stoi(std::string(hex).substr(1 + 2 * i, 2), nullptr, 16));
  };
  std::string mixed = "#";
  for (std::size_t i = 0; i < 3; ++i)
    mixed += fmt::format(
        "{:02X}", std::lround(std::lerp(component(paper, i), component(color(which), i), opacity)));
  return mixed;
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

std::string palette_definition(Palette palette)
{
  std::string definition;
  const auto colors_of = stops(palette);
  for (std::size_t i = 0; i < colors_of.size(); ++i)
    definition += fmt::format(
        "{}{} '#{:02X}{:02X}{:02X}'", i == 0 ? "" : ", ", i, static_cast<int>(colors_of[i].red),
        static_cast<int>(colors_of[i].green), static_cast<int>(colors_of[i].blue));
  return "defined (" + definition + ")";
}

const char* text_on(const Color& background)
{
  return luminance(background) > 0.28 ? "#111111" : "#FFFFFF";
}

} // namespace epreuve::figures::theme
