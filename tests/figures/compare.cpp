#include "support/compare.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <rapidcheck.h>

#include <cmath>
#include <string>

using epreuve::Error;
using epreuve::figures::same_within;

namespace {

const std::string drawing = R"svg(<?xml version="1.0"?>
<svg viewBox="0 0 680 420">
<title>A figure</title>
<g stroke-width="2.00" stroke="rgb( 0, 114, 178)" fill='#FFFFFF'>
  <path d='M63.63,352.80 L74.13,-352.80 '/>
  <g transform="translate(53.84,357.35) rotate(45)"><text>0.5</text></g>
</g>
</svg>
)svg";

std::string with(const std::string& what, const std::string& replacement)
{
  std::string changed = drawing;
  const std::size_t at = changed.find(what);
  BOOST_REQUIRE(at != std::string::npos);
  changed.replace(at, what.size(), replacement);
  return changed;
}

void differs(const std::string& other, const std::string& message)
{
  const auto difference = same_within(drawing, other);
  BOOST_REQUIRE(difference);
  BOOST_TEST(difference->message() == message);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_drawing_is_the_same_as_itself)
{
  BOOST_TEST(!same_within(drawing, drawing));
  BOOST_TEST(!same_within(drawing, drawing, 0));
}

BOOST_AUTO_TEST_CASE(coordinates_may_be_half_a_pixel_apart_and_no_more)
{
  BOOST_TEST(!same_within(drawing, with("L74.13", "L74.63")));
  BOOST_TEST(!same_within(drawing, with("-352.80 '", "-352.30 '")));
  BOOST_TEST(!same_within(drawing, with("translate(53.84", "translate(53.4")));
  differs(with("L74.13", "L74.64"), "path 6, d: 74.13 against 74.64");
  differs(with(",-352.80", ",352.80"), "path 6, d: -352.80 against 352.80");
  differs(with("translate(53.84", "translate(54.4"), "text 7, transform: 53.84 against 54.4");
}

BOOST_AUTO_TEST_CASE(any_shift_of_one_coordinate_is_found_exactly_when_it_exceeds_the_distance)
{
  BOOST_TEST(rc::check([] {
    const int hundredths = *rc::gen::inRange(-200, 200);
    const int coordinate = 7413 + hundredths;
    const std::string moved = "L" + std::to_string(coordinate / 100) + "." +
                              (coordinate % 100 < 10 ? "0" : "") + std::to_string(coordinate % 100);
    // 0.505: the grid of hundredths has no value there that rounding could decide.
    RC_ASSERT(same_within(drawing, with("L74.13", moved), 0.505).has_value() ==
              (std::abs(hundredths) > 50));
  }));
}

BOOST_AUTO_TEST_CASE(an_angle_or_the_width_of_a_line_is_not_a_coordinate)
{
  differs(with("rotate(45)", "rotate(45.1)"), "text 7, transform: 45 against 45.1");
  differs(with("2.00", "2.10"), "path 6, stroke-width: 2.00 against 2.10");
  differs(with("680 420", "680.1 420"), "svg 2, viewBox: 0 0 680 420 against 0 0 680.1 420");
}

BOOST_AUTO_TEST_CASE(colours_may_be_two_apart_per_component)
{
  BOOST_TEST(!same_within(drawing, with("114, 178", "116, 176")));
  BOOST_TEST(!same_within(drawing, with("#FFFFFF", "#FDFFFE")));
  differs(with("114, 178", "117, 178"),
          "path 6, stroke: rgb( 0, 114, 178) against rgb( 0, 117, 178)");
  differs(with("#FFFFFF", "#FCFFFF"), "path 6, fill: #FFFFFF against #FCFFFF");
  differs(with("#FFFFFF", "none"), "path 6, fill: #FFFFFF against none");
}

BOOST_AUTO_TEST_CASE(texts_must_be_equal)
{
  differs(with(">0.5<", ">0.6<"), "text 8, text: 0.5 against 0.6");
  differs(with("A figure", "A Figure"), "title 4, text: A figure against A Figure");
}

BOOST_AUTO_TEST_CASE(structure_must_be_equal)
{
  differs(with("<path", "<line"), "path 6: <path> against <line>");
  differs(with(" L74.13,-352.80", ""),
          "path 6, d: M63.63,352.80 L74.13,-352.80  against M63.63,352.80 ");
  differs(with("L74.13", "l74.13"), "path 6, d: M63.63,352.80 L74.13,-352.80  against "
                                    "M63.63,352.80 l74.13,-352.80 ");
  differs(with(" stroke-width=\"2.00\"", ""), "path 6, stroke-width: stroke-width against stroke");
  differs(drawing + "<path/>", "document: 10 elements and texts against 11 elements and texts");
}

