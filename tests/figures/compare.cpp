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
<g stroke-width="2" stroke="#0072B2" fill='#FFFFFF'>
<path d='M63.63,352.80 74.13,-352.80'/></g>
<text x="53.84" y="357.35" transform="rotate(45 53.84 350)">0.5</text>
<g class="cells" transform="translate(10,20) scale(5,4)">
<path stroke="#102030" d="M0,0h2M1,1h1"/>
<path stroke="#405060" d="M0,1h1"/></g>
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
  BOOST_TEST(!same_within(drawing, with("74.13", "74.63")));
  BOOST_TEST(!same_within(drawing, with("-352.80'", "-352.30'")));
  BOOST_TEST(!same_within(drawing, with("x=\"53.84", "x=\"53.4")));
  BOOST_TEST(!same_within(drawing, with("45 53.84", "45 53.4")));
  differs(with("74.13", "74.64"), "path 5, d: 74.13 against 74.64");
  differs(with(",-352.80", ",352.80"), "path 5, d: -352.80 against 352.80");
  differs(with("x=\"53.84", "x=\"54.4"), "text 6, x: 53.84 against 54.4");
  differs(with("45 53.84", "45 54.4"), "text 6, transform: 53.84 against 54.4");
  differs(with("(10,20)", "(10.6,20)"), "g 8, transform: 10 against 10.6");
}

BOOST_AUTO_TEST_CASE(any_shift_of_one_coordinate_is_found_exactly_when_it_exceeds_the_distance)
{
  BOOST_TEST(rc::check([] {
    const int hundredths = *rc::gen::inRange(-200, 200);
    const int coordinate = 7413 + hundredths;
    const std::string moved = " " + std::to_string(coordinate / 100) + "." +
                              (coordinate % 100 < 10 ? "0" : "") + std::to_string(coordinate % 100);
    // 0.505: the grid of hundredths has no value there that rounding could decide.
    RC_ASSERT(same_within(drawing, with(" 74.13", moved), 0.505).has_value() ==
              (std::abs(hundredths) > 50));
  }));
}

BOOST_AUTO_TEST_CASE(an_angle_a_factor_or_the_width_of_a_line_is_not_a_coordinate)
{
  differs(with("rotate(45", "rotate(45.1"), "text 6, transform: 45 against 45.1");
  differs(with("scale(5", "scale(5.1"), "g 8, transform: 5 against 5.1");
  differs(with("\"2\"", "\"2.1\""), "g 4, stroke-width: 2 against 2.1");
  differs(with("680 420", "680.1 420"), "svg 1, viewBox: 0 0 680 420 against 0 0 680.1 420");
}

BOOST_AUTO_TEST_CASE(colours_may_be_two_apart_per_component)
{
  BOOST_TEST(!same_within(drawing, with("#0072B2", "#0074B0")));
  BOOST_TEST(!same_within(drawing, with("#FFFFFF", "#FDFFFE")));
  differs(with("#0072B2", "#0075B2"), "g 4, stroke: #0072B2 against #0075B2");
  differs(with("#FFFFFF", "#FCFFFF"), "g 4, fill: #FFFFFF against #FCFFFF");
  differs(with("#FFFFFF", "none"), "g 4, fill: #FFFFFF against none");
}

BOOST_AUTO_TEST_CASE(texts_must_be_equal)
{
  differs(with(">0.5<", ">0.6<"), "text 7, text: 0.5 against 0.6");
  differs(with("A figure", "A Figure"), "title 3, text: A figure against A Figure");
}

BOOST_AUTO_TEST_CASE(structure_must_be_equal)
{
  differs(with("<path d", "<line d"), "path 5: <path> against <line>");
  differs(with(" 74.13,-352.80", ""),
          "path 5, d: M63.63,352.80 74.13,-352.80 against M63.63,352.80");
  differs(with(" 74.13", "L74.13"),
          "path 5, d: M63.63,352.80 74.13,-352.80 against M63.63,352.80L74.13,-352.80");
  differs(with(" stroke-width=\"2\"", ""), "g 4, stroke-width: stroke-width against stroke");
  differs(with("</svg>", "<path/></svg>"),
          "document: 12 elements and texts against 13 elements and texts");
}

BOOST_AUTO_TEST_CASE(cells_are_compared_one_by_one_in_whichever_path_they_are)
{
  const std::string paths = "<path stroke=\"#102030\" d=\"M0,0h2M1,1h1\"/>";
  const auto instead = [&](const std::string& other) { return with(paths, other); };
  BOOST_TEST(!same_within(drawing, instead("<path stroke=\"#102030\" d=\"M1,1h1M1,0h1\"/>"
                                           "<path stroke=\"#112131\" d=\"M0,0h1\"/>")));
  differs(instead("<path stroke=\"#102030\" d=\"M1,1h1M0,0h1\"/>"
                  "<path stroke=\"#142030\" d=\"M1,0h1\"/>"),
          "cell(0, 1) 10, stroke: #102030 against #142030");
  differs(instead("<path stroke=\"#102030\" d=\"M0,0h2\"/>"),
          "document: 12 elements and texts against 11 elements and texts");
  BOOST_CHECK_THROW(same_within(drawing, instead("<path d=\"M0,0v2\"/>")), Error);
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
                        names("the second file"));
  BOOST_CHECK_EXCEPTION(same_within(drawing, drawing, -1), Error, names("distance"));
}
