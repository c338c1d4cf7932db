#include "epreuve/logs/ablations.hpp"
#include "epreuve/translator/making.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <numeric>

using namespace epreuve;

BOOST_AUTO_TEST_CASE(the_log_counts_the_sentences_that_are_withheld)
{
  const logs::AblationsLog& log = logs::ablations();
  const translator::Split split = translator::split();
  BOOST_TEST(log.withheld == split.withheld.size());
  BOOST_TEST(log.constructions ==
             std::accumulate(split.constructions.begin(), split.constructions.end(), std::size_t{0},
                             [](std::size_t sum, const auto& some) { return sum + some.size(); }));
  for (const logs::Ablation& run : log.runs) {
    BOOST_TEST(run.withheld <= log.withheld);
    BOOST_TEST(run.constructions <= log.constructions);
    BOOST_TEST(run.loss >= 0);
  }
}
