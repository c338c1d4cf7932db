#include "epreuve/instruments/exact/finite_distribution.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::instruments;

namespace {

/// Up to four values in sixths, with probabilities in any proportion.
FiniteDistribution any_distribution()
{
  const auto cases =
      *rc::gen::resize(4, rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<int, int>>>(
                              rc::gen::pair(rc::gen::inRange(-20, 20), rc::gen::inRange(1, 10)))));
  int total = 0;
  for (const auto& [value, weight] : cases)
    total += weight;
  std::vector<Atom> atoms;
  for (const auto& [value, weight] : cases)
    atoms.push_back({Rational(value, 6), Rational(weight, total)});
  return FiniteDistribution(atoms);
}

const FiniteDistribution die = uniform_distribution({1, 2, 3, 4, 5, 6});
const FiniteDistribution coin = uniform_distribution({-1, 1});

template <typename Call>
void refuses(Call call, const std::string& beginning, const std::string& end)
{
  BOOST_CHECK_EXCEPTION(call(), epreuve::Error, [&](const auto& error) {
    BOOST_TEST_MESSAGE(error.what());
    return std::string(error.what()).starts_with(beginning) &&
           std::string(error.what()).ends_with(end);
  });
}

} // namespace

BOOST_AUTO_TEST_CASE(atoms_are_sorted_merged_and_possible)
{
  const FiniteDistribution X(
      {{3, Rational(1, 4)}, {1, 0}, {Rational(1, 2), Rational(1, 2)}, {3, Rational(1, 4)}});
  const std::vector<Atom> expected{{Rational(1, 2), Rational(1, 2)}, {3, Rational(1, 2)}};
  BOOST_TEST((X.atoms() == expected));
  BOOST_TEST((uniform_distribution({5, 0, 5, 5}) ==
              FiniteDistribution({{0, Rational(1, 4)}, {5, Rational(3, 4)}})));
}

BOOST_AUTO_TEST_CASE(a_die_has_the_moments_of_a_die)
{
  BOOST_TEST(mean(die) == Rational(7, 2));
  BOOST_TEST(variance(die) == Rational(35, 12));
  BOOST_TEST(moment(die, 0) == 1);
  BOOST_TEST(moment(die, 2) == Rational(91, 6));
  BOOST_TEST(moment(die, 3) == Rational(441, 6));
}

BOOST_AUTO_TEST_CASE(two_dice_give_the_triangle_of_sums_and_the_table_of_products)
{
  std::vector<Atom> triangle;
  for (int total = 2; total <= 12; ++total)
    triangle.push_back({total, Rational(6 - std::abs(total - 7), 36)});
  BOOST_TEST((sum(die, die) == FiniteDistribution(triangle)));
  BOOST_TEST((sum_of_copies(die, 2) == FiniteDistribution(triangle)));

  std::vector<Rational> table;
  for (int row = 1; row <= 6; ++row)
    for (int column = 1; column <= 6; ++column)
      table.push_back(row * column);
  BOOST_TEST((product(die, die) == uniform_distribution(table)));
}

BOOST_AUTO_TEST_CASE(a_sum_of_coins_is_binomial)
{
  const unsigned d = 20;
  Rational binomial = 1;
  std::vector<Atom> atoms;
  for (unsigned heads = 0; heads <= d; ++heads) {
    atoms.push_back({2 * static_cast<int>(heads) - 20, binomial / (1 << d)});
    binomial = binomial * (d - heads) / (heads + 1);
  }
  BOOST_TEST((sum_of_copies(coin, d) == FiniteDistribution(atoms)));
}

BOOST_AUTO_TEST_CASE(the_dot_product_is_the_sum_over_every_outcome)
{
  const FiniteDistribution q({{-2, Rational(1, 3)}, {Rational(1, 2), Rational(2, 3)}});
  const FiniteDistribution k({{0, Rational(1, 5)}, {1, Rational(1, 5)}, {3, Rational(3, 5)}});
  std::vector<Atom> outcomes;
  for (const Atom& q1 : q.atoms())
    for (const Atom& q2 : q.atoms())
      for (const Atom& k1 : k.atoms())
        for (const Atom& k2 : k.atoms())
          outcomes.push_back({q1.value * k1.value + q2.value * k2.value,
                              q1.probability * q2.probability * k1.probability * k2.probability});
  BOOST_TEST((dot_product(q, k, 2) == FiniteDistribution(outcomes)));
}

BOOST_AUTO_TEST_CASE(the_dot_product_of_standardised_entries_has_variance_d)
{
  // Mean 0 and variance 1, skewed, with fourth moments that differ.
  const FiniteDistribution q({{2, Rational(1, 5)}, {Rational(-1, 2), Rational(4, 5)}});
  const FiniteDistribution k = coin;
  for (const std::size_t d : {1, 2, 7, 64}) {
    const FiniteDistribution s = dot_product(q, k, d);
    BOOST_TEST(mean(s) == 0);
    BOOST_TEST(variance(s) == d);
    BOOST_TEST(variance_over_sqrt(s, d) == 1);
  }
}

RC_BOOST_PROP(copies_added_by_convolution_are_copies_added_one_by_one, ())
{
  const FiniteDistribution X = any_distribution();
  const auto d = *rc::gen::inRange<std::size_t>(1, 5);
  FiniteDistribution expected = X;
  for (std::size_t i = 1; i < d; ++i)
    expected = sum(expected, X);
  RC_ASSERT(sum_of_copies(X, d) == expected);
}

RC_BOOST_PROP(variance_is_the_second_moment_less_the_squared_mean, ())
{
  const FiniteDistribution X = any_distribution();
  RC_ASSERT(variance(X) == moment(X, 2) - mean(X) * mean(X));
}

RC_BOOST_PROP(dividing_by_the_square_root_of_a_square_is_scaling, ())
{
  const FiniteDistribution X = any_distribution();
  const auto root = *rc::gen::inRange(1, 20);
  RC_ASSERT(variance_over_sqrt(X, static_cast<std::size_t>(root * root)) ==
            variance(scaled(X, Rational(1, root))));
}

BOOST_AUTO_TEST_CASE(scaling_by_0_leaves_one_atom)
{
  BOOST_TEST((scaled(die, 0) == FiniteDistribution({{0, 1}})));
  BOOST_TEST(
      (scaled(coin, Rational(-3, 2)) == uniform_distribution({Rational(-3, 2), Rational(3, 2)})));
}

BOOST_AUTO_TEST_CASE(what_is_no_distribution_is_refused)
{
  refuses([] { FiniteDistribution({{1, Rational(1, 2)}, {2, Rational(1, 3)}}); },
          "FiniteDistribution: probabilities must sum to exactly 1", "got 5/6");
  refuses([] { FiniteDistribution({}); }, "FiniteDistribution: probabilities", "got 0");
  refuses([] { FiniteDistribution({{1, Rational(3, 2)}, {7, Rational(-1, 2)}}); },
          "FiniteDistribution: probabilities must not be negative", "got -1/2 for the value 7");
  refuses([] { uniform_distribution({}); }, "uniform_distribution: values", "at least one");
}

BOOST_AUTO_TEST_CASE(zero_copies_are_refused)
{
  refuses([] { sum_of_copies(coin, 0); }, "sum_of_copies: d", "got 0");
  refuses([] { dot_product(coin, coin, 0); }, "dot_product: d", "got 0");
  refuses([] { variance_over_sqrt(coin, 0); }, "variance_over_sqrt: d", "got 0");
}
