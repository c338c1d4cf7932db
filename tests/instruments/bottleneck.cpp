#include "epreuve/instruments/networks/bottleneck.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_weights_are_those_of_two_cells_and_a_last_layer)
{
  // 4 gates of m numbers, which read 8 symbols, a beginning, m numbers and a bias; twice. Then 8 logits.
  BOOST_TEST(parameters(CopyTask{16, false, 0, 1}) == 2 * 64 * (9 + 16 + 1) + 8 * 17);
  BOOST_TEST(parameters(CopyTask{16, true, 0, 1}) == 2 * 64 * (9 + 16 + 1) + 8 * 33);
}

BOOST_AUTO_TEST_CASE(a_state_is_rounded_to_the_middle_of_its_part)
{
  const arma::mat h{{-1, -0.6, -0.1, 0.1, 0.6, 1}};
  BOOST_TEST(arma::approx_equal(rounded_state(h, 1), arma::mat{{-0.5, -0.5, -0.5, 0.5, 0.5, 0.5}},
                                "absdiff", 0));
  BOOST_TEST(arma::approx_equal(rounded_state(h, 2),
                                arma::mat{{-0.75, -0.75, -0.25, 0.25, 0.75, 0.75}}, "absdiff", 0));
  const arma::vec many = arma::linspace(-1, 1, 1001);
  for (unsigned bits = 1; bits <= 8; ++bits) {
    const arma::vec rounded = rounded_state(many, bits);
    BOOST_TEST(arma::abs(rounded - many).max() <= std::ldexp(1., -int(bits)) + 1e-15);
    BOOST_TEST(std::set<double>(rounded.begin(), rounded.end()).size() == 1U << bits);
  }
}
