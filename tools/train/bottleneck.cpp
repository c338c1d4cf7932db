#include "train/bottleneck.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/instruments/networks/bottleneck.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <string>
#include <vector>

namespace epreuve::tools {

void train_bottleneck()
{
  using namespace instruments;
  const OneBlasThread one;
  std::cout << "#pragma once\n\n"
               "#include \"epreuve/instruments/networks/bottleneck.hpp\"\n\n"
               "#include <vector>\n\n"
               "// Written by ./epreuve train bottleneck\n"
               "// clang-format off\n\n"
               "/// All trainings, as CopyRun has them.\n"
               "inline const std::vector<epreuve::instruments::CopyRun> copy_runs{\n";
  climb_copying([](const CopyRun& run) {
    std::vector<std::string> counted, rows;
    for (const CountedTexts& with : run.counted)
      counted.push_back(fmt::format("{{{}, {}}}", with.states, with.right));
    for (arma::uword t = 0; t < run.pattern.n_rows; ++t)
      rows.push_back(fmt::format("{{{:.3f}}}", fmt::join(run.pattern.row(t).eval(), ", ")));
    std::cout << fmt::format("  {{{{{}, {}, {}, {}}},\n   {{{:.4f}}},\n   {{{}}},\n   {{{}}}}},\n",
                             run.task.m, run.task.attends, run.task.rate, run.task.seed,
                             fmt::join(run.right, ", "), fmt::join(counted, ", "),
                             fmt::join(rows, ",\n    "))
              << std::flush;
  });
  std::cout << "};\n// clang-format on\n";
}

} // namespace epreuve::tools
