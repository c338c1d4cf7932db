#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/config.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::instruments::published_sizes;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(all_together_are_the_parameters_of_the_configuration)
{
  BOOST_TEST(published_sizes("").n_elem == 148);
  BOOST_TEST(arma::accu(published_sizes("")) == epreuve::gpt2::parameter_count({}));
}

BOOST_AUTO_TEST_CASE(an_ending_selects_one_tensor_of_each_layer)
{
  const arma::vec biases = published_sizes(".mlp.c_fc.bias");
  BOOST_TEST(biases.n_elem == 12);
  BOOST_TEST(biases.min() == 3072);
  BOOST_TEST(biases.max() == 3072);
}

BOOST_AUTO_TEST_CASE(an_ending_of_no_name_is_refused)
{
  BOOST_CHECK_EXCEPTION(published_sizes("lm_head.weight"), epreuve::Error, says("lm_head.weight"));
}
