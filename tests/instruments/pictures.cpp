#include "epreuve/instruments/networks/pictures.hpp"

#include <fmt/ranges.h>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace epreuve::instruments;

namespace {

std::string said(const Picture& picture)
{
  return fmt::format("{}", fmt::join(caption(picture), " "));
}

} // namespace

BOOST_AUTO_TEST_CASE(things_are_drawn_as_their_names_say)
{
  const auto rows = [](const Picture& picture) {
    std::string text;
    for (const double tone : arma::mat(drawn(picture).t())) // column by column
      text += tone == 0 ? '.' : tone == 1 ? '#' : '+';
    return text;
  };
  BOOST_TEST(rows({{Form::frame, true, true, 0, 0, 0}, {Form::triangle, false, false, 3, 1, 0}}) ==
             "####...."
             "#..#...."
             "#..#...."
             "####...."
             "........"
             "....+..."
             "....++.."
             "....+++.");
  BOOST_TEST(rows({{Form::cross, false, true, 1, 0, 1}, {Form::square, true, false, 2, 0, 0}}) ==
             ".....#.#"
             "......#."
             ".....#.#"
             "........"
             "++++...."
             "++++...."
             "++++...."
             "++++....");
}

BOOST_AUTO_TEST_CASE(captions_say_what_and_where)
{
  const Thing small{Form::square, false, true, 0, 1, 1}, large{Form::cross, true, false, 3, 0, 0};
  BOOST_TEST(said({small}) == "a small dark square at top left .");
  BOOST_TEST(said({small, large}) ==
             "a small dark square at top left and a large light cross at bottom right .");
  Thing alike = small;
  alike.quarter = 2;
  alike.row = 0;
  BOOST_TEST(said({small, alike}) == "two small dark squares at top left and bottom left .");
}

BOOST_AUTO_TEST_CASE(the_noun_is_where_it_is_said_to_be)
{
  const std::set<std::string> nouns{"square", "frame", "cross", "triangle"};
  for (const Picture& picture : all_pictures())
    for (arma::uword thing = 0; thing < picture.size(); ++thing) {
      const std::string noun = caption(picture).at(place_of_noun(picture, thing));
      const bool plural = picture.size() == 2 && picture[0].is_like(picture[1]);
      BOOST_TEST(nouns.contains(plural ? noun.substr(0, noun.size() - (noun == "crosses" ? 2 : 1))
                                       : noun));
    }
}

BOOST_AUTO_TEST_CASE(all_pictures_are_different_and_as_many_as_one_counts)
{
  // In a quarter 4 forms, 2 tones, and a large thing or a small one in 4 positions: 40. One quarter, or two of four.
  BOOST_TEST(all_pictures().size() == 4 * 40 + 6 * 40 * 40);
  std::set<std::vector<double>> different;
  std::set<std::string> captions;
  for (const Picture& picture : all_pictures()) {
    const arma::mat image = drawn(picture);
    different.emplace(image.begin(), image.end());
    captions.insert(said(picture));
  }
  BOOST_TEST(different.size() == all_pictures().size());
  BOOST_TEST(captions.size() == 4 * 16 + 6 * 16 * 16); // the positions of small things are not said
}

BOOST_AUTO_TEST_CASE(no_picture_for_training_has_a_withheld_combination)
{
  std::map<Use, arma::uword> counts;
  for (const Picture& picture : all_pictures()) {
    ++counts[use_of(picture)];
    const std::string text = said(picture);
    const bool combined = text.find("large dark cross") != std::string::npos ||
                          text.find("small light triangle") != std::string::npos;
    BOOST_TEST(combined == (use_of(picture) == Use::combination));
  }
  // Of 40 things in a quarter 5 are withheld.
  BOOST_TEST(counts[Use::combination] == 4 * 5 + 6 * (40 * 40 - 35 * 35));
  const double others = double(counts[Use::training] + counts[Use::withheld]);
  BOOST_TEST(double(counts[Use::withheld]) / others == 0.1, boost::test_tools::tolerance(0.1));
}
