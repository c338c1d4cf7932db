#include "weaver/exercises.hpp"

#include "weaver/pandoc.hpp"

#include "support/needs.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::needs;
using nlohmann::json;

namespace {

constexpr const char* header = R"(#pragma once

/// What there is to write.
namespace exercise {

/// # One half, exactly
/// 2 points, 3 stars: exo7 2.1
/// Half of `x` <b>.
///
///     half(x) = x / 2
///
/// @param x  any number,
///           or none
/// @return   half of it
double half(double x);

/// # A sum
/// 1 point, 1 star: exo7 2.1
/// The sum.
/// @param a, b  > 0, both of them
double sum(double a, double b);

} // namespace exercise

// [half]
// - A SECRET: multiply by 0.5
// - One
// - Two

// [sum]
// - One
// - Two
// - Three
)";

std::vector<exercises::Exercise> read()
{
  return exercises::exercises_in(header);
}

} // namespace

BOOST_AUTO_TEST_CASE(the_section_tells_what_is_asked_and_no_hint, *needs("pandoc") * needs("temml"))
{
  const json section = exercises_section(read(), "01-softmax");
  const std::string html = write_html({section}).parts.at(0);
  const auto holds = [&](const std::string& words) {
    return html.find(words) != std::string::npos;
  };
  BOOST_TEST(holds("<ol class=\"exercises\">"));
  BOOST_TEST(holds("<li id=\"exercise:half\"><h3>One half, exactly</h3>"));
  BOOST_TEST(holds("3 of 5 stars"));
  BOOST_TEST(holds("2 points"));
  BOOST_TEST(holds("1 point</span>"));
  BOOST_TEST(holds("./epreuve check softmax/half"));
  BOOST_TEST(holds("half(x) = x / 2"));
  BOOST_TEST(holds("&lt;b&gt;"));
  BOOST_TEST(!holds("<b>"));
  BOOST_TEST(holds("<dt><code>x</code></dt>"));
  BOOST_TEST(holds("or none"));
  BOOST_TEST(holds("<dt><code>a</code>, <code>b</code></dt><dd>\n<p>&gt; 0, both"), html);
  BOOST_TEST(holds("<dt>returns</dt>"));
  BOOST_TEST(!holds("SECRET"));
}
