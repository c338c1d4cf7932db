#include "epreuve/gpt2/trace.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::Error;
using epreuve::gpt2::Trace;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_star_stands_for_any_run_of_characters)
{
  const Trace<double> trace({"blocks.*.attn.pattern", "ln_final*"});
  BOOST_TEST(trace.wants("blocks.0.attn.pattern"));
  BOOST_TEST(trace.wants("blocks.11.attn.pattern"));
  BOOST_TEST(trace.wants("ln_final.normalized"));
  BOOST_TEST(!trace.wants("blocks.0.attn.pattern2"));
  BOOST_TEST(!trace.wants("blocks.0.attn.scores"));
  BOOST_TEST(!trace.wants("embed"));
  BOOST_TEST(Trace<double>({"*"}).wants("embed"));
  BOOST_TEST(!Trace<double>({}).wants("embed"));
}

BOOST_AUTO_TEST_CASE(asking_for_what_is_missing_is_an_error_that_lists_what_is_there)
{
  Trace<double> trace({"embed", "x"});
  BOOST_CHECK_EXCEPTION(
      trace["blocks.0.mlp"], Error,
      says("no \"blocks.0.mlp\"; it was asked for embed, x and has kept nothing"));
  trace.keep("embed", arma::cube(2, 3, 2, arma::fill::ones));
  BOOST_CHECK_EXCEPTION(trace["x"], Error, says("has kept embed"));
  BOOST_CHECK_EXCEPTION(trace.matrix("embed", 2), Error, says("heads go from 0 to 1"));
  BOOST_TEST(arma::accu(trace.matrix("embed", 1)) == 6);
}
