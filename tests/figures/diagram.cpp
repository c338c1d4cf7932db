#include "epreuve/figures/diagram.hpp"

#include "epreuve/figures/layout.hpp"
#include "epreuve/figures/text_width.hpp"
#include "epreuve/figures/theme.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::figures;
using epreuve::Error;
using epreuve::tests::says;
using Kind = Mark::Kind;

namespace {

constexpr double near_enough = 1e-6;

Figure drawn(const Element& diagram, const std::vector<Link>& links = {})
{
  Figure figure;
  figure.title("A diagram").caption("A diagram.").alt("Boxes.");
  draw(figure, diagram, links);
  return figure;
}

std::vector<Mark> marks_of(const Figure& figure, Kind kind)
{
  std::vector<Mark> found;
  for (const Mark& mark : figure.model().panels.front().marks)
    if (mark.kind == kind)
      found.push_back(mark);
  return found;
}

const Mark& at(const Figure& figure, const std::string& text)
{
  for (const Mark& mark : figure.model().panels.front().marks)
    if (mark.text == text)
      return mark;
  throw Error("no mark says {}", text);
}

/// Where a mark is seen, y upwards; of a text, by the widths of the library.
Frame frame_of(const Mark& mark)
{
  const double width = text_width(mark.text, theme::font),
               half = line_count(mark.text) * line_step / 2;
  if (mark.kind == Kind::text) {
    const double left = mark.x0 - (mark.align == Align::left    ? 0
                                   : mark.align == Align::right ? width
                                                                : width / 2);
    return {left, mark.y0 - half, left + width, mark.y0 + half};
  }
  if (mark.kind == Kind::circle)
    return {mark.x0 - mark.x1, mark.y0 - mark.x1, mark.x0 + mark.x1, mark.y0 + mark.x1};
  return {std::min(mark.x0, mark.x1), std::min(mark.y0, mark.y1), std::max(mark.x0, mark.x1),
          std::max(mark.y0, mark.y1)};
}

double middle_x(const Mark& mark)
{
  return (frame_of(mark).left + frame_of(mark).right) / 2;
}

double middle_y(const Mark& mark)
{
  return (frame_of(mark).top + frame_of(mark).bottom) / 2;
}

bool apart(const Frame& a, const Frame& b)
{
  return a.right <= b.left + near_enough || b.right <= a.left + near_enough ||
         a.bottom <= b.top + near_enough || b.bottom <= a.top + near_enough;
}

bool is_line(const Mark& mark)
{
  return mark.kind == Kind::arrow || mark.kind == Kind::segment;
}

/// Texts have a margin in their boxes; boxes, circles and other texts do not touch; lines stay out of them
/// (checked point by point); everything is on the page.
void check_tidy(const Figure& figure)
{
  const std::vector<Mark>& marks = figure.model().panels.front().marks;
  const PanelLayout panel = lay_out(figure.model()).panels.front();
  for (const Mark& mark : marks) {
    const Frame frame = frame_of(mark);
    BOOST_TEST((frame.left >= 0 && frame.right <= panel.x.range.hi && frame.top >= 0 &&
                frame.bottom <= panel.y.range.hi),
               mark.text << " is not on the page");
    if (is_line(mark))
      continue;
    if (mark.kind != Kind::text) {
      BOOST_TEST(text_width(mark.text, theme::font) + 8 <= frame.width(), mark.text);
      BOOST_TEST(line_count(mark.text) * line_step + 4 <= frame.height(), mark.text);
    }
    for (const Mark& other : marks)
      if (!is_line(other) && &other != &mark)
        BOOST_TEST(apart(frame, frame_of(other)), mark.text << " covers " << other.text);
      else if (is_line(other))
        for (int i = 0; i <= 200; ++i) {
          const double x = std::lerp(other.x0, other.x1, i / 200.0),
                       y = std::lerp(other.y0, other.y1, i / 200.0);
          BOOST_TEST((x < frame.left + 1.1 || x > frame.right - 1.1 || y < frame.top + 1.1 ||
                      y > frame.bottom - 1.1),
                     "a line passes through " << mark.text);
        }
  }
}

const Element three_boxes =
    flow({box("state\ny"), box("logits").below("one for each word there is"), box("σ")},
         {"ψ", "softmax\nof all"});

} // namespace

