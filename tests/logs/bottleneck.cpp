#include "epreuve/logs/bottleneck.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_log_has_five_seeds_at_three_rates_of_each_network)
{
  std::map<std::tuple<arma::uword, bool, double>, int> runs;
  for (const CopyRun& run : epreuve::logs::bottleneck().runs) {
    ++runs[{run.task.m, run.task.attends, run.task.rate}];
    BOOST_TEST(run.right.size() == copy_longest_tried);
    BOOST_TEST(run.counted.size() == (run.task.attends ? 0 : copy_bits));
    for (const double share : run.right) // of 512 texts
      BOOST_TEST(
          (share >= 0 && share <= 1 && std::abs(512 * share - std::round(512 * share)) < 0.03));
    for (const CountedTexts& counted : run.counted)
      BOOST_TEST((counted.right <= counted.states && counted.states <= 4096));
    if (run.task.attends)
      for (arma::uword t = 0; t < copy_longest; ++t)
        BOOST_TEST(std::abs(arma::accu(run.pattern.row(t)) - 1) < 0.007);
  }
  BOOST_TEST(runs.size() == 9);
  for (const auto& [task, count] : runs)
    BOOST_TEST(count == 5);
}

// Each takes some seconds, so only where EPREUVE_RETRAIN is set.
BOOST_AUTO_TEST_CASE(trainings_of_the_log_come_out_again_on_demand)
{
  if (std::getenv("EPREUVE_RETRAIN") == nullptr) {
    BOOST_TEST_MESSAGE("EPREUVE_RETRAIN is not set: nothing is trained again");
    return;
  }
  for (const CopyRun& run : epreuve::logs::bottleneck().runs)
    if (run.task.m == 16 && run.task.rate == 0.01 && run.task.seed == 1) {
      const CopyRun again = copy_run(run.task);
      for (std::size_t n = 0; n < run.right.size(); ++n)
        BOOST_TEST(std::abs(again.right[n] - run.right[n]) < 0.1);
    }
}
