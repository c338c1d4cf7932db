#include "epreuve/figures/figure.hpp"

#include "epreuve/error.hpp"
#include "epreuve/figures/layout.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "support/broken_pipes.hpp"
#include "support/compare.hpp"
#include "support/contains.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <pugixml.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace epreuve::figures;
using epreuve::Error;
using epreuve::TemporaryFolder;
using epreuve::tests::contains;
using epreuve::tests::read_file;
namespace fs = std::filesystem;

namespace {

const arma::vec x{0, 1, 2, 3}, y{0, 1, 4, 9};
const double hole = std::numeric_limits<double>::quiet_NaN();
const double endless = std::numeric_limits<double>::infinity();

Figure described()
{
  return std::move(Figure()
                       .title("Squares")
                       .caption("The squares grow.")
                       .alt("A parabola.")
                       .x_label("n")
                       .y_label("n²"));
}

std::ptrdiff_t files(const TemporaryFolder& folder)
{
  return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
}

std::string svg_of(const Figure& figure)
{
  const TemporaryFolder folder;
  render(figure, folder / "figure.svg", Format::svg);
  return read_file(folder / "figure.svg");
}

/// The axes that are drawn first.
Frame axes_of(const std::string& svg)
{
  std::smatch axes;
  BOOST_REQUIRE(
      std::regex_search(svg, axes,
                        std::regex("<g class=\"line-rule\"[^>]*>\n<path d=\"M([0-9.]+),([0-9.]+) "
                                   "[0-9.]+,([0-9.]+) ([0-9.]+),")));
  return {std::stod(axes[1]), std::stod(axes[2]), std::stod(axes[4]), std::stod(axes[3])};
}

/// Where the baseline of a text is.
double height_of(const std::string& svg, const std::string& text)
{
  const std::size_t label = svg.find(">" + text + "</text>");
  BOOST_REQUIRE(label != std::string::npos);
  return std::stod(svg.substr(svg.find(" y=\"", svg.rfind("<text", label)) + 4));
}

long count(const std::string& text, const std::string& part)
{
  long found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// The action throws Error, and the message holds every part.
void refused(const std::function<void()>& action, const std::vector<std::string>& parts)
{
  try {
    action();
  } catch (const Error& error) {
    for (const std::string& part : parts)
      BOOST_TEST(contains(error.what(), part), "\"" << error.what() << "\" does not say " << part);
    return;
  }
  BOOST_ERROR("no Error, expected one that says " << parts.front());
}

/// Restores an environment variable's old value at the end.
struct Environment
{
  Environment(const char* variable, const std::string& value)
      : name(variable), before(std::getenv(variable))
  {
    setenv(variable, value.c_str(), 1);
  }
  ~Environment() { setenv(name, before.c_str(), 1); }
  const char* name;
  std::string before;
};

/// Runs a program of this name and content in place of gnuplot.
void with_gnuplot(const std::string& script, const std::function<void()>& action)
{
  const TemporaryFolder folder;
  std::ofstream(folder / "gnuplot") << "#!/bin/sh\n" << script << "\n";
  fs::permissions(folder / "gnuplot", fs::perms::owner_all);
  const Environment path("PATH", folder.path().string() + ":" + std::getenv("PATH"));
  action();
}

std::vector<Figure> one_of_each()
{
  arma::mat cells(3, 4, arma::fill::ones);
  cells(0, 1) = hole;
  cells(2, 3) = -2;
  std::vector<Figure> all(9, described());
  all[0].line(x, y);
  all[1].line_points(x, y, "a").points(x, y, "b").curve([](double t) { return t; }, 0, 3, 20, "c");
  all[2].band(x, y - 1, y + 1, "band").line(x, y, "line").error_bars(x, y, y - 1, y + 1, "bars");
  all[3]
      .bars({"a", "b"}, arma::vec{1, -2}, "one", {.value_text = true})
      .bars({"a", "b"}, {3, 4}, "two");
  all[4].heat_map(cells, {.palette = Palette::diverging, .value_text = true});
  all[5].log_x().log_y().line(x + 1, y + 1).horizontal_line(2).vertical_line(2, "here");
  all[6].panel("left").line(x, y).panel("right").x_label("n").y_label("n").points(x, y);
  all[7] = described().bare().equal_axes();
  all[7].box(0, 0, 1, 1, "box").circle(3, 0, 1, "O").arrow(1, 1, 3, 0, "to").segment(0, 0, 1, -1);
  all[8].line(x, y).text(1, 1, "here").legend_at(Corner::top_left).x_ticks({0, 3}, {"low", "high"});
  return all;
}

} // namespace

BOOST_AUTO_TEST_SUITE(model)

BOOST_AUTO_TEST_CASE(texts_can_be_read_without_rendering)
{
  Figure figure = described();
  BOOST_TEST(figure.title() == "Squares");
  BOOST_TEST(figure.caption() == "The squares grow.");
  BOOST_TEST(figure.alt() == "A parabola.");
  BOOST_TEST(!figure.is_measured());
  BOOST_TEST(figure.measured().is_measured());
}

BOOST_AUTO_TEST_CASE(the_first_panel_called_names_the_panel_that_is_there)
{
  Figure figure;
  figure.panel("one").line(x, y).panel("two");
  BOOST_REQUIRE(figure.model().panels.size() == 2);
  BOOST_TEST(figure.model().panels[0].title == "one");
  BOOST_TEST(figure.model().panels[1].title == "two");
}

BOOST_AUTO_TEST_CASE(a_curve_takes_its_ends_and_is_spaced_as_its_axis)
{
  Figure figure;
  figure.log_x().curve([](double t) { return 2 * t; }, 1, 100, 3);
  const Series& series = figure.model().panels[0].series[0];
  BOOST_TEST(series.x[0] == 1);
  BOOST_TEST(series.x[2] == 100);
  BOOST_TEST(series.x[1] == 10, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(series.y[2] == 200);
}

BOOST_AUTO_TEST_CASE(data_that_does_not_fit_is_refused_by_name)
{
  Figure f;
  const arma::vec none, three{1, 2, 3}, holed{0, hole, 2, 3}, unbounded{0, endless, 2, 3};
  refused([&] { f.line(none, none); }, {"line", "x is empty"});
  refused([&] { f.line(x, three); }, {"line", "y has 3", "4"});
  refused([&] { f.line(x, arma::vec{hole, endless, hole, -endless}); }, {"line", "finite"});
  refused([&] { f.points(x, holed); }, {"points", "y[1]", "nan"});
  refused([&] { f.points(unbounded, y); }, {"points", "x[1]", "inf"});
  refused([&] { f.line_points(x, three); }, {"line_points", "y has 3"});
  refused([&] { f.band(x, three, y); }, {"band", "lo has 3"});
  refused([&] { f.band(x, y, holed); }, {"band", "hi[1]"});
  refused([&] { f.band(x, y + 1, y); }, {"band", "lo[0] = 1", "hi[0] = 0"});
  refused([&] { f.error_bars(x, y, y + 1, y + 2); }, {"error_bars", "lo[0] = 1", "y[0]"});
  refused([&] { f.error_bars(x, y, y, three); }, {"error_bars", "hi has 3"});
  refused([&] { f.bars({"a"}, y); }, {"bars", "labels has 1", "4"});
  refused([&] { f.bars({}, none); }, {"bars", "values is empty"});
  refused([&] { f.bars({"a", "b", "c", "d"}, holed); }, {"bars", "values[1]"});
  refused([&] { f.bars({"a"}, {1}, "", {.digits = -1}); }, {"bars", "digits", "-1"});
  refused([&] { Figure().bars({"a"}, {1}).bars({"b"}, {1}); }, {"bars", "labels differ"});
  refused([&] { f.heat_map(arma::mat()); }, {"heat_map", "cells is 0 x 0"});
  refused([&] { f.heat_map(arma::mat(1, 2).fill(hole)); }, {"heat_map", "cells", "finite"});
  refused([&] { f.heat_map(arma::mat(300, 300)); }, {"heat_map", "300 x 300", "65536"});
  refused([&] { f.heat_map(arma::mat(2, 2), {.row_labels = {"a"}}); }, {"row_labels has 1", "2"});
  refused([&] { f.heat_map(arma::mat(2, 2), {.range = Range{1, 1}}); }, {"range", "lo < hi"});
  refused([&] { Figure().line(x, y).heat_map(arma::mat(2, 2)); }, {"heat_map", "panel()"});
  refused([&] { Figure().heat_map(arma::mat(2, 2)).line(x, y); }, {"heat_map", "panel()"});
  refused([&] { f.curve(nullptr, 0, 1); }, {"curve", "f is empty"});
  refused([&] { f.curve([](double) { return hole; }, 0, 1); }, {"curve", "finite"});
  refused([&] { f.curve([](double t) { return t; }, 1, 0); }, {"curve", "lo < hi"});
  refused([&] { f.curve([](double t) { return t; }, 0, 1, 1); }, {"curve", "samples is 1"});
  refused([&] { Figure().log_x().curve([](double t) { return t; }, 0, 1); }, {"curve", "lo is 0"});
  refused([&] { f.x_range(1, hole); }, {"x_range", "hi is nan"});
  refused([&] { f.y_range(2, 1); }, {"y_range", "lo = 2"});
  refused([&] { f.x_ticks({1, 2}, {"a"}); }, {"x_ticks", "labels has 1"});
  refused([&] { f.y_ticks({}); }, {"y_ticks", "values is empty"});
  refused([&] { f.size(10, 400); }, {"size", "width is 10"});
  refused([&] { f.columns(0); }, {"columns"});
  refused([&] { f.arrow(0, hole, 1, 1); }, {"arrow", "y0 is nan"});
  refused([&] { f.segment(0, 0, 1, 1, "", {.width = 0}); }, {"segment", "stroke.width is 0"});
  refused([&] { f.circle(0, 0, 0); }, {"circle", "radius is 0"});
  refused([&] { f.horizontal_line(endless); }, {"horizontal_line", "y is inf"});
  refused([&] { f.vertical_line(hole); }, {"vertical_line", "x is nan"});
}

BOOST_AUTO_TEST_CASE(an_incomplete_figure_is_refused_and_the_message_says_what_to_call)
{
  const auto incomplete = [](Figure figure, const std::string& part) {
    refused([&] { check_complete(figure); }, {part});
    refused([&] { render_text(figure); }, {part});
  };
  incomplete(described().line(x, y).title(""), "title()");
  incomplete(described().line(x, y).caption(""), "caption()");
  incomplete(described().line(x, y).alt(""), "alt()");
  incomplete(described().line(x, y).x_label(""), "x_label()");
  incomplete(described().line(x, y).y_label(""), "y_label()");
  incomplete(described(), "shows nothing");
  incomplete(described().line(x, y, "one").line(x, y), "series 2 of 2 has no legend");
  incomplete(described().line(x, y).panel("").line(x, y), "panel 2");
  BOOST_CHECK_NO_THROW(check_complete(described().line(x, y).horizontal_line(1)));
  BOOST_CHECK_NO_THROW(check_complete(described().x_label("").bare().text(0, 0, "a")));
}

BOOST_AUTO_TEST_CASE(formats_are_known_by_name)
{
  BOOST_TEST((parse_format("svg") == Format::svg));
  BOOST_TEST((parse_format("png") == Format::png));
  BOOST_TEST((parse_format("pdf") == Format::pdf));
  BOOST_TEST((parse_format("terminal") == Format::terminal));
  refused([] { parse_format("gif"); }, {"\"gif\"", "svg, png, pdf or terminal"});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rendering)

BOOST_AUTO_TEST_CASE(every_kind_renders_whole_and_the_same_twice)
{
  for (const Figure& figure : one_of_each()) {
    const std::string first = svg_of(figure);
    BOOST_TEST(first == svg_of(figure));
    BOOST_TEST(contains(first, "<title>Squares</title>"));
    BOOST_TEST(contains(first, "<desc>A parabola.</desc>"));
    BOOST_TEST(!contains(first, "<image"));
    BOOST_TEST(!render_text(figure).empty());
  }
}

BOOST_AUTO_TEST_CASE(png_and_pdf_of_every_kind_are_whole_and_hold_no_date)
{
  const TemporaryFolder folder;
  for (const Figure& figure : one_of_each()) {
    render(figure, folder / "a.png", Format::png);
    const std::string png = read_file(folder / "a.png");
    BOOST_TEST(png.substr(1, 3) == "PNG");
    BOOST_TEST(contains(png, "IEND"));
    render(figure, folder / "a.pdf", Format::pdf);
    const std::string pdf = read_file(folder / "a.pdf");
    BOOST_TEST(pdf.substr(0, 4) == "%PDF");
    BOOST_TEST(!contains(pdf, "(D:"));
    BOOST_TEST(files(folder) == 2);
  }
}

BOOST_AUTO_TEST_CASE(a_point_stands_where_the_scales_put_it)
{
  const std::string svg = svg_of(described().points({2.5}, {7.5}).x_range(0, 10).y_range(0, 10));
  std::smatch point;
  BOOST_REQUIRE(std::regex_search(
      svg, point, std::regex("<use href=\"#circle-filled\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"")));
  const Frame axes = axes_of(svg);
  BOOST_TEST(std::abs(std::stod(point[1]) - (axes.left + 0.25 * axes.width())) < 0.2);
  BOOST_TEST(std::abs(std::stod(point[2]) - (axes.bottom - 0.75 * axes.height())) < 0.2);
}

BOOST_AUTO_TEST_CASE(a_legend_above_the_axes_stays_above_them)
{
  for (const std::size_t length : {3u, 8u, 12u, 20u, 32u}) {
    const std::string last = std::string(length - 1, 'i') + 'z';
    const std::string svg = svg_of(std::move(described()
                                                 .panel("left")
                                                 .line(x, y, "one")
                                                 .line(x, y, "two")
                                                 .line(x, y, "three")
                                                 .line(x, y, "four")
                                                 .line(x, y, last)
                                                 .panel("right")
                                                 .x_label("n")
                                                 .y_label("n²")
                                                 .line(x, y)));
    BOOST_TEST(height_of(svg, last) < axes_of(svg).top, "labels of " << length << " characters");
    BOOST_TEST(height_of(svg, "left") < height_of(svg, "one"));
  }
}

BOOST_AUTO_TEST_CASE(the_last_bits_of_the_data_do_not_move_the_drawing)
{
  // 0.125 is half way between two values of two digits.
  const auto drawn = [](double factor) {
    return svg_of(described().bars({"a", "b"}, arma::vec{0.125, 3} * factor, "",
                                   {.value_text = true, .digits = 2}));
  };
  const std::string first = drawn(1);
  BOOST_TEST(first == drawn(1 + 4e-16));
  BOOST_TEST(same_within(first, drawn(1.1)).has_value());
}

BOOST_AUTO_TEST_CASE(the_first_row_of_a_heat_map_is_on_top)
{
  const std::string svg =
      svg_of(described().heat_map({{17.25, 18}, {23.75, 24}}, {.value_text = true}));
  BOOST_TEST(height_of(svg, "17.25") < height_of(svg, "23.75"));
  const std::string text = render_text(described().heat_map({{17.25, 18}, {23.75, 24}}));
  BOOST_TEST(text.find("17.25") < text.find("23.75"));
}

BOOST_AUTO_TEST_CASE(a_number_that_a_logarithmic_axis_cannot_show_is_refused)
{
  refused([] { svg_of(described().log_y().line(x, y)); }, {"log_y", "is 0"});
  refused([] { svg_of(described().log_x().line(x, y)); }, {"log_x", "is 0"});
  refused([] { svg_of(described().log_y().bars({"a"}, {1})); }, {"bars", "log_y"});
  refused([] { svg_of(described().log_x().equal_axes().line(x + 1, y)); }, {"equal_axes"});
  refused([] { svg_of(described().line(x, {-1e308, 0, 0, 1e308})); }, {"y axis"});
}

BOOST_AUTO_TEST_CASE(labels_that_leave_no_room_are_refused)
{
  refused(
      [] {
        svg_of(
            described().size(200, 200).line(x, y).y_ticks({1}, {"a label that is much too long"}));
      },
      {"size()", "200 x 200"});
}

BOOST_AUTO_TEST_CASE(no_text_can_run_a_command)
{
  const TemporaryFolder folder;
  const std::string touch = "system(\"touch " + (folder / "run").string() + "\")";
  const std::string shell = "`touch " + (folder / "run").string() + "`";
  const std::string texts[] = {"'; " + touch + " #",
                               "\"; " + touch + " #",
                               "\\\"; " + touch + " #",
                               "\\'; " + touch + "#",
                               "'.  " + touch + ".'",
                               "\"." + touch + ".\"",
                               shell,
                               "\n" + touch + "\n",
                               "$(touch " + (folder / "run").string() + ")",
                               "@" + touch,
                               "END\n" + touch,
                               "''; " + touch,
                               "\\",
                               "'",
                               "%s%n%g",
                               "a_{b}^2 {/Bold x} &",
                               "\r" + touch,
                               std::string("\0; ", 3) + touch};
  Figure figure = described();
  for (const std::string& text : texts) {
    figure.title(text).caption(text).alt(text).columns(3).size(4000, 4000);
    figure.panel(text).x_label(text).y_label(text).line(x, y, text).points(x, y, text);
    figure.x_ticks({1}, {text}).text(1, 1, text).box(0, 0, 1, 1, text).arrow(0, 0, 1, 1, text);
    BOOST_CHECK_NO_THROW(
        render(described().title(text).line(x, y), folder / "one.pdf", Format::pdf));
  }
  BOOST_CHECK_NO_THROW(svg_of(figure));
  BOOST_CHECK_NO_THROW(render(figure, folder / "all.pdf", Format::pdf));
  BOOST_CHECK_NO_THROW(render_text(figure));
  BOOST_TEST(!fs::exists(folder / "run"));
}

BOOST_AUTO_TEST_CASE(text_is_shown_as_it_is)
{
  const std::string odd = "a_b^c {d} @e 'f' \"g\" \\h `i` %d $j #k σ";
  const std::string svg = svg_of(
      described().title(odd + "0").line(x, y, odd).text(1, 1, "0\"1`7\\8@9").x_ticks({1}, {odd}));
  BOOST_TEST(contains(svg, ">" + odd + "0</text>"));
  BOOST_TEST(contains(svg, ">" + odd + "</text>"));
  BOOST_TEST(contains(svg, ">0\"1`7\\8@9</text>"));
  BOOST_TEST(contains(svg, "<title>" + odd + "0</title>"));
}

BOOST_AUTO_TEST_CASE(a_text_that_looks_like_markup_is_text_wherever_it_is_shown)
{
  const std::string odd = "a]]>b <![CDATA[c]]></text> &amp; <i d=\"e\"> \\076 &";
  Figure figure = described().title(odd).caption(odd).alt(odd).size(4000, 4000);
  figure.panel(odd).x_label(odd).y_label(odd).line(x, y, odd).points(x, y, odd);
  figure.x_ticks({1}, {odd}).text(1, 1, odd).box(0, 0, 1, 1, odd).arrow(0, 0, 1, 1, odd);
  const std::string svg = svg_of(figure);
  BOOST_TEST(!contains(svg, "]]>"));
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(svg.c_str()));
  BOOST_TEST(document.child("svg").child_value("title") == odd);
  BOOST_TEST(document.child("svg").child_value("desc") == odd);
  std::size_t texts = 0;
  for (const pugi::xpath_node& found : document.select_nodes("//text[starts-with(., 'a')]")) {
    BOOST_TEST(found.node().child_value() == odd);
    ++texts;
  }
  BOOST_TEST(texts >= 8u);
  BOOST_TEST(document.select_nodes("//i").empty());
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_text_are_shown_as_symbols)
{
  const std::string svg = svg_of(
      described().line(x, y).title("\x01|\xFF|\xC0\x80|\xED\xA0\x80|\t|\x7F|\xEF\xBF\xBF|<&>"));
  BOOST_TEST(contains(
      svg, "<title>␁|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD|␉|␡|\uFFFD|&lt;&amp;&gt;</title>"));
}

BOOST_AUTO_TEST_CASE(bars_and_heat_maps_in_characters_are_to_scale_and_fit)
{
  const Figure figure = described().bars({"a", "b"}, {2, 1}, "", {.digits = 0});
  for (const unsigned width : {40u, 80u, 100u}) {
    std::istringstream lines(render_text(figure, width));
    std::vector<long> blocks;
    for (std::string line; std::getline(lines, line);)
      if (contains(line, "█"))
        blocks.push_back(count(line, "█"));
    BOOST_REQUIRE(blocks.size() == 2);
    BOOST_TEST(blocks[0] <= static_cast<long>(width) - 6);
    BOOST_TEST(std::abs(blocks[0] - 2 * blocks[1]) <= 1);
  }
  const std::string wide =
      render_text(described().heat_map(arma::mat(3, 400, arma::fill::ones)), 80);
  BOOST_TEST(contains(wide, "each character: the mean of"));
  refused([&] { render_text(figure, 10); }, {"width is 10"});
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(failures)

BOOST_AUTO_TEST_CASE(without_gnuplot_svg_is_drawn_and_for_the_others_the_package_is_named)
{
  const TemporaryFolder folder;
  const Environment path("PATH", folder.path().string());
  for (const char* file : {"a.png", "a.pdf"})
    refused([&] { render(described().line(x, y), folder / file, parse_format(file + 2)); },
            {"gnuplot", "gnuplot-nox"});
  BOOST_TEST(files(folder) == 0);
  render(described().line(x, y), folder / "a.svg", Format::svg);
  BOOST_TEST(contains(read_file(folder / "a.svg"), "</svg>"));
}

BOOST_AUTO_TEST_CASE(when_gnuplot_fails_its_own_message_is_passed_on)
{
  const TemporaryFolder folder;
  const auto draw = [&] { render(described().line(x, y), folder / "a.pdf", Format::pdf); };
  with_gnuplot("cat >/dev/null; echo out of ink >&2; exit 3",
               [&] { refused(draw, {"status 3", "out of ink"}); });
  with_gnuplot("cat >/dev/null; printf '%%PDF-1.5'",
               [&] { refused(draw, {"stopped in the middle", "Squares"}); });
  BOOST_TEST(files(folder) == 0);
}

BOOST_AUTO_TEST_CASE(a_gnuplot_that_does_not_listen_does_not_end_us)
{
  const epreuve::tests::BrokenPipesEnd as_usual;
  const TemporaryFolder folder;
  const arma::vec many = arma::linspace(0, 1, 50000);
  with_gnuplot("exec <&-; sleep 0.2; exit 4", [&] {
    refused([&] { render(described().line(many, many), folder / "a.png", Format::png); },
            {"status 4"});
  });
  BOOST_TEST(!as_usual.one_waits());
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_is_named_and_stays_as_it_was)
{
  const TemporaryFolder folder;
  const Figure figure = described().line(x, y);
  refused([&] { render(figure, folder / "none" / "a.svg", Format::svg); },
          {"none", "does not exist"});
  refused([&] { render(figure, folder.path(), Format::svg); }, {"is a folder"});
  refused([&] { render(figure, "/proc/a.svg", Format::svg); }, {"/proc/a.svg", "cannot create"});
  BOOST_TEST(files(folder) == 0);
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_the_old_file_and_nothing_half_written)
{
  const TemporaryFolder folder;
  std::ofstream(folder / "a.svg") << "old";
  struct sigaction before{}, ignored{};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignored, &before);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{2000, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const Figure figure = described().caption(std::string(3000, 'c')).bars({"a"}, {1});
  refused([&] { render(figure, folder / "a.svg", Format::terminal); },
          {"cannot write", "a.svg", "make room"});
  setrlimit(RLIMIT_FSIZE, &limit);
  sigaction(SIGXFSZ, &before, nullptr);
  BOOST_TEST(read_file(folder / "a.svg") == "old");
  BOOST_TEST(files(folder) == 1);
}

BOOST_AUTO_TEST_CASE(a_file_is_replaced_whole_and_has_the_usual_permissions)
{
  const TemporaryFolder folder;
  std::ofstream(folder / "a.svg") << "old";
  render(described().line(x, y), folder / "a.svg", Format::svg);
  BOOST_TEST(contains(read_file(folder / "a.svg"), "</svg>"));
  BOOST_TEST(files(folder) == 1);
  std::ofstream(folder / "b") << "b";
  BOOST_TEST(
      (fs::status(folder / "a.svg").permissions() == fs::status(folder / "b").permissions()));
}

BOOST_AUTO_TEST_SUITE_END()
