#include "epreuve/figures/clipping.hpp"

#include <boost/test/unit_test.hpp>

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

using namespace epreuve::figures;

namespace {

const Frame frame{0, 0, 100, 50};
constexpr double near_enough = 0.051; // pixels: a frame is larger than it says by what nobody sees

/// A random line of whole coordinates around the frame.
std::vector<Position> any_line(std::size_t length)
{
  std::vector<Position> line(length);
  for (Position& place : line)
    place = {static_cast<double>(*rc::gen::inRange(-100, 200)),
             static_cast<double>(*rc::gen::inRange(-100, 150))};
  return line;
}

double length_of(const std::vector<Position>& line)
{
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    length += std::hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
  return length;
}

/// Positive where the outline runs around the area one way, negative where the other.
double area_of(const std::vector<Position>& outline)
{
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Position &a = outline[i], &b = outline[(i + 1) % outline.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_line_inside_stays_as_it_is_and_in_one_piece)
{
  BOOST_TEST(rc::check([] {
    std::vector<Position> line(5);
    for (Position& place : line)
      place = {static_cast<double>(*rc::gen::inRange(0, 101)),
               static_cast<double>(*rc::gen::inRange(0, 51))};
    RC_ASSERT(line_within(frame, line) == std::vector<std::vector<Position>>{line});
  }));
}

BOOST_AUTO_TEST_CASE(the_last_bits_of_a_place_on_the_border_do_not_cut_a_line)
{
  const std::vector<Position> line{{10, 10}, {std::nextafter(100, 200), 20}, {20, 30}};
  BOOST_TEST(line_within(frame, line).size() == 1u);
  BOOST_TEST(contains(frame, line[1]));
  BOOST_TEST(!contains(frame, {100.1, 20}));
  BOOST_TEST(!contains(frame, {50, -0.1}));
}

BOOST_AUTO_TEST_CASE(a_line_is_cut_where_it_leaves_and_begins_again_where_it_enters)
{
  const auto pieces = line_within(frame, {{50, 25}, {150, 25}, {150, 10}, {50, 10}, {-50, 10}});
  BOOST_TEST_REQUIRE(pieces.size() == 2u);
  BOOST_TEST(std::abs(pieces[0].back().x - 100) <= near_enough);
  BOOST_TEST(pieces[0].back().y == 25);
  BOOST_TEST_REQUIRE(pieces[1].size() == 3u);
  BOOST_TEST(std::abs(pieces[1].front().x - 100) <= near_enough);
  BOOST_TEST((pieces[1][1] == Position{50, 10}));
  BOOST_TEST(std::abs(pieces[1].back().x) <= near_enough);
}

BOOST_AUTO_TEST_CASE(a_line_whose_ends_are_both_outside_may_cross)
{
  BOOST_TEST_REQUIRE(line_within(frame, {{-100, 25}, {200, 25}}).size() == 1u);
  BOOST_TEST(length_of(line_within(frame, {{-100, 25}, {200, 25}}).front()) == 100,
             boost::test_tools::tolerance(0.002));
  BOOST_TEST(line_within(frame, {{-10, 10}, {10, -20}}).empty()); // past the corner
  BOOST_TEST(line_within(frame, {{-10, 60}, {120, 60}}).empty());
}

// Counted by another way: as many of a line's small steps are inside as it is long inside.
BOOST_AUTO_TEST_CASE(the_pieces_are_as_long_as_what_of_the_line_is_inside)
{
  BOOST_TEST(rc::check([] {
    const std::vector<Position> line = any_line(2);
    double length = 0;
    for (const auto& piece : line_within(frame, line))
      length += length_of(piece);
    const int steps = 2000;
    int inside = 0;
    for (int i = 0; i < steps; ++i) {
      const double share = (i + 0.5) / steps;
      inside += contains(frame, {std::lerp(line[0].x, line[1].x, share),
                                 std::lerp(line[0].y, line[1].y, share)})
                    ? 1
                    : 0;
    }
    // Each of the two ends may be up to a step off.
    RC_ASSERT(std::abs(length - length_of(line) * inside / steps) <=
              2 * length_of(line) / steps + 1e-9);
  }));
}

BOOST_AUTO_TEST_CASE(an_area_inside_stays_as_it_is_and_one_around_the_frame_becomes_the_frame)
{
  const std::vector<Position> triangle{{10, 10}, {90, 10}, {50, 40}};
  BOOST_TEST((area_within(frame, triangle) == triangle));
  const auto all = area_within(frame, {{-50, -50}, {200, -50}, {200, 200}, {-50, 200}});
  BOOST_TEST(area_of(all) == 100 * 50, boost::test_tools::tolerance(0.01));
  BOOST_TEST(area_within(frame, {{200, 0}, {300, 0}, {300, 50}}).empty());
}

// The frame and its complement share out the area of any polygon, and one that is cut by each of two halves is whole.
BOOST_AUTO_TEST_CASE(the_parts_in_two_frames_side_by_side_are_as_large_as_the_whole)
{
  BOOST_TEST(rc::check([] {
    const std::vector<Position> outline = any_line(6);
    const Frame left{-1000, -1000, 40, 1000}, right{40, -1000, 1000, 1000};
    const double parts = area_of(area_within(left, outline)) + area_of(area_within(right, outline));
    // Both are larger by what nobody sees, along a border that the six sides cross within 250 pixels.
    RC_ASSERT(std::abs(parts - area_of(outline)) <= 2 * near_enough * 6 * 250);
    for (const Position& place : area_within(left, outline))
      RC_ASSERT(contains(Frame{-1001, -1001, 40.001, 1001}, place));
  }));
}
