#include "chapters/20-encoder-decoder/share.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::Share;

BOOST_AUTO_TEST_CASE(at_the_ends_of_its_interval_what_was_seen_has_half_of_the_doubt_as_probability)
{
  // The sum of the binomial law's terms, from `from` to `to`.
  const auto tail = [](unsigned n, double p, unsigned from, unsigned to) {
    double sum = 0;
    for (unsigned k = from; k <= to; ++k)
      sum += std::exp(std::lgamma(n + 1.) - std::lgamma(k + 1.) - std::lgamma(n - k + 1.) +
                      k * std::log(p) + (n - k) * std::log1p(-p));
    return sum;
  };
  for (const auto& [right, all] : {Share{10, 20}, Share{3, 40}, Share{39, 40}, Share{1, 7}}) {
    const Share share{right, all};
    const auto n = unsigned(all), k = unsigned(right);
    BOOST_TEST(tail(n, share.least(0.95), k, n) == 0.025, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(tail(n, share.most(0.95), 0, k) == 0.025, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(share.least(0.99) < share.least(0.95));
  }
}

BOOST_AUTO_TEST_CASE(where_all_or_none_are_right_the_interval_ends_at_one_or_zero)
{
  // (1 - p)^n = 0.025 for the upper end of none.
  BOOST_TEST((Share{0, 50}.least(0.95)) == 0.);
  BOOST_TEST((Share{0, 50}.most(0.95)) == 1 - std::pow(0.025, 1 / 50.),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST((Share{50, 50}.most(0.95)) == 1.);
  BOOST_TEST((Share{50, 50}.least(0.95)) == std::pow(0.025, 1 / 50.),
             boost::test_tools::tolerance(1e-12));
}
