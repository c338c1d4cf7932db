#include "epreuve/attention/grouped_heads.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <vector>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

using Matrices = std::vector<arma::mat>;

namespace {

struct Factors
{
  Matrices L, R;
};

Factors random_heads(arma::uword heads, arma::uword n, arma::uword d)
{
  arma::arma_rng::set_seed(17);
  Factors result;
  for (arma::uword h = 0; h < heads; ++h) {
    result.L.emplace_back(n, d, arma::fill::randn);
    result.R.emplace_back(d, n, arma::fill::randn);
  }
  return result;
}

/// By the definition, from the large products.
double lost(const Factors& heads, const Matrices& left, const arma::mat& shared)
{
  double difference = 0, whole = 0;
  for (std::size_t h = 0; h < heads.L.size(); ++h) {
    const arma::mat product = heads.L[h] * heads.R[h];
    difference += arma::accu(arma::square(product - left[h] * shared));
    whole += arma::accu(arma::square(product));
  }
  return difference / whole;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_loss_of_the_shared_factor_is_that_of_the_products)
{
  const Factors heads = random_heads(4, 9, 3);
  for (const arma::uword r : {1, 3, 8}) {
    const SharedFactor best = best_shared_factor(heads.L, heads.R, r);
    // sums of 324 squares, and eigenvectors of a 9 x 9 matrix: some hundred roundings
    BOOST_TEST(best.lost == lost(heads, best.left, best.shared),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(best.lost == least_loss(heads.L, heads.R, r), boost::test_tools::tolerance(1e-12));
  }
  BOOST_TEST(least_loss(heads.L, heads.R, 9) < 1e-13);
}

BOOST_AUTO_TEST_CASE(no_other_shared_factor_loses_less)
{
  const Factors heads = random_heads(3, 8, 2);
  const SharedFactor best = best_shared_factor(heads.L, heads.R, 2);
  for (int trial = 0; trial < 200; ++trial) {
    const arma::mat near = best.shared + 0.05 * arma::mat(2, 8, arma::fill::randn);
    Matrices left; // the best that each head can do with it
    for (std::size_t h = 0; h < 3; ++h)
      left.push_back(heads.L[h] * heads.R[h] * arma::pinv(near));
    BOOST_TEST(lost(heads, left, near) > best.lost);
  }
}

BOOST_AUTO_TEST_CASE(heads_that_read_the_same_directions_lose_nothing_however_they_are_factored)
{
  Factors heads = random_heads(3, 8, 2);
  const arma::mat turn{{0, -1}, {1, 0}}, minus{{-1, 0}, {0, -1}};
  heads.R[1] = turn * heads.R[0];
  heads.R[2] = minus * heads.R[0];
  BOOST_TEST(best_shared_factor(heads.L, heads.R, 2).lost < 1e-14);
  BOOST_TEST(loss_of_mean(heads.L, heads.R) >
             0.5); // the mean of R, turned R and -R is half as long as one
}

BOOST_AUTO_TEST_CASE(each_group_has_a_shared_factor_of_its_own)
{
  const Factors heads = random_heads(4, 9, 2);
  double difference = 0, whole = 0;
  for (const std::size_t first : {0, 2}) {
    const Factors group{{heads.L[first], heads.L[first + 1]}, {heads.R[first], heads.R[first + 1]}};
    double size = 0;
    for (std::size_t h = 0; h < 2; ++h)
      size += arma::accu(arma::square(group.L[h] * group.R[h]));
    const SharedFactor best = best_shared_factor(group.L, group.R, 2);
    difference += size * lost(group, best.left, best.shared);
    whole += size;
  }
  BOOST_TEST(least_loss_of_groups(heads.L, heads.R, 2, 2) == difference / whole,
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(least_loss_of_groups(heads.L, heads.R, 4, 2) < 1e-14); // a group for each head
}

BOOST_AUTO_TEST_CASE(the_mean_loses_what_it_is_away_from_each_head)
{
  const Factors heads = random_heads(3, 8, 2);
  const arma::mat mean = (heads.R[0] + heads.R[1] + heads.R[2]) / 3;
  BOOST_TEST(loss_of_mean(heads.L, heads.R) == lost(heads, heads.L, mean),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(loss_of_mean({heads.L[0], heads.L[1]}, {heads.R[0], heads.R[0]}) < 1e-28);
}

BOOST_AUTO_TEST_CASE(heads_that_do_not_fit_are_refused)
{
  const Factors heads = random_heads(2, 5, 2);
  const arma::mat zero(2, 5, arma::fill::zeros);
  BOOST_CHECK_EXCEPTION(least_loss({}, {}, 1), Error, says("got 0 and 0 matrices"));
  BOOST_CHECK_EXCEPTION(least_loss(heads.L, {heads.R[0]}, 1), Error, says("got 2 and 1"));
  BOOST_CHECK_EXCEPTION(least_loss(heads.L, heads.L, 1), Error,
                        says("R 2 x 5 of every head, got 5 x 2 and 5 x 2 of head 0"));
  BOOST_CHECK_EXCEPTION(best_shared_factor(heads.L, heads.R, 6), Error,
                        says("a shared dimension from 1 to 5, got 6"));
  BOOST_CHECK_EXCEPTION(least_loss_of_groups(heads.L, heads.R, 3, 2), Error,
                        says("2 heads cannot be put into 3 groups"));
  BOOST_CHECK_EXCEPTION(loss_of_mean(heads.L, {zero, zero}), Error, says("must not all be 0"));
  BOOST_CHECK_EXCEPTION(least_loss(heads.L, {zero, zero / 0.}, 1), Error,
                        says("head 1 must be finite"));
}
