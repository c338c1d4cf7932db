#include "epreuve/figures/svg.hpp"

#include "epreuve/figures/gnuplot.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/script.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"

#include <boost/test/unit_test.hpp>
#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::figures;

namespace {

const double hole = std::numeric_limits<double>::quiet_NaN();
constexpr double near_enough = 0.2; // pixels: a place and the axes beside it are rounded to tenths

Figure described()
{
  return std::move(Figure()
                       .title("Squares")
                       .caption("The squares grow.")
                       .alt("A parabola.")
                       .x_label("n")
                       .y_label("square of n"));
}

Picture picture_of(const Figure& figure)
{
  return painted(lay_out(figure.model()));
}

std::string svg_text(const Figure& figure)
{
  return svg_of(picture_of(figure), figure.title(), figure.alt());
}

/// An SVG file, to be asked by XPath.
struct Svg
{
  explicit Svg(const Figure& figure)
  {
    BOOST_REQUIRE(document.load_string(svg_text(figure).c_str(),
                                       pugi::parse_default | pugi::parse_ws_pcdata));
  }

  std::vector<pugi::xml_node> all(const std::string& path) const
  {
    std::vector<pugi::xml_node> nodes;
    for (const pugi::xpath_node& found : document.select_nodes(path.c_str()))
      nodes.push_back(found.node());
    return nodes;
  }

  pugi::xml_node one(const std::string& path) const
  {
    const auto nodes = all(path);
    BOOST_TEST_REQUIRE(nodes.size() == 1u, path);
    return nodes.front();
  }

