#include "chapters/22-complexity/error_against_cost.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <utility>

using namespace epreuve::instruments;
using epreuve::attention::Variant;

namespace {

HeadOverText drawn(bool causal)
{
  arma::arma_rng::set_seed(1);
  return {arma::mat(4, 12, arma::fill::randn), arma::mat(4, 12, arma::fill::randn),
          arma::mat(3, 12, arma::fill::randn), causal};
}

} // namespace

BOOST_AUTO_TEST_CASE(variants_that_see_all_are_exact)
{
  for (const bool causal : {false, true})
    for (const auto& [variant, size] :
         {std::pair(Variant::exact, 1U), std::pair(Variant::tiles, 5U),
          std::pair(Variant::longformer, 11U), std::pair(Variant::bigbird, 4U)}) {
      const auto curve = error_against_cost("all", variant, {size}, {drawn(causal)});
      BOOST_TEST(curve.error(0) < 1e-14);
    }
}

BOOST_AUTO_TEST_CASE(the_first_token_of_a_causal_head_hears_itself_alone)
{
  const HeadOverText head = drawn(true);
  for (const auto& [variant, size] :
       {std::pair(Variant::tiles, 5U), std::pair(Variant::performer, 9U),
        std::pair(Variant::longformer, 2U), std::pair(Variant::bigbird, 2U)})
    BOOST_TEST(arma::norm(output_of(variant, head, size).col(0) - head.V.col(0)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(an_output_of_nothing_would_be_off_by_one)
{
  HeadOverText head = drawn(false);
  head.Q.zeros(); // the mean of all values, and of three of them at most
  head.V.zeros();
  head.V(0, 0) = 1;
  const auto curve = error_against_cost("window", Variant::longformer, {1}, {head});
  // 10 tokens do not see the first: 0 for 1/12. Two see it: 1/2 and 1/3 for 1/12.
  const double squares = 10 + 5. * 5 + 3. * 3;
  BOOST_TEST(std::abs(curve.error(0) - std::sqrt(squares / 12)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(petit_has_twelve_causal_heads_of_16_dimensions)
{
  const auto heads = heads_of_petit(3);
  BOOST_TEST(heads.size() == 12U);
  for (const HeadOverText& head : heads)
    BOOST_TEST((head.causal && head.Q.n_rows == 16 && head.K.n_cols == 64 && head.V.n_rows == 16));
}

BOOST_AUTO_TEST_CASE(no_causal_linformer_and_no_reformer_of_a_causal_head)
{
  for (const Variant variant : {Variant::linformer, Variant::reformer})
    BOOST_CHECK_EXCEPTION(output_of(variant, drawn(true), 2), epreuve::Error,
                          epreuve::tests::says("Linformer no causal form"));
}
