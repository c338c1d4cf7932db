#include "epreuve/logs/reading.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_log_has_five_seeds_at_three_rates_of_each_network)
{
  std::map<std::pair<Reader, double>, int> runs;
  for (const ReadingRun& run : epreuve::logs::reading().runs) {
    ++runs[{run.task.network, run.task.rate}];
    BOOST_TEST((run.missing > 0 && run.missing < run.missing_at_first));
    for (const arma::vec& by_distance : {run.at_first, run.at_last, run.replaced})
      BOOST_TEST(by_distance.n_elem == reading_length);
  }
  BOOST_TEST(runs.size() == 9u);
  for (const auto& [which, number] : runs)
    BOOST_TEST(number == 5);
}

BOOST_AUTO_TEST_CASE(what_the_log_says_of_an_untrained_network_comes_out_again)
{
  for (const ReadingRun& run : epreuve::logs::reading().runs)
    if (run.task.network == Reader::lstm && run.task.rate == 0.01 && run.task.seed == 2) {
      const ReadingRun again = reading(run.task, 0);
      BOOST_TEST(std::abs(again.missing_at_first - run.missing_at_first) < 1e-3);
      BOOST_TEST(arma::max(arma::abs(again.at_first / run.at_first - 1)) < 1e-2);
      BOOST_TEST(again.missing == again.missing_at_first);
    }
}

// Some minutes: test-logs-reading --run_test=trainings_are_made_again
BOOST_AUTO_TEST_CASE(trainings_are_made_again, *boost::unit_test::disabled())
{
  for (const ReadingRun& run : epreuve::logs::reading().runs)
    if (run.task.seed == 1)
      BOOST_TEST(std::abs(reading(run.task).missing - run.missing) < 0.01 + run.missing / 4);
}
