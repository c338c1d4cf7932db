#include "chapters/17-gpt2/plain_trace.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

using epreuve::tests::says;

static double distance(const arma::mat& a, const arma::mat& b)
{
  return arma::abs(a - b).max();
}

BOOST_AUTO_TEST_CASE(every_result_is_that_of_the_librarys_trace)
{
  const ModelRun run = small_run(3);
  const auto noted = plain::trace(run.weights(), run.text);
  BOOST_TEST(noted.size() == 4 * 9 + 1);
  for (const auto& [name, value] : noted)
    BOOST_TEST_CONTEXT(name)
  BOOST_TEST(distance(value, run.trace.matrix(name)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(the_results_lead_to_the_plain_pass_s_own_stream)
{
  const ModelRun run = small_run(5);
  const auto noted = plain::trace(run.weights(), run.text);
  BOOST_TEST(distance(noted.at("blocks.3.resid_post"), plain::stream(run).back()) < 1e-13);
}

BOOST_AUTO_TEST_CASE(a_text_without_tokens_is_refused)
{
  BOOST_CHECK_EXCEPTION(plain::trace(lively_weights(small_config(), 3), {}), epreuve::Error,
                        says("got 0"));
}
