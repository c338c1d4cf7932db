#include "epreuve/math/positions/rotations.hpp"

#include "epreuve/error.hpp"
#include "epreuve/reference.hpp"
#include "support/errors.hpp"

#include <boost/mpl/list.hpp>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

using namespace epreuve;
using namespace epreuve::math;
using epreuve::tests::says;

using Reals = boost::mpl::list<float, double>;

namespace {

template <typename Real>
constexpr Real eps = std::numeric_limits<Real>::epsilon();

std::int64_t draw_shift()
{
  return *rc::gen::inRange<std::int64_t>(-1'000'000, 1'000'000);
}
arma::uword draw_even()
{
  return 2 * *rc::gen::inRange<arma::uword>(1, 7);
}
double draw_base()
{
  return *rc::gen::element(2.0, 100.0, 10'000.0);
}
Ordering draw_ordering()
{
  return *rc::gen::element(Ordering::cosine_first, Ordering::sine_first);
}

arma::mat draw_tokens(arma::uword n, arma::uword K)
{
  arma::mat X(n, K);
  for (double& entry : X)
    entry = *rc::gen::inRange(-8, 9) / 8.0;
  return X;
}

template <typename Real>
Real largest(const arma::Mat<Real>& difference)
{
  return arma::abs(difference).max();
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_rotation_turns_counter_clockwise, Real, Reals)
{
  for (const Real omega : {Real(0), Real(1), Real(-2.5), Real(100)}) {
    const arma::Mat<Real> M = rotation(omega);
    BOOST_TEST_REQUIRE(M.n_elem == 4);
    const Reference c = cos(Reference(omega)), s = sin(Reference(omega));
    // The library's cosine and sine are within one ulp, at most eps in absolute value.
    BOOST_TEST(abs(Reference(M(0, 0)) - c) <= eps<Real>);
    BOOST_TEST(abs(Reference(M(0, 1)) + s) <= eps<Real>);
    BOOST_TEST(abs(Reference(M(1, 0)) - s) <= eps<Real>);
    BOOST_TEST(abs(Reference(M(1, 1)) - c) <= eps<Real>);
  }
}

// Entries of R and w are within 2^-51 = 2 eps of the exact ones: see position_vector. A row of
// R_l w_k sums two products of them, each off by 2 eps + 2 eps and its rounding, eps / 2; with
// the rounding of the sum, eps / 2, and the 2 eps of w_{k+l}: below 12 eps.
RC_BOOST_PROP(r_l_moves_each_position_vector_l_positions_further, ())
{
  const arma::uword n = draw_even();
  const std::int64_t k = draw_shift(), l = draw_shift();
  const double base = draw_base();
  const Ordering ordering = draw_ordering();
  const arma::vec moved =
      rotation_block_matrix(l, n, base, ordering) * position_vector(k, n, base, ordering);
  RC_ASSERT(largest<double>(moved - position_vector(k + l, n, base, ordering)) <= 12 * eps<double>);
}

RC_BOOST_PROP(rotations_compose_by_adding_their_shifts, ())
{
  const arma::uword n = draw_even();
  const std::int64_t l = draw_shift(), m = draw_shift();
  const double base = draw_base();
  const Ordering ordering = draw_ordering();
  const arma::mat product =
      rotation_block_matrix(l, n, base, ordering) * rotation_block_matrix(m, n, base, ordering);
  RC_ASSERT(largest<double>(product - rotation_block_matrix(l + m, n, base, ordering)) <=
            12 * eps<double>);
}

RC_BOOST_PROP(a_negative_shift_is_the_transpose_and_the_inverse, ())
{
  const arma::uword n = draw_even();
  const std::int64_t l = draw_shift();
  const Ordering ordering = draw_ordering();
  const arma::mat R = rotation_block_matrix(l, n, 100, ordering);
  RC_ASSERT(largest<double>(R.t() - rotation_block_matrix(-l, n, 100, ordering)) == 0);
  RC_ASSERT(largest<double>(R * R.t() - arma::eye(n, n)) <= 12 * eps<double>);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(blocks_sit_on_the_diagonal_and_turn_backwards_sine_first, Real, Reals)
{
  const arma::Mat<Real> R = rotation_block_matrix<Real>(3, 4, 100);
  const arma::Mat<Real> first = rotation<Real>(3), second = rotation<Real>(Real(0.3));
  // 0.3 rounded to Real moves the angle by eps / 4 at most, on top of the one ulp of the cosine.
  BOOST_TEST(largest<Real>(R.submat(0, 0, 1, 1) - first) <= 2 * eps<Real>);
  BOOST_TEST(largest<Real>(R.submat(2, 2, 3, 3) - second) <= 2 * eps<Real>);
  BOOST_TEST((R.submat(0, 2, 1, 3).is_zero() && R.submat(2, 0, 3, 1).is_zero()));
  const arma::Mat<Real> mirrored = rotation_block_matrix<Real>(3, 4, 100, Ordering::sine_first);
  BOOST_TEST(largest<Real>(mirrored - R.t()) == Real(0));
}

RC_BOOST_PROP(rotate_is_multiplication_by_the_block_matrix, ())
{
  const arma::uword n = draw_even();
  const std::int64_t l = draw_shift();
  const double base = draw_base();
  const Ordering ordering = draw_ordering();
  const arma::mat X = draw_tokens(n, 3);
  const arma::vec x = X.col(0);
  const arma::mat R = rotation_block_matrix(l, n, base, ordering);
  // Entries are at most 1: two products and a sum, on each side.
  RC_ASSERT(largest<double>(rotate(X, l, base, ordering) - R * X) <= 4 * eps<double>);
  RC_ASSERT(largest<double>(rotate(x, l, base, ordering) - R * x) <= 4 * eps<double>);

  const arma::fmat X_float = arma::conv_to<arma::fmat>::from(X);
  const arma::fmat R_float = rotation_block_matrix<float>(l, n, base, ordering);
  RC_ASSERT(largest<float>(rotate(X_float, l, base, ordering) - R_float * X_float) <=
            4 * eps<float>);
}

RC_BOOST_PROP(rotary_embedding_turns_each_column_by_its_position, ())
{
  const arma::uword n = draw_even(), K = *rc::gen::inRange<arma::uword>(1, 6);
  const std::int64_t first = draw_shift();
  const arma::mat X = draw_tokens(n, K);
  const arma::mat rotated = rotary_embedding(X, 100, first);
  for (arma::uword k = 0; k < K; ++k) {
    const arma::mat R = rotation_block_matrix(first + static_cast<std::int64_t>(k), n, 100);
    RC_ASSERT(largest<double>(rotated.col(k) - R * X.col(k)) <= 4 * eps<double>);
  }
}

RC_BOOST_PROP(dot_products_of_rotary_embeddings_depend_on_the_shift_alone, ())
{
  const arma::uword n = draw_even();
  const std::int64_t s = draw_shift();
  const arma::mat Q = draw_tokens(n, 4), K = draw_tokens(n, 4);
  const arma::mat here = rotary_embedding(Q).t() * rotary_embedding(K);
  const arma::mat there = rotary_embedding(Q, 10'000, s).t() * rotary_embedding(K, 10'000, s);
  // Coordinates are at most sqrt(2), each within 6 eps: n 2 sqrt(2) 6 eps for a dot product, and
  // n (eps / 2) 2 n for rounding its sum; twice that for both sides.
  const double bound = (34 + 2 * static_cast<double>(n)) * static_cast<double>(n) * eps<double>;
  RC_ASSERT(largest<double>(here - there) <= bound);
}

BOOST_AUTO_TEST_CASE(the_first_position_of_a_rotary_embedding_is_left_alone)
{
  const arma::mat X = arma::vec{1, 2, 3, 4};
  BOOST_TEST(largest<double>(rotary_embedding(X) - X) == 0);
}

BOOST_AUTO_TEST_CASE(arguments_outside_their_domain_are_refused)
{
  const std::int64_t too_far = std::int64_t{1} << 54;
  const arma::mat odd(3, 2, arma::fill::ones), good(4, 2, arma::fill::ones);
  const auto n_words = "n must be even and positive";
  const auto base_words = "base must be finite and positive, got -1";
  BOOST_CHECK_EXCEPTION(rotation(HUGE_VAL), Error, says("rotation", "omega must be finite"));
  BOOST_CHECK_EXCEPTION(rotation(std::nanf("")), Error, says("rotation", "omega must be finite"));
  BOOST_CHECK_EXCEPTION(rotation_block_matrix(1, 3), Error, says("rotation_block_matrix", n_words));
  BOOST_CHECK_EXCEPTION(rotation_block_matrix(1, 2, -1), Error,
                        says("rotation_block_matrix", base_words));
  BOOST_CHECK_EXCEPTION(rotation_block_matrix(too_far, 2), Error,
                        says("rotation_block_matrix", "got l = 18014398509481984"));
  BOOST_CHECK_EXCEPTION(rotate(odd, 1), Error, says("rotate", n_words));
  BOOST_CHECK_EXCEPTION(rotate(arma::vec(), 1), Error, says("rotate", n_words));
  BOOST_CHECK_EXCEPTION(rotate(good, 1, -1), Error, says("rotate", base_words));
  BOOST_CHECK_EXCEPTION(rotate(good, -too_far), Error, says("rotate", "|l| must be at most 2^53"));
  BOOST_CHECK_EXCEPTION(rotary_embedding(odd), Error, says("rotary_embedding", n_words));
  BOOST_CHECK_EXCEPTION(rotary_embedding(good, -1), Error, says("rotary_embedding", base_words));
  BOOST_CHECK_EXCEPTION(rotary_embedding(good, 100, too_far), Error,
                        says("rotary_embedding", "first_position"));
  BOOST_CHECK_EXCEPTION(rotary_embedding(good, 100, std::int64_t{1} << 53), Error,
                        says("rotary_embedding", "first_position + K - 1"));
}