BOOST_AUTO_TEST_CASE(whatever_is_in_a_diagram_nothing_covers_anything_else)
{
  const Element grid =
      cells(arma::mat{{1, -20.5}, {0.333333, 4}}).above("a heading that is wider than its matrix");
  for (const Element& diagram :
       {three_boxes, row({grid.left("left"), "=", grid.right("right\ntwice"), circle("⊕")}),
        stack({three_boxes, rule(), grid.rows({"one", "a longer one"}).columns({"first", "2"}),
               row({brackets(fraction(grid, "√d")), framed(stack({box("a"), box("b")}))})}),
        flow({box("below"), cell_row({"1", "…", "9999"}), circle("a circle")}, {"up", "and up"},
             Side::above),
        table({{"", column({"1", "2"}).rows({"x", "y"}), to("once"), box("long text in a box")},
               {rule()},
               {label("a label\nof two lines"), box("b"), "", box("c")}})})
    check_tidy(drawn(diagram));
}

BOOST_AUTO_TEST_CASE(arrows_of_a_flow_lead_from_border_to_border_and_hold_their_labels)
{
  for (const Side side : {Side::right, Side::left, Side::above, Side::below}) {
    const bool upright = side == Side::above || side == Side::below;
    const Figure figure = drawn(flow({box("first"), box("second")}, {"a label"}, side));
    const Frame first = frame_of(at(figure, "first")), second = frame_of(at(figure, "second")),
                label = frame_of(at(figure, "a label"));
    const Mark arrow = marks_of(figure, Kind::arrow).at(0);
    const auto [start, end] =
        upright ? std::pair(arrow.y0, arrow.y1) : std::pair(arrow.x0, arrow.x1);
    BOOST_TEST(start == (side == Side::right   ? first.right
                         : side == Side::left  ? first.left
                         : side == Side::above ? first.bottom
                                               : first.top));
    BOOST_TEST(end == (side == Side::right   ? second.left
                       : side == Side::left  ? second.right
                       : side == Side::above ? second.top
                                             : second.bottom));
    if (upright) {
      BOOST_TEST(label.left > arrow.x0);
      BOOST_TEST((label.top > std::min(start, end) && label.bottom < std::max(start, end)));
    } else {
      BOOST_TEST(label.top > arrow.y0);
      BOOST_TEST((label.left > std::min(start, end) && label.right < std::max(start, end)));
    }
  }
}

