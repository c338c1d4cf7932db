#include "chapters/20-encoder-decoder/ablations_log.hpp"

#include "epreuve/translator/making.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <numeric>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_log_counts_the_sentences_that_are_withheld)
{
  const translator::Split split = translator::split();
  BOOST_TEST(ablation_withheld == split.withheld.size());
  BOOST_TEST(ablation_constructions ==
             std::accumulate(split.constructions.begin(), split.constructions.end(), std::size_t{0},
                             [](std::size_t sum, const auto& some) { return sum + some.size(); }));
  for (const AblationRow& row : ablations_log) {
    BOOST_TEST(row.withheld <= ablation_withheld);
    BOOST_TEST(row.constructions <= ablation_constructions);
    BOOST_TEST(row.loss >= 0);
  }
}