  pugi::xml_document document;
};

/// "M1,2 3,4M5,6 7,8z" as two pieces.
std::vector<std::vector<Position>> pieces_of(const std::string& d)
{
  static const std::regex part("(M?)(-?[0-9.]+),(-?[0-9.]+) ?(z?)");
  std::vector<std::vector<Position>> pieces;
  std::size_t read = 0;
  for (std::sregex_iterator at(d.begin(), d.end(), part), end; at != end; ++at) {
    if ((*at)[1].length() > 0)
      pieces.emplace_back();
    BOOST_REQUIRE(!pieces.empty());
    pieces.back().push_back({std::stod((*at)[2]), std::stod((*at)[3])});
    read += static_cast<std::size_t>(at->length());
  }
  BOOST_TEST(read == d.size(), d);
  return pieces;
}

std::vector<std::vector<Position>> pieces_of(const pugi::xml_node& path)
{
  return pieces_of(std::string(path.attribute("d").value()));
}

/// The axes, of which the vertical one begins on top.
Frame axes_of(const Svg& svg)
{
  const auto pieces = pieces_of(svg.one("//g[@class='line-rule']/path"));
  BOOST_REQUIRE(pieces.front().size() == 3);
  return {pieces.front()[0].x, pieces.front()[0].y, pieces.front()[2].x, pieces.front()[1].y};
}

std::string text_of(const pugi::xml_node& node)
{
  std::string text;
  for (const pugi::xml_node& child : node.children())
    text += child.type() == pugi::node_element ? text_of(child) : child.value();
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_numbers_of_a_curve_can_be_read_from_its_path)
{
  const auto square = [](double x) { return x * x; };
  const Svg svg(described().curve(square, 0, 10, 101).x_range(0, 10).y_range(0, 100));
  const Frame axes = axes_of(svg);
  const auto pieces = pieces_of(svg.one("//g[@class='line-series-1']/path"));
  BOOST_TEST_REQUIRE(pieces.size() == 1u);
  BOOST_TEST_REQUIRE(pieces.front().size() == 101u);
  for (std::size_t i = 0; i <= 100; ++i) {
    const Position& place = pieces.front()[i];
    const double x = static_cast<double>(i) / 10;
    BOOST_TEST(std::abs(place.x - (axes.left + x / 10 * axes.width())) <= near_enough);
    BOOST_TEST(std::abs(place.y - (axes.bottom - square(x) / 100 * axes.height())) <= near_enough);
  }
}

BOOST_AUTO_TEST_CASE(the_numbers_of_a_heat_map_can_be_read_from_its_colours)
{
  const arma::mat cells{{0, 0.25, 0.5, 0.5}, {1, 0.75, hole, 0.1}};
  const Svg svg(described().heat_map(cells, {.range = Range{0, 1}}));
  arma::mat seen(2, 4, arma::fill::zeros);
  static const std::regex run("M([0-9]+),([0-9]+)h([0-9]+)");
  for (const pugi::xml_node& path : svg.all("//g[@class='cells']/path")) {
    const std::string d = path.attribute("d").value(), color = path.attribute("stroke").value();
    for (std::sregex_iterator at(d.begin(), d.end(), run), end; at != end; ++at)
      for (int k = 0; k < std::stoi((*at)[3]); ++k) {
        const auto i = static_cast<arma::uword>(std::stoi((*at)[2])),
                   j = static_cast<arma::uword>(std::stoi((*at)[1]) + k);
        ++seen(i, j);
        if (!std::isfinite(cells(i, j))) {
          BOOST_TEST(path.attribute("class").value() == std::string("line-blank"));
          continue;
        }
        const theme::Color expected = theme::palette_color(Palette::sequential, cells(i, j));
        // Between two of 256 shades a component changes by 2.5 at most, of which half, and half for whole numbers.
        const auto component = [&](std::size_t from) {
          return static_cast<double>(std::stoi(color.substr(from, 2), nullptr, 16));
        };
        BOOST_TEST(std::abs(component(1) - expected.red) <= 2);
        BOOST_TEST(std::abs(component(3) - expected.green) <= 2);
        BOOST_TEST(std::abs(component(5) - expected.blue) <= 2);
      }
  }
  BOOST_TEST(arma::all(arma::vectorise(seen) == 1)); // each cell once
}

BOOST_AUTO_TEST_CASE(cells_fill_the_axes_and_the_scale_beside_them_has_the_palettes_colours)
{
  const Svg svg(described().size(800, 400).heat_map(
      arma::mat(2, 40, arma::fill::randu),
      {.range = Range{0, 1}, .palette = Palette::diverging, .square_cells = false}));
  const std::string transform = svg.one("//g[@class='cells']").attribute("transform").value();
  std::smatch match;
  BOOST_REQUIRE(std::regex_match(transform, match,
                                 std::regex("translate\\((.*),(.*)\\) scale\\((.*),(.*)\\)")));
  const double width = std::stod(match[3]), height = std::stod(match[4]),
               left = std::stod(match[1]), top = std::stod(match[2]) - height / 2;
  const pugi::xml_node shades = svg.one("//rect[@fill='url(#diverging)']");
  BOOST_TEST(std::abs(shades.attribute("y").as_double() - top) <= near_enough);
  BOOST_TEST(std::abs(shades.attribute("height").as_double() - 2 * height) <= near_enough);
  BOOST_TEST(std::abs(shades.attribute("x").as_double() - (left + 40 * width + shades_distance)) <=
             near_enough);
  const auto stops = svg.all("//linearGradient[@id='diverging']/stop");
  BOOST_TEST(stops.size() == theme::stops(Palette::diverging).size());
  BOOST_TEST(stops.front().attribute("stop-color").value() ==
             theme::hexadecimal(theme::palette_color(Palette::diverging, 0)));
  BOOST_TEST(svg.one("//linearGradient").attribute("y1").as_double() == 1); // from below
}

BOOST_AUTO_TEST_CASE(every_kind_of_series_is_drawn_as_what_it_is)
{
  const arma::vec x{0, 1, 2, 3}, y{0, 1, 4, 9};
  Figure figure = described();
  figure.band(x, y - 1, y + 1, "band").line(x, y, "line").points(x, y + 2, "points");
  figure.line_points(x, y + 3, "both").error_bars(x, y + 5, y + 4, y + 7, "bars");
  figure.horizontal_line(5).vertical_line(2);
  const Svg svg(figure);
  // In the axes and in the legend.
  BOOST_TEST(svg.all("//g[@class='fill-series-1']/path[@fill-opacity='0.22']").size() == 2u);
  BOOST_TEST(svg.all("//g[@class='line-series-1' and @fill='none']/path").size() == 2u);
  BOOST_TEST(svg.all("//use[@href='#square']").size() == 5u);
  BOOST_TEST(svg.all("//g[@class='line-series-3']/path").size() == 2u);
  BOOST_TEST(svg.all("//use[@href='#triangle-filled']").size() == 5u);
  BOOST_TEST(svg.all("//use[@href='#diamond']").size() == 5u);
  BOOST_TEST(svg.all("//g[@class='line-rule' and @stroke-width='1.4']/path").size() == 2u);
  const auto bars = pieces_of(svg.all("//g[@class='line-series-4']/path").front());
  BOOST_TEST(bars.size() == 12u); // a line and two ends each
  BOOST_TEST(bars[0].front().x == bars[0].back().x);
  const Svg two(described().bars({"a", "b"}, {1, 2}, "one").bars({"a", "b"}, {3, 4}, "two"));
  BOOST_TEST(two.all("//g[@class='line-ink fill-bar-1']/path").size() == 3u);
  BOOST_TEST(two.all("//g[@class='line-ink fill-bar-2']/path").size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_bar_stands_on_zero_and_is_as_high_as_its_value)
{
  const Svg svg(described().bars({"a", "b"}, {1, -2}).y_range(-4, 4));
  const Frame axes = axes_of(svg);
  const auto bars = svg.all("//g[@class='line-ink fill-bar-1']/path");
  BOOST_TEST_REQUIRE(bars.size() == 2u);
  const double unit = axes.height() / 8, zero = axes.top + 4 * unit;
  for (const auto& [bar, value] : {std::pair{0, 1.0}, {1, -2.0}}) {
    const auto outline = pieces_of(bars[static_cast<std::size_t>(bar)]).front();
    const auto [top, bottom] =
        std::ranges::minmax_element(outline, {}, [](const Position& place) { return place.y; });
    BOOST_TEST(std::abs(top->y - (zero - std::max(value, 0.0) * unit)) <= near_enough);
    BOOST_TEST(std::abs(bottom->y - (zero - std::min(value, 0.0) * unit)) <= near_enough);
  }
}

BOOST_AUTO_TEST_CASE(a_band_reaches_from_its_lower_to_its_upper_values)
{
  const arma::vec x{0, 1, 2}, low{1, 2, 1}, high{3, 3, 4};
  const Svg svg(described().band(x, low, high).x_range(0, 2).y_range(0, 5));
  const Frame axes = axes_of(svg);
  const auto outline = pieces_of(svg.one("//path[@fill-opacity]")).front();
  BOOST_TEST_REQUIRE(outline.size() == 6u);
  for (arma::uword i = 0; i < 3; ++i)
    for (const double value : {low(i), high(i)})
      BOOST_TEST(std::ranges::any_of(outline, [&](const Position& place) {
        return std::abs(place.x - (axes.left + x(i) / 2 * axes.width())) <= near_enough &&
               std::abs(place.y - (axes.bottom - value / 5 * axes.height())) <= near_enough;
      }));
}

BOOST_AUTO_TEST_CASE(what_is_faint_says_so)
{
  const Svg svg(described()
                    .bare()
                    .segment(0, 0, 3, 3, "", {.opacity = 0.5})
                    .circle(1, 1, 1, "", {.opacity = 0.25})
                    .x_range(-1, 4)
                    .y_range(-1, 4));
  BOOST_TEST(svg.all("//path[@stroke-opacity='0.5']").size() == 1u);
  BOOST_TEST(svg.all("//circle[@stroke-opacity='0.25']").size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_bar_of_nothing_is_not_drawn_and_its_value_is)
{
  const Svg svg(
      described().bars({"a", "b", "c"}, {1, 0, 2}, "", {.value_text = true, .digits = 1}));
  BOOST_TEST(svg.all("//g[@class='line-ink fill-bar-1']/path").size() == 2u);
  BOOST_TEST(svg.all("//g[@font-size='13']/text[.='0.0']").size() == 1u);
}

BOOST_AUTO_TEST_CASE(each_column_of_a_legend_is_as_wide_as_its_texts)
{
  const std::vector<std::string> texts{"a", "a text that is much longer", "b"};
  const arma::vec x{1, 2, 3};
  Figure figure = described();
  for (const std::string& text : texts)
    figure.line(x, x, text);
  const Svg svg(figure);
  const auto sample = [&](std::size_t k) { // after the curve itself
    const auto paths = svg.all("//g[@class='line-series-" + std::to_string(k + 1) + "']/path");
    return pieces_of(paths.back()).front().front();
  };
  for (std::size_t k = 0; k + 1 < texts.size(); ++k) {
    BOOST_TEST(sample(k).y == sample(k + 1).y);
    BOOST_TEST(std::abs(sample(k + 1).x - sample(k).x - legend_sample - gap -
                        text_width(texts[k], theme::font) - legend_distance) <= near_enough);
  }
}

BOOST_AUTO_TEST_CASE(lines_are_over_the_cells_of_a_heat_map_without_axes)
{
  const Svg svg(described().bare().heat_map(arma::mat(4, 4, arma::fill::eye)).segment(1, 1, 3, 3));
  BOOST_TEST(svg.all("//g[@class='cells']/following-sibling::g[@class='line-ink']/path").size() ==
             1u);
}

BOOST_AUTO_TEST_CASE(a_gap_splits_a_line)
{
  const auto count = [](const arma::vec& values) {
    const Svg svg(described().line({0, 1, 2, 3, 4}, values).y_range(0, 10));
    return pieces_of(svg.one("//g[@class='line-series-1']/path")).size();
  };
  BOOST_TEST(count({1, 2, 3, 4, 5}) == 1u);
  BOOST_TEST(count({1, 2, hole, 4, 5}) == 2u);
  BOOST_TEST(count({1, 2, std::numeric_limits<double>::infinity(), 4, 5}) == 2u);
}

BOOST_AUTO_TEST_CASE(nothing_of_a_series_is_outside_its_axes)
{
  const arma::vec x = arma::linspace(-3, 3, 41), y = 3 * arma::sin(5 * x);
  Figure figure = described().x_range(-1, 1).y_range(-1, 1);
  figure.band(x, y - 1, y + 1, "band").line(x, y, "line").points(x, y, "points");
  figure.error_bars(x, y, y - 1, y + 1, "bars");
  const Svg svg(figure.legend_at(Corner::top_left));
  const Frame axes = axes_of(svg);
  std::size_t places = 0;
  const auto inside = [&](double x_there, double y_there, double beyond) {
    BOOST_TEST(x_there >= axes.left - beyond);
    BOOST_TEST(x_there <= axes.right + beyond);
    BOOST_TEST(y_there >= axes.top - beyond);
    BOOST_TEST(y_there <= axes.bottom + beyond);
    ++places;
  };
  for (const pugi::xml_node& path : svg.all("//g[contains(@class, 'series')]/path"))
    for (const auto& piece : pieces_of(path))
      for (const Position& place : piece)
        inside(place.x, place.y, 3 + near_enough); // the ends of error bars are 6 wide
  for (const pugi::xml_node& use : svg.all("//use"))
    inside(use.attribute("x").as_double(), use.attribute("y").as_double(), near_enough);
  BOOST_TEST(places > 50u);
}

BOOST_AUTO_TEST_CASE(an_arrow_ends_with_its_tip)
{
  const Svg svg(described().bare().arrow(0, 0, 4, 3).x_range(-1, 5).y_range(-1, 4).equal_axes());
  const auto head = pieces_of(svg.one("//g[@class='fill-ink' and not(text)]/path"));
  const auto line = pieces_of(svg.one("//g[@class='line-ink']/path"));
  BOOST_TEST_REQUIRE(head.front().size() == 3u);
  const Position tip = head.front()[0], from = line.front()[0], to = line.front()[1];
  BOOST_TEST(tip.x > to.x);
  BOOST_TEST(tip.y < to.y);
  BOOST_TEST((tip.y - from.y) / (tip.x - from.x) == -0.75, boost::test_tools::tolerance(0.01));
  for (const std::size_t k : {1u, 2u}) // both corners as far from the tip
    BOOST_TEST(std::hypot(head.front()[k].x - tip.x, head.front()[k].y - tip.y) ==
                   std::hypot(10, 3.6),
               boost::test_tools::tolerance(0.02));
}

BOOST_AUTO_TEST_CASE(what_is_referred_to_is_there_once)
{
  const arma::vec x{1, 2, 3};
  Figure figure = described();
  for (int k = 0; k < 9; ++k)
    figure.points(x, x + k, "series " + std::to_string(k));
  figure.panel("a").x_label("j").y_label("i").heat_map(arma::mat(3, 3, arma::fill::eye));
  figure.panel("b").x_label("j").y_label("i").heat_map(arma::mat(3, 3, arma::fill::eye));
  const Svg svg(figure.columns(1).size(800, 1600));
  std::set<std::string> ids;
  for (const pugi::xml_node& node : svg.all("//*[@id]"))
    BOOST_TEST(ids.insert(node.attribute("id").value()).second, node.attribute("id").value());
  BOOST_TEST(ids.size() == 9u); // eight markers and a palette
  for (const pugi::xml_node& use : svg.all("//use"))
    BOOST_TEST(ids.contains(std::string(use.attribute("href").value()).substr(1)));
  BOOST_TEST(Svg(described().line(x, x)).all("//defs").empty());
}

BOOST_AUTO_TEST_CASE(every_paint_of_the_theme_has_its_class)
{
  const arma::vec x{1, 2, 3};
  Figure figure = described().line(x, x, "a").points(x, x + 1, "b").text(1, 1, "t");
  figure.panel("b").x_label("c").y_label("d").bars({"a", "b"}, {1, 2}, "", {.value_text = true});
  figure.panel("c").bare().box(0, 0, 1, 1, "b").circle(2, 2, 1, "c", {.ink = Ink::accent});
  const Svg svg(figure.columns(1).size(800, 1200));
  const auto groups = svg.all("//g|/svg/rect");
  for (const pugi::xml_node& group : groups)
    for (const auto& [attribute, role] : {std::pair{"fill", "fill-"}, {"stroke", "line-"}}) {
      const std::string value = group.attribute(attribute).value(),
                        classes = group.attribute("class").value();
      BOOST_TEST((value.empty() || value == "none") == (classes.find(role) == std::string::npos),
                 attribute << " is " << value << ", class is " << classes);
    }
  BOOST_TEST(groups.size() > 10u);
}

BOOST_AUTO_TEST_CASE(indices_are_smaller_and_beside_the_line_and_what_follows_is_on_it_again)
{
  const Svg svg(described().bare().text(0, 0, "2·10⁻³x₁² y").text(1, 1, "W_out x"));
  const pugi::xml_node power = svg.one("//text[contains(., '10')]");
  BOOST_TEST(text_of(power) == "2·10−3x12 y");
  const auto parts = svg.all("//text[contains(., '10')]/tspan");
  BOOST_TEST_REQUIRE(parts.size() == 5u);
  double below = 0;
  for (const auto& [part, text, small, where] : {std::tuple{0u, "−3", true, -1},
                                                 {1u, "x", false, 0},
                                                 {2u, "1", true, 1},
                                                 {3u, "2", true, -1},
                                                 {4u, " y", false, 0}}) {
    const pugi::xml_node& node = parts[part];
    below += node.attribute("dy").as_double();
    BOOST_TEST(node.text().get() == std::string(text));
    BOOST_TEST(node.attribute("font-size").empty() != small);
    BOOST_TEST((where == 0 ? std::abs(below) < 1e-9 : below * where > 2), text);
  }
  BOOST_TEST(text_of(svg.one("//text[contains(., 'out')]")) == "Wout x");
}

BOOST_AUTO_TEST_CASE(texts_are_where_they_are_aligned)
{
  Figure figure = described().bare().x_range(0, 1).y_range(0, 1);
  figure.text(0.5, 0.5, "left", Align::left).text(0.5, 0.5, "right", Align::right);
  const Svg svg(figure.text(0.5, 0.5, "center").text(0.5, 0.5, "one\ntwo"));
  const auto anchor = [&](const std::string& text) {
    return std::string(
        svg.one("//text[.='" + text + "']").parent().attribute("text-anchor").value());
  };
  BOOST_TEST(anchor("left") == "");
  BOOST_TEST(anchor("right") == "end");
  BOOST_TEST(anchor("center") == "middle");
  const auto height = [&](const std::string& text) {
    return svg.one("//text[.='" + text + "']").attribute("y").as_double();
  };
  BOOST_TEST(height("two") - height("one") == line_step, boost::test_tools::tolerance(0.01));
  BOOST_TEST((height("one") + height("two")) / 2 == height("center"),
             boost::test_tools::tolerance(0.001));
  // Capitals are about 0.7 of the font's size high, and stand around the place.
  const auto texts = picture_of(figure).texts;
  const auto& center = *std::ranges::find(texts, "center", &picture::Text::text);
  BOOST_TEST(height("center") - center.at.y == 0.35 * theme::font,
             boost::test_tools::tolerance(0.05));
}

// Gnuplot's SVG terminal writes its paths in hundredths of a pixel, so it says where gnuplot draws the same picture in
// PNG and PDF.
BOOST_AUTO_TEST_CASE(gnuplot_draws_the_same_picture_in_the_same_places)
{
  const Figure figure = described()
                            .curve([](double x) { return x * x; }, -2, 2, 41, "curve")
                            .y_range(0, 3)
                            .x_range(-2, 2);
  const Picture sheet = picture_of(figure);
  const std::string theirs =
      run_gnuplot("set terminal svg size " + std::to_string(sheet.size.width) + "," +
                  std::to_string(sheet.size.height) + " fixed noenhanced\n" + figure_script(sheet));
  const auto ours = pieces_of(Svg(figure).all("//g[@class='line-series-1']/path").front()).front();
  static const std::regex path("stroke='rgb\\( *0, *114, *178\\)'[^>]* d='([^']*)'"),
      place("(-?[0-9.]+),(-?[0-9.]+)");
  std::smatch match;
  BOOST_REQUIRE(std::regex_search(theirs, match, path));
  const std::string d = match[1];
  std::vector<Position> places;
  for (std::sregex_iterator at(d.begin(), d.end(), place), end; at != end; ++at)
    places.push_back({std::stod((*at)[1]), std::stod((*at)[2])});
  BOOST_TEST_REQUIRE(places.size() == ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    BOOST_TEST(std::abs(places[i].x - ours[i].x) <= near_enough);
    BOOST_TEST(std::abs(places[i].y - ours[i].y) <= near_enough);
  }
  for (const char* text : {"Squares", "curve", "square of n", "1.5"})
    BOOST_TEST((theirs.find(std::string(">") + text + "<") != std::string::npos), text);
}