BOOST_AUTO_TEST_CASE(boxes_of_a_row_are_equally_high_and_those_of_a_stack_equally_wide)
{
  const Figure across = drawn(three_boxes), down = drawn(stack({box("a"), box("a long one")}));
  for (const Mark& mark : marks_of(across, Kind::box))
    BOOST_TEST(frame_of(mark).height() == frame_of(at(across, "σ")).height(),
               boost::test_tools::tolerance(1e-9));
  BOOST_TEST(frame_of(at(down, "a")).width() == frame_of(at(down, "a long one")).width(),
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(at(down, "a").y0 > at(down, "a long one").y0);
}

BOOST_AUTO_TEST_CASE(entries_stand_in_the_rows_and_columns_of_their_matrix)
{
  const arma::mat M{{1, -2.5, 3}, {4, 5, 1.0 / 3}};
  const Figure figure = drawn(cells(M)
                                  .inked([](arma::uword i, arma::uword j) {
                                    return i == 1 && j == 2 ? Ink::accent : Ink::plain;
                                  })
                                  .rows({"upper", "lower"})
                                  .columns({"", "middle", ""}));
  BOOST_TEST(marks_of(figure, Kind::box).size() == 6u);
  const Mark &minus = at(figure, "−2.5"), &third = at(figure, "0.3333");
  BOOST_TEST((third.stroke.ink == Ink::accent && minus.stroke.ink == Ink::plain));
  BOOST_TEST(middle_y(at(figure, "1")) == middle_y(minus), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(middle_x(at(figure, "3")) == middle_x(third), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(middle_y(at(figure, "lower")) == middle_y(third), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(middle_x(at(figure, "middle")) == middle_x(minus), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(middle_y(minus) > middle_y(third));
  BOOST_TEST(frame_of(at(figure, "upper")).right < frame_of(at(figure, "1")).left);
  BOOST_TEST((at(figure, "upper").align == Align::right));
}

BOOST_AUTO_TEST_CASE(captions_beside_a_stack_begin_in_one_line_right_of_its_widest_element)
{
  const Figure figure =
      drawn(stack({box("wide enough").right("first"), circle("o").right("second")}));
  BOOST_TEST(at(figure, "first").x0 == at(figure, "second").x0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(at(figure, "first").x0 > frame_of(at(figure, "wide enough")).right);
  BOOST_TEST(middle_y(at(figure, "second")) == middle_y(at(figure, "o")),
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(what_is_in_line_with_a_cell_stands_there_and_so_does_what_follows)
{
  const Figure figure = drawn(flow({box("below"), cell_row({"0", "1", "2"}).named("row"),
                                    box("one").in_line_with(cell("row", 0, 2)), box("two")},
                                   {}, Side::above));
  for (const char* text : {"one", "two"})
    BOOST_TEST(middle_x(at(figure, text)) == middle_x(at(figure, "2")),
               boost::test_tools::tolerance(1e-9));
  const auto arrows = marks_of(figure, Kind::arrow);
  BOOST_TEST(arrows.at(0).x0 == middle_x(at(figure, "below")), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(arrows.at(1).x0 == middle_x(at(figure, "2")), boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(columns_of_a_table_line_up_and_an_arrow_passes_an_empty_place)
{
  const Figure figure = drawn(table({{box("a"), to("half"), box("b is wide"), to(""), box("c")},
                                     {box("d"), "", to("all the way"), "", box("e")}}));
  BOOST_TEST(middle_x(at(figure, "a")) == middle_x(at(figure, "d")),
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(middle_x(at(figure, "c")) == middle_x(at(figure, "e")),
             boost::test_tools::tolerance(1e-9));
  const Mark whole = marks_of(figure, Kind::arrow).at(2);
  BOOST_TEST(whole.x0 == frame_of(at(figure, "d")).right, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(whole.x1 == frame_of(at(figure, "e")).left, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(the_bar_of_a_fraction_is_in_line_with_what_stands_beside_it)
{
  const Figure figure =
      drawn(row({"softmax", fraction(column({"1", "2", "3"}), "2"), "=", box("Z")}));
  const Mark bar = marks_of(figure, Kind::segment).at(0);
  BOOST_TEST(bar.y0 == middle_y(at(figure, "softmax")), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(bar.y0 == middle_y(at(figure, "Z")), boost::test_tools::tolerance(1e-9));
  BOOST_TEST(frame_of(at(figure, "3")).top > bar.y0);
}

BOOST_AUTO_TEST_CASE(an_arrow_joins_named_things_and_cells_from_border_to_border)
{
  const Figure figure =
      drawn(row({box("from").named("a"), column({"1", "2"}).named("b")}).spaced(4),
            {arrow("a", cell("b", 1, 0), "", {.ink = Ink::accent})});
  const Mark line = marks_of(figure, Kind::arrow).at(0);
  BOOST_TEST(line.x0 == frame_of(at(figure, "from")).right, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(line.x1 == frame_of(at(figure, "2")).left, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(
      (line.y1 > frame_of(at(figure, "2")).top && line.y1 < frame_of(at(figure, "2")).bottom));
  BOOST_TEST(line.y0 == line.y1); // level, as they see each other so
  BOOST_TEST((line.stroke.ink == Ink::accent));
}

BOOST_AUTO_TEST_CASE(an_arrow_takes_another_side_where_the_nearer_one_is_hidden)
{
  const Element left = stack({box("1").named("1"), box("2"), box("3"), box("4")}),
                right = stack({box("5"), box("6"), box("7"), box("8").named("8")});
  const Figure figure = drawn(row({left, right}).spaced(3), {arrow("1", "8")});
  check_tidy(figure);
  BOOST_TEST(marks_of(figure, Kind::arrow).at(0).x0 == frame_of(at(figure, "1")).right,
             boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(an_arrow_around_passes_outside_of_all_between_its_ends)
{
  for (const Side side : {Side::below, Side::above}) {
    const Figure figure =
        drawn(row({box("a").named("a"), column({"1", "2", "3", "4"}).below("deep").above("high"),
                   box("b").named("b")}),
              {arrow("a", "b", "around").around(side)});
    check_tidy(figure);
    const auto legs = marks_of(figure, Kind::segment);
    const double sign = side == Side::above ? 1 : -1, level = legs.at(1).y0;
    BOOST_TEST(level == legs.at(1).y1);
    BOOST_TEST(sign * level > sign * at(figure, side == Side::above ? "high" : "deep").y0);
    BOOST_TEST(sign * at(figure, "around").y0 > sign * level);
    const Mark head = marks_of(figure, Kind::arrow).at(0);
    BOOST_TEST(head.x1 == middle_x(at(figure, "b")), boost::test_tools::tolerance(1e-9));
    BOOST_TEST(head.y1 == (side == Side::above ? frame_of(at(figure, "b")).bottom
                                               : frame_of(at(figure, "b")).top),
               boost::test_tools::tolerance(1e-9));
  }
  check_tidy(
      drawn(flow({label("x").named("x"), box("block"), circle("+").named("+")}, {}, Side::above),
            {arrow("x", "+", "as it is").around(Side::left)}));
}

BOOST_AUTO_TEST_CASE(dashed_lines_show_a_thing_in_detail_from_end_to_end)
{
  const Figure figure = drawn(
      stack(
          {flow({box("a"), box("b")}, {to("whole").named("whole")}),
           flow({box("first"), box("second"), box("third")}).named("parts").in_line_with("whole")}),
      {zoom("whole", "parts")});
  check_tidy(figure);
  const auto lines = marks_of(figure, Kind::segment);
  BOOST_TEST(lines.size() == 4u);
  BOOST_TEST((lines.at(0).x0 > frame_of(at(figure, "a")).right &&
              lines.at(0).x0 < frame_of(at(figure, "b")).left));
  BOOST_TEST(lines.at(1).x0 == frame_of(at(figure, "first")).left,
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(lines.at(1).x1 == frame_of(at(figure, "third")).right,
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(lines.at(2).y1 == frame_of(at(figure, "first")).bottom,
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(lines.at(0).stroke.dashed);
}

BOOST_AUTO_TEST_CASE(a_unit_is_a_pixel_however_long_the_title)
{
  for (const std::string& title : {std::string("Short"), std::string(160, 'm')}) {
    Figure figure;
    figure.title(title).caption("A diagram.").alt("Boxes.");
    draw(figure, three_boxes);
    const PanelLayout panel = lay_out(figure.model()).panels.front();
    BOOST_TEST(panel.axes.width() == panel.x.range.hi, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(panel.axes.height() == panel.y.range.hi, boost::test_tools::tolerance(1e-9));
    check_tidy(figure);
  }
}

BOOST_AUTO_TEST_CASE(every_line_of_a_text_is_read_in_characters)
{
  const std::string text =
      render_text(drawn(flow({box("first\nsecond"), box("a").below("b\nc\nd")})));
  for (const char* line : {"first", "second", "b", "c", "d"})
    BOOST_TEST((text.find(std::string(" ") + line + " ") != std::string::npos ||
                text.find(std::string(" ") + line + "\n") != std::string::npos),
               line << " in\n"
                    << text);
}

BOOST_AUTO_TEST_CASE(a_diagram_that_would_hide_something_is_refused)
{
  const auto refuses = [](const Element& diagram, const std::vector<Link>& links,
                          const char* reason) {
    BOOST_CHECK_EXCEPTION(drawn(diagram, links), Error, says("diagram", reason));
  };
  const Element wall = row({box("a").named("a"), box("wall"), box("b").named("b")});
  refuses(wall, {arrow("a", "b")}, "a line passes through \"wall\"; send it around()");
  const Element two = row({box("a").named("a"), box("b").named("b")});
  refuses(two, {arrow("a", "b", "too long a label")}, "in one place; spaced() gives");
  refuses(row({column({"1"}).named("c")}), {arrow("c", cell("c", 0, 0))}, "one contains the other");
  refuses(row({box("a").named("a"), box("b").named("b")}).spaced(0), {arrow("a", "b")},
          "no room for a line; spaced()");
  refuses(stack({box("a").named("a"), box("b").named("b")}), {arrow("a", "b").around(Side::below)},
          "no room for a line; one stands in line with the other");
  refuses(two, {zoom("a", "b")}, "stands below or above");
}

BOOST_AUTO_TEST_CASE(names_that_are_not_there_or_twice_are_refused)
{
  const Element two = row({box("a").named("left"), column({"1", "2"}).named("right")});
  const auto refuses = [](const Element& diagram, const std::vector<Link>& links,
                          const char* reason) {
    BOOST_CHECK_EXCEPTION(drawn(diagram, links), Error, says(reason));
  };
  refuses(two, {arrow("left", "rihgt")},
          "from \"left\" to \"rihgt\": nothing is named \"rihgt\"; named() gives a name, and there "
          "are: left, right");
  refuses(two, {arrow("left", cell("right", 2, 0))}, "\"right\" has 2 x 1 cells, counted from 0");
  refuses(two, {arrow("left", cell("left", 0, 0))}, "\"left\" has 0 x 0 cells");
  refuses(row({box("a").named("a"), box("b").named("a")}), {}, "two elements are named \"a\"");
  refuses(stack({box("a").in_line_with("later"), box("b").named("later")}), {},
          "in_line_with: nothing is named \"later\"");
}

BOOST_AUTO_TEST_CASE(elements_without_sense_are_refused)
{
  const auto refuses = [](const auto& make, const char* function, const char* reason) {
    BOOST_CHECK_EXCEPTION(make(), Error, says(function, reason));
  };
  refuses([] { return cells(arma::mat()); }, "cells", "there is no cell");
  refuses([] { return empty_cells(2, 0); }, "cells", "there is no cell");
  refuses([] { return cells({{"a", "b"}, {"c"}}); }, "cells", "a row of 2 cells and one of 1");
  refuses([] { return column({"1", "2"}).rows({"one"}); }, "rows", "got 1 texts, expected 2");
  refuses([] { return column({"1", "2"}).rows({"1", "2"}, Side::above); }, "rows", "left or right");
  refuses([] { return box("b").columns({"1"}); }, "columns", "the element has no cells");
  refuses([] { return row({}); }, "table, row, stack or flow", "at least one");
  refuses([] { return flow({"a", "b"}, {"1", "2"}); }, "flow", "got 2 labels for 2 elements");
  refuses([] { return row({"a"}).spaced(-1); }, "spaced", "times is -1");
  refuses([] { return box("a").spaced(2); }, "spaced", "it is for a row()");
  refuses([] { return drawn(table({{"a", "b"}, {label("c").in_line_with("a"), "d"}})); },
          "in_line_with", "not for a table");
  refuses([] { return drawn(""); }, "draw", "shows nothing");
  refuses([] { return drawn(box(std::string(200, 'm'))); }, "draw",
          "pixels wide, expected at most");
  Figure figure;
  refuses([&] { draw(figure, "a"); }, "draw", "call title() first");
  figure.title("T").segment(0, 0, 1, 1);
  refuses([&] { draw(figure, "a"); }, "draw", "shows something already");
}