BOOST_AUTO_TEST_CASE(groups_may_begin_and_end_elsewhere_if_everything_in_them_looks_the_same)
{
  const std::string group = "<g stroke-width=\"2.00\" stroke=\"rgb( 0, 114, 178)\" fill='#FFFFFF'>";
  BOOST_TEST(!same_within(drawing, with("  <g", "</g>" + group + "</g>\n" + group + "<g")));
  BOOST_TEST(!same_within(drawing,
                          with("  <path", "</g><g stroke-width=\"9.00\"></g>" + group + "<path")));
  differs(with("  <g", "</g><g stroke-width=\"2.00\"><g"),
          "text 7, stroke: stroke against missing");
}

BOOST_AUTO_TEST_CASE(a_path_of_two_strokes_is_the_same_as_two_paths)
{
  const std::string two = "M63.63,352.80 L74.13,-352.80 M1,2 L3,4 '/>";
  const std::string apart = "M63.63,352.80 L74.13,-352.80 '/><path d='M1,2 L3,4 '/>";
  const std::string one = "M63.63,352.80 L74.13,-352.80 '/>";
  BOOST_TEST(!same_within(with(one, two), with(one, apart)));
  differs(with(one, two), "text 7: <text> against <path>");
}

BOOST_AUTO_TEST_CASE(a_polyline_is_the_same_as_its_lines_and_an_area_is_not)
{
  const std::string path = "<path d='M63.63,352.80 L74.13,-352.80 '/>";
  const std::string whole = "<path fill='none' d='M1,2 L3,4   L5,6 '/>";
  const std::string lines = "<path fill='none' d='M1,2 L3,4'/><path fill='none' d='M3,4 L5,6'/>";
  const std::string other = "<path fill='none' d='M1,2 L3,4'/><path fill='none' d='M3,4 L5,7'/>";
  BOOST_TEST(!same_within(with(path, whole), with(path, lines)));
  BOOST_TEST(same_within(with(path, whole), with(path, other))->message() ==
             "path 7, d: 6 against 7");
  const auto filled = [&](std::string svg) {
    for (std::size_t at; (at = svg.find("none")) != std::string::npos;)
      svg.replace(at, 4, "red");
    return with(path, svg);
  };
  BOOST_TEST(same_within(filled(whole), filled(lines)).has_value());
}

BOOST_AUTO_TEST_CASE(a_line_that_the_next_one_covers_is_not_seen)
{
  const std::string path = "<path d='M63.63,352.80 L74.13,-352.80 '/>";
  const auto lines = [&](const std::string& first, const std::string& second) {
    return with(path, first + second);
  };
  const std::string white = "<path stroke='white' d='M1,2 L3,4'/>";
  const std::string gray = "<path stroke='gray' d='M1,2 L3,4'/>";
  const std::string elsewhere = "<path stroke='white' d='M1,2 L3,5'/>";
  BOOST_TEST(!same_within(lines(white, gray), lines("", gray)));
  BOOST_TEST(same_within(lines(gray, white), lines("", gray)).has_value());
  BOOST_TEST(same_within(lines(elsewhere, gray), lines("", gray)).has_value());
}

BOOST_AUTO_TEST_CASE(the_current_colour_is_the_groups)
{
  const auto in_group = [](const std::string& color, const std::string& stroke) {
    return with("  <path", "</g><g stroke='" + stroke + "' color='" + color + "'><path");
  };
  BOOST_TEST(!same_within(in_group("red", "currentColor"), in_group("black", "red")));
  BOOST_TEST(
      same_within(in_group("red", "currentColor"), in_group("black", "currentColor")).has_value());
}

BOOST_AUTO_TEST_CASE(the_ground_around_a_point_is_not_compared_and_the_point_is)
{
  const std::string ground = "<use color='#FFFFFF' transform='translate(1,2)'/>";
  const std::string point = "<use color='red' transform='translate(1,2)'/>";
  BOOST_TEST(!same_within(drawing + ground, drawing));
  BOOST_TEST(same_within(drawing + point, drawing).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_not_an_svg_is_refused)
{
  const auto names = [](const std::string& part) {
    return [part](const Error& error) {
      return std::string(error.what()).find(part) != std::string::npos;
    };
  };
  BOOST_CHECK_EXCEPTION(same_within(drawing, "hello"), Error, names("the second file"));
  BOOST_CHECK_EXCEPTION(same_within("", drawing), Error, names("the first file"));
  BOOST_CHECK_EXCEPTION(same_within(drawing, drawing.substr(0, drawing.find("rotate"))), Error,
                        names("incomplete"));
  BOOST_CHECK_EXCEPTION(same_within(drawing, drawing, -1), Error, names("distance"));
}
