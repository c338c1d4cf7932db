#include "train/bottleneck.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/logs/bottleneck.hpp"
#include "epreuve/training/log_file.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <utility>

namespace epreuve::tools {

void train_bottleneck(const std::string& out)
{
  using namespace instruments;
  const std::filesystem::path file = new_log(out, "bottleneck");
  const OneBlasThread one;
  logs::BottleneckLog log;
  climb_copying([&](CopyRun run) {
    for (double& share : run.right)
      share = training::to_places(share, 4);
    run.pattern.transform([](double weight) { return training::to_places(weight, 3); });
    std::cout << fmt::format("{} numbers{}, rate {}, seed {}: of {} symbols {:.4f} right\n",
                             run.task.m, run.task.attends ? " with attention" : "", run.task.rate,
                             run.task.seed, copy_longest, run.right.at(copy_longest - 1))
              << std::flush;
    log.runs.push_back(std::move(run));
  });
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
