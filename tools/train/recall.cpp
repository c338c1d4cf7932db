#include "train/recall.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/instruments/networks/recall.hpp"

#include <fmt/ranges.h>

#include <array>
#include <iostream>

namespace epreuve::tools {

void train_recall()
{
  using namespace instruments;
  constexpr std::array names{"rnn", "lstm", "lstm_open", "attention"};
  const OneBlasThread one;
  std::cout << "#pragma once\n\n"
               "#include \"epreuve/instruments/networks/recall.hpp\"\n\n"
               "#include <vector>\n\n"
               "// Written by ./epreuve train recall\n"
               "// clang-format off\n\n"
               "/// All trainings: network, words after the name, rate, seed; the share of right "
               "answers.\n"
               "inline const std::vector<epreuve::instruments::RecallRun> recall_runs{\n";
  climb_recall([&](const RecallRun& run) {
    std::cout << fmt::format("  {{{{epreuve::instruments::Reader::{}, {}, {}, {}}}, {:.4f}}},\n",
                             names.at(static_cast<std::size_t>(run.task.network)), run.task.T,
                             run.task.rate, run.task.seed, run.right)
              << std::flush;
  });
  std::cout << "};\n\n"
               "/// By network, with T = 16, rate 0.01, seed 2: Recall::at_first and at_last.\n"
               "inline const std::vector<epreuve::instruments::Recall> recall_connections{\n";
  for (const Reader network : {Reader::rnn, Reader::lstm, Reader::lstm_open, Reader::attention}) {
    const Recall seen = recall({network, 16, 0.01, 2});
    std::cout << fmt::format("  {{{:.4f}, {{{:.4g}}},\n   {{{:.4g}}}}},\n", seen.right,
                             fmt::join(seen.at_first, ", "), fmt::join(seen.at_last, ", "));
  }
  std::cout << "};\n";
}

} // namespace epreuve::tools
