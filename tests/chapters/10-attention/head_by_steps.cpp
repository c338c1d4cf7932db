#include "chapters/10-attention/head_by_steps.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::attention::head_gradient;
using epreuve::tests::says;
using Gradient = epreuve::attention::HeadGradient<double>;

namespace {

const HeadSizes sizes{3, 2, 1, 3};

Gradient example()
{
  arma::vec z(sizes.variables());
  for (arma::uword k = 0; k < z.n_elem; ++k)
    z(k) = double(k * k % 7) / 4 - 0.75;
  return head_of_variables(sizes, z);
}

const arma::mat G{{1, 0, -1}, {0.5, 2, 0}, {0, 1, 1}};

epreuve::attention::Head<double> matrices_of(const Gradient& h)
{
  return {h.W_Q, h.W_K, h.W_V, h.W_O};
}

Gradient computed(const Gradient& h)
{
  return head_gradient(matrices_of(h), h.x, G);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_head_becomes_a_list_of_numbers_and_itself_again)
{
  const Gradient head = example();
  BOOST_TEST(head.W_O.n_rows == 3U);
  BOOST_TEST(head.W_O.n_cols == 1U);
  const Gradient again = head_of_variables(sizes, head_variables(head));
  BOOST_TEST(arma::approx_equal(again.x, head.x, "absdiff", 0));
  BOOST_TEST(arma::approx_equal(again.W_K, head.W_K, "absdiff", 0));
  BOOST_CHECK_EXCEPTION(head_of_variables(sizes, arma::vec(5)), Error,
                        says("has 27 variables, got 5"));
}

BOOST_AUTO_TEST_CASE(the_gradient_in_double_is_within_its_bound_and_the_bound_is_small)
{
  const Gradient head = example(), truth = head_gradient_50(matrices_of(head), head.x, G),
                 bound = head_gradient_bound(matrices_of(head), head.x, G);
  BOOST_TEST(worst_share(computed(head), truth, bound) <= 1);
  BOOST_TEST(head_variables(bound).max() < 1e-12);
  BOOST_TEST(arma::abs(head_variables(truth)).max() > 0.01);
}

BOOST_AUTO_TEST_CASE(a_gradient_off_by_a_part_in_ten_thousand_million_is_outside_its_bound)
{
  const Gradient head = example(), truth = head_gradient_50(matrices_of(head), head.x, G),
                 bound = head_gradient_bound(matrices_of(head), head.x, G);
  for (arma::mat Gradient::* part :
       {&Gradient::W_Q, &Gradient::W_K, &Gradient::W_V, &Gradient::W_O, &Gradient::x}) {
    Gradient off = computed(head);
    off.*part *= 1 + 1e-10;
    BOOST_TEST(worst_share(off, truth, bound) > 1);
  }
}
