#include "epreuve/math/residual_stream.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace epreuve::math;

static arma::mat squared(const arma::mat& x)
{
  return x % x;
}

static const arma::mat A{{1, 2}, {0, 1}}, B{{0, 1}, {1, 0}}, x_1{{1, -1}, {2, 3}};

static bool same(const arma::mat& left, const arma::mat& right)
{
  return arma::approx_equal(left, right, "absdiff", 0);
}

BOOST_AUTO_TEST_CASE(a_block_adds_what_it_writes)
{
  // A x = (5, 5; 2, 3), squared (25, 25; 4, 9), exchanged by B (4, 9; 25, 25)
  const auto x = residual_stream({{A, squared, B}}, x_1);
  BOOST_TEST_REQUIRE(x.size() == 2U);
  BOOST_TEST(same(x[0], x_1));
  BOOST_TEST(same(x[1], arma::mat{{5, 8}, {27, 28}}));
}

BOOST_AUTO_TEST_CASE(what_is_read_is_the_sum_of_its_sources)
{
  const std::vector<StreamBlock> blocks{{A, squared, B}, {B, squared, A}};
  const auto terms = read_by_source(A, blocks, x_1);
  BOOST_TEST_REQUIRE(terms.size() == 3U);
  BOOST_TEST(same(terms[0], A * x_1));
  BOOST_TEST(same(terms[1], A * B * arma::mat{{25, 25}, {4, 9}}));
  BOOST_TEST(same(terms[0] + terms[1] + terms[2], A * residual_stream(blocks, x_1).back()));
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused)
{
  const arma::mat wide(2, 3, arma::fill::ones);
  BOOST_CHECK_THROW(residual_stream({{wide, squared, B}}, x_1), epreuve::Error);
  BOOST_CHECK_THROW(residual_stream({{A, squared, wide}}, x_1), epreuve::Error);
  BOOST_CHECK_THROW(residual_stream({{A, nullptr, B}}, x_1), epreuve::Error);
  const auto shorter = [](const arma::mat& x) -> arma::mat { return x.row(0); };
  BOOST_CHECK_THROW(residual_stream({{A, shorter, B}}, x_1), epreuve::Error);
  BOOST_CHECK_THROW(read_by_source(wide, {}, x_1), epreuve::Error);
}
