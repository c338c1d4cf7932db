#include "chapters/20-encoder-decoder/beam_search.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve::instruments;
using epreuve::Rational;
using epreuve::tests::says;

namespace {

using Words = std::vector<arma::uword>;

/// Of the words 1 and 2 one, then 1, 2 or 3, then the end, which is 0. After 1, all three are equally probable; after 2
/// it is nearly always 3.
std::vector<Rational> garden_path(const Words& words)
{
  if (words.empty())
    return {0, {3, 5}, {2, 5}, 0};
  if (words.size() == 2)
    return {1, 0, 0, 0};
  return words[0] == 1 ? std::vector<Rational>{0, {1, 3}, {1, 3}, {1, 3}}
                       : std::vector<Rational>{0, {1, 10}, 0, {9, 10}};
}

} // namespace

BOOST_AUTO_TEST_CASE(greedy_takes_the_first_word_that_is_more_probable_and_loses)
{
  const Hypothesis greedy = beam_search(garden_path, 0, 1), wider = beam_search(garden_path, 0, 2);
  BOOST_TEST((greedy.words == Words{1, 1, 0}));
  BOOST_TEST((greedy.probability == Rational(1, 5)));
  BOOST_TEST((wider.words == Words{2, 3, 0}));
  BOOST_TEST((wider.probability == Rational(9, 25)));
  const Hypothesis best = most_probable_text(garden_path, 0);
  BOOST_TEST((best.words == wider.words));
}

BOOST_AUTO_TEST_CASE(a_text_that_has_ended_is_kept_beside_longer_ones)
{
  // "0" alone has 2/5; all others begin with 1 and have 3/5 * 1/2 each.
  const NextWord next = [](const Words& words) {
    return words.empty()       ? std::vector<Rational>{{2, 5}, {3, 5}, 0}
           : words.size() == 1 ? std::vector<Rational>{0, {1, 2}, {1, 2}}
                               : std::vector<Rational>{1, 0, 0};
  };
  BOOST_TEST((beam_search(next, 0, 1).words == Words{1, 1, 0}));
  BOOST_TEST((beam_search(next, 0, 2).words == Words{0}));
}

BOOST_AUTO_TEST_CASE(a_beam_of_no_texts_and_a_text_without_end_are_refused)
{
  BOOST_CHECK_EXCEPTION(beam_search(garden_path, 0, 0), epreuve::Error,
                        says("beam_search", "got 0"));
  const NextWord endless = [](const Words&) { return std::vector<Rational>{0, 1}; };
  BOOST_CHECK_EXCEPTION(beam_search(endless, 0, 2, 7), epreuve::Error,
                        says("beam_search", "at most 7 words"));
}
