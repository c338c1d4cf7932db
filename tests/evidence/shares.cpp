#include "epreuve/evidence/shares.hpp"

#include "epreuve/evidence/claim.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <source_location>
#include <vector>

using namespace epreuve::evidence;

namespace {

constexpr int seeds = 300;

/// Quantiles of the law P(share > x) = (x / least)^{-a}, evenly spread.
std::vector<double> power_law(double least, double a)
{
  std::vector<double> shares;
  for (int i = 0; i < seeds; ++i)
    shares.push_back(least * std::pow((i + 0.5) / seeds, -1 / a));
  return shares;
}

/// The largest of a thousand roundings, of each seed.
std::vector<double> roundings(double size)
{
  std::mt19937_64 generator(1);
  std::normal_distribution<double> normal;
  std::vector<double> shares(seeds);
  for (double& share : shares)
    for (int draw = 0; draw < 1000; ++draw)
      share = std::max(share, size * std::abs(normal(generator)));
  return shares;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_tail_of_a_quotient_is_found_before_a_seed_falls_into_it)
{
  // a = 1, as of 1/u: of 10⁻⁴ in the median, one seed in 20 000 takes more than all.
  const auto tail = heavy_tail(power_law(0.5e-4, 1));
  BOOST_TEST_REQUIRE(tail.has_value());
  BOOST_TEST(tail->median == 1e-4, boost::test_tools::tolerance(0.01));
  BOOST_TEST(tail->worst == 0.03, boost::test_tools::tolerance(0.01));
  // Within a factor of 2 of the law's 5·10⁻⁵: the worst seed alone says so.
  BOOST_TEST(tail->probability > 2.5e-5);
  BOOST_TEST(tail->probability < 1e-4);
  // a = 2: one in 40 000 of 0.01, which the rule of a hundred medians would not see.
  BOOST_TEST(heavy_tail(power_law(0.005, 2)).has_value());
}

BOOST_AUTO_TEST_CASE(a_tail_so_far_from_the_tolerance_that_no_seed_reaches_it_is_not_named)
{
  BOOST_TEST(!heavy_tail(power_law(1e-8, 1)).has_value());
  BOOST_TEST(!heavy_tail(power_law(1e-4, 2)).has_value());
}

BOOST_AUTO_TEST_CASE(roundings_have_no_heavy_tail)
{
  BOOST_TEST(!heavy_tail(roundings(0.01)).has_value());
  BOOST_TEST(!heavy_tail(roundings(0.15)).has_value());
  BOOST_TEST(!heavy_tail(std::vector<double>(seeds, 1.0)).has_value());
}

BOOST_AUTO_TEST_CASE(few_seeds_and_exact_ones_say_nothing)
{
  BOOST_TEST(!heavy_tail({}).has_value());
  BOOST_TEST(!heavy_tail({0.001, 0.001, 0.5}).has_value());
  std::vector<double> nearly_all_exact(seeds, 0.0);
  nearly_all_exact[0] = 0.5;
  nearly_all_exact[1] = 0.001;
  BOOST_TEST(!heavy_tail(nearly_all_exact).has_value());
}

BOOST_AUTO_TEST_CASE(evidence_says_which_share_of_its_tolerance_it_took)
{
  const auto share = [](const auto& give) {
    Claim claim({"a", "", "", {}, "", "s"}, Verdict::holds, 1, std::source_location::current());
    give(claim);
    return claim.readings().at(0).evidence.at(0).share;
  };
  const double next = std::nextafter(1.0, 2.0);
  BOOST_TEST(share([&](Claim& c) { c.agree("sides", 1.0, next, ulps(4)); }).value() == 0.25);
  BOOST_TEST(share([&](Claim& c) {
               c.agree("sides", arma::vec{1.0}, arma::vec{next}, ulps_of_norm(2));
             }).value() == 0.5);
  // The worst of all draws.
  const auto worst = share([](Claim& c) {
    c.property(
        "p", [](Draw& d) { return difference(double(d.integer("k", 0, 3)), 0.0); }, absolute(4),
        100);
  });
  BOOST_TEST(worst.value() == 0.75);
  // Nothing of what is to be equal, nor where it failed.
  BOOST_TEST(!share([](Claim& c) { c.agree("sides", 1.0, 1.0, exactly()); }).has_value());
  BOOST_TEST(!share([](Claim& c) { c.agree("sides", 1.0, 2.0, ulps(1)); }).has_value());
  BOOST_TEST(!share([](Claim& c) { c.at_most("x", 1, 2); }).has_value());
}
