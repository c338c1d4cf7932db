#include "chapters/12-attention-scaling/finite_laws.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_three_laws_have_mean_0_and_variance_1_and_differ)
{
  for (const FiniteDistribution& law : {signs(), mostly_zero(), leaning()}) {
    BOOST_TEST(mean(law) == 0);
    BOOST_TEST(variance(law) == 1);
  }
  BOOST_TEST(moment(signs(), 4) == 1);
  BOOST_TEST(moment(mostly_zero(), 4) == 4);
  BOOST_TEST(moment(leaning(), 3) == Rational(3, 2));
}

BOOST_AUTO_TEST_CASE(an_expectation_weighs_every_outcome_in_the_order_of_the_laws)
{
  const auto X = FiniteDistribution({{0, {1, 3}}, {3, {2, 3}}}), Y = leaning();
  const auto difference_squared = [](const Outcome& o) -> Rational {
    const Rational difference = o.at(0) - 2 * o.at(1);
    return difference * difference * o.at(0);
  };
  // 2/3 at X = 3: 4/5 at Y = -1/2, where 3 (3 + 1)^2 = 48; 1/5 at Y = 2, where 3 (3 - 4)^2 = 3
  BOOST_TEST(expectation({X, Y}, difference_squared) == Rational(26));
}

BOOST_AUTO_TEST_CASE(an_expectation_of_a_sum_is_the_mean_of_its_law)
{
  const auto sum_of_two = [](const Outcome& o) -> Rational { return o.at(0) * o.at(1) + o.at(2); };
  const FiniteDistribution coin({{0, {1, 4}}, {1, {3, 4}}});
  BOOST_TEST(expectation({coin, coin, coin}, sum_of_two) == mean(sum(product(coin, coin), coin)));
}

BOOST_AUTO_TEST_CASE(without_variables_there_is_one_outcome)
{
  BOOST_TEST(expectation({}, [](const Outcome& o) -> Rational { return o.size() + 7; }) == 7);
}

BOOST_AUTO_TEST_CASE(a_table_has_its_rows_first)
{
  const auto entry = [](arma::uword i, arma::uword j) -> Rational { return 10 * i + j; };
  BOOST_TEST(tabulated(2, 3, entry) == (RationalMatrix{{0, 1, 2}, {10, 11, 12}}));
}

BOOST_AUTO_TEST_CASE(pairs_of_laws_have_the_first_one_in_the_row)
{
  const auto cube_of_the_first = [](const FiniteDistribution& q, const FiniteDistribution&) {
    return moment(q, 3);
  };
  const Rational skew(3, 2);
  BOOST_TEST(of_pairs(three_laws(), cube_of_the_first) ==
             (RationalMatrix{{0, 0, 0}, {0, 0, 0}, {skew, skew, skew}}));
}

BOOST_AUTO_TEST_CASE(all_outcomes_of_query_and_key_give_the_moments_of_the_convolution)
{
  const FiniteDistribution q({{0, {1, 3}}, {3, {2, 3}}}), k({{1, {1, 4}}, {2, {3, 4}}});
  const FiniteDistribution s = dot_product(q, k, 2);
  BOOST_TEST(expectation(query_and_key(q, k, 2), score_of) == mean(s));
  const RationalMatrix terms = moments_of_terms(q, k, 2);
  BOOST_TEST(sum_of_entries(terms) == moment(s, 2));
  BOOST_TEST(terms(0, 0) == moment(q, 2) * moment(k, 2));
  BOOST_TEST(terms(0, 1) == mean(q) * mean(k) * mean(q) * mean(k));
}

BOOST_AUTO_TEST_CASE(the_score_pairs_each_entry_of_the_query_with_its_own_of_the_key)
{
  BOOST_TEST(score_of({1, 2, 3, 10, 100, 1000}) == 3210);
}

BOOST_AUTO_TEST_CASE(a_probability_counts_the_values_of_the_event)
{
  const auto positive = [](const Rational& x) { return x > 0; };
  BOOST_TEST(probability(leaning(), positive) == Rational(1, 5));
  BOOST_TEST(probability(sum_of_copies(signs(), 2), positive) == Rational(1, 4));
}
