#include "chapters/19-recurrent/affine_scan.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(two_steps_are_one_in_their_order)
{
  const AffineStep first{{{0, 1}, {0, 0}}, arma::vec{1, 2}},
      then{{{1, 0}, {0, 3}}, arma::vec{5, 7}};
  const AffineStep both = followed_by(first, then);
  const arma::vec h{10, 20};
  const arma::vec expected = then.A * (first.A * h + first.b) + then.b;
  BOOST_TEST(arma::abs(both.A * h + both.b - expected).max() == 0);
}

BOOST_AUTO_TEST_CASE(a_scan_counts_and_takes_as_many_rounds_as_doublings)
{
  for (const arma::uword T : {1U, 2U, 3U, 8U, 9U}) {
    const std::vector<AffineStep> steps(
        T, AffineStep{arma::mat(1, 1, arma::fill::ones), arma::vec{1}});
    const ScannedStates states = scanned(steps, arma::vec{0});
    for (arma::uword t = 0; t < T; ++t)
      BOOST_TEST(states.h[t](0) == double(t + 1));
    BOOST_TEST(states.rounds == (T == 1 ? 0U : T == 2 ? 1U : T == 3 ? 2U : T == 8 ? 3U : 4U));
  }
  BOOST_CHECK_EXCEPTION(scanned({}, arma::vec{0}), Error, says("at least one step"));
}

BOOST_AUTO_TEST_CASE(after_k_rounds_of_newton_the_first_k_states_are_right)
{
  const arma::mat U = arma::mat(1, 1, arma::fill::value(3)), a{{0.5, -1, 2, 0.1, 0.7}};
  const arma::vec errors = newton_errors(U, a, arma::vec{0.2}, 5);
  BOOST_TEST(errors(4) < 1e-12);
  BOOST_TEST(errors(0) > 1e-3);
  // A chain without influence is solved at once.
  BOOST_TEST(newton_errors(0 * U, a, arma::vec{0.2}, 1)(0) < 1e-15);
}
