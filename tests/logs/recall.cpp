#include "epreuve/logs/recall.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;

namespace {

/// How many of the trainings of a log solve their task, by network and T.
std::map<std::pair<Reader, arma::uword>, int> solved(const std::vector<RecallRun>& runs)
{
  std::map<std::pair<Reader, arma::uword>, int> counts;
  for (const RecallRun& run : runs)
    counts[{run.task.network, run.task.T}] += run.solved() ? 1 : 0;
  return counts;
}

} // namespace

BOOST_AUTO_TEST_CASE(
    the_log_has_eight_seeds_at_five_rates_of_each_length_up_to_one_that_none_solves)
{
  std::map<std::pair<Reader, arma::uword>, int> runs;
  for (const RecallRun& run : logs::recall().runs) {
    ++runs[{run.task.network, run.task.T}];
    BOOST_TEST((run.right >= 0 && run.right <= 1));
  }
  const auto counts = solved(logs::recall().runs);
  for (const auto& [which, number] : runs) {
    BOOST_TEST(number == 40);
    const bool goes_on = runs.contains({which.first, 2 * which.second});
    BOOST_TEST(goes_on == (which.second < 128 && counts.at(which) > 0));
  }
  for (const Reader network : {Reader::rnn, Reader::lstm, Reader::lstm_open, Reader::attention})
    BOOST_TEST(runs.contains({network, 4}));
}

BOOST_AUTO_TEST_CASE(short_trainings_of_the_log_come_out_again)
{
  for (const RecallRun& run : logs::recall().runs)
    if (run.task.T == 4 && run.task.rate == 0.01 && run.task.seed == 1) {
      const Recall again = recall(run.task);
      BOOST_TEST(std::abs(again.right - run.right) < 0.02);
    }
}

BOOST_AUTO_TEST_CASE(what_the_log_says_of_connections_before_training_comes_out_again)
{
  // Only the last digits of these depend on how BLAS rounds.
  const Recall again = recall(logs::task_of_connections(Reader::rnn));
  const Recall& logged = logs::recall().connections.front();
  BOOST_TEST(arma::max(arma::abs(again.at_first / logged.at_first - 1)) < 1e-3);
}

// Some minutes: test-logs-recall --run_test=all_trainings_are_made_again
BOOST_AUTO_TEST_CASE(all_trainings_are_made_again, *boost::unit_test::disabled())
{
  std::vector<RecallRun> again;
  climb_recall([&](const RecallRun& run) { again.push_back(run); });
  const auto now = solved(again), then = solved(logs::recall().runs);
  for (const auto& [which, number] : then)
    if (now.contains(which))
      BOOST_TEST(std::abs(now.at(which) - number) <=
                 4); // roundings decide some that are at the edge
}
