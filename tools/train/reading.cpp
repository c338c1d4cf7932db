#include "train/reading.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/instruments/networks/reading.hpp"

#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <iostream>

namespace epreuve::tools {

void train_reading()
{
  using namespace instruments;
  constexpr std::array names{"rnn", "lstm", "lstm_open", "attention"};
  const OneBlasThread one;
  std::cout << "#pragma once\n\n"
               "#include \"epreuve/instruments/networks/reading.hpp\"\n\n"
               "#include <vector>\n\n"
               "// Written by ./epreuve train reading\n"
               "// clang-format off\n\n"
               "inline const std::vector<epreuve::instruments::ReadingRun> readings{\n";
  for (const Reader network : {Reader::rnn, Reader::lstm, Reader::attention})
    for (const double rate : {0.003, 0.01, 0.03})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const ReadingRun run = reading({network, rate, seed});
        std::cout << fmt::format(
                         "  {{{{epreuve::instruments::Reader::{}, {}, {}}}, {:.4f}, {:.4f},\n"
                         "   {{{:.3g}}},\n   {{{:.3g}}},\n   {{{:.3g}}}}},\n",
                         names.at(static_cast<std::size_t>(network)), rate, seed,
                         run.missing_at_first, run.missing, fmt::join(run.at_first, ", "),
                         fmt::join(run.at_last, ", "), fmt::join(run.replaced, ", "))
                  << std::flush;
      }
  std::cout << "};\n";
}

} // namespace epreuve::tools
