#include "chapters/20-encoder-decoder/examination.hpp"

#include <boost/test/unit_test.hpp>

#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(what_is_wrong_is_weighted_by_its_probability)
{
  Examined of;
  for (const auto& [probability, is_right] :
       {std::pair{Rational(1, 2), true}, {Rational(1, 8), false}, {Rational(1, 8), true}}) {
    of.sentences.push_back({{0}, {0}, {0}, probability});
    of.judged.push_back({is_right, 1});
  }
  BOOST_TEST(of.right().right == 2u);
  BOOST_TEST(of.right().all == 3u);
  BOOST_TEST(of.weighted_error() == 1 / 6.);
}

BOOST_AUTO_TEST_CASE(each_sentence_is_judged_in_its_place)
{
  const translator::Split split = translator::split();
  const translator::Translator translator = translator::read(translator::folder());
  std::vector<language::Twins> some(split.withheld.begin(), split.withheld.begin() + 4);
  std::swap(some[1].target, some[2].target); // now these two are wrong
  const Examined of = examined(translator, some);
  BOOST_TEST(of.judged[0].is_written);
  BOOST_TEST(!of.judged[1].is_written);
  BOOST_TEST(!of.judged[2].is_written);
  BOOST_TEST(of.judged[3].is_written);
}
