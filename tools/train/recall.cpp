#include "train/recall.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/logs/recall.hpp"
#include "epreuve/training/log_file.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace epreuve::tools {

void train_recall(const std::string& out)
{
  using namespace instruments;
  const std::filesystem::path file = new_log(out, "recall");
  const OneBlasThread one;
  logs::RecallLog log;
  climb_recall([&](const RecallRun& run) {
    log.runs.push_back({run.task, training::to_places(run.right, 4)});
    std::cout << fmt::format("{}, T = {}, rate {}, seed {}: {:.4f} right\n",
                             name_of(run.task.network), run.task.T, run.task.rate, run.task.seed,
                             run.right)
              << std::flush;
  });
  for (const Reader network : all_readers) {
    Recall seen = recall(logs::task_of_connections(network));
    seen.right = training::to_places(seen.right, 4);
    for (arma::vec* gradients : {&seen.at_first, &seen.at_last})
      gradients->transform([](double norm) { return training::to_digits(norm, 4); });
    log.connections.push_back(seen);
  }
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
