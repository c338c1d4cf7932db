#include "train/reading.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/instruments/networks/reading.hpp"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <string>

namespace epreuve::tools {

namespace {

std::string list_of(const arma::vec& values)
{
  std::string text;
  for (const double value : values)
    text += fmt::format("{}{:.3g}", text.empty() ? "" : ", ", value);
  return text;
}

} // namespace

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
                         "   {{{}}},\n   {{{}}},\n   {{{}}}}},\n",
                         names.at(static_cast<std::size_t>(network)), rate, seed,
                         run.missing_at_first, run.missing, list_of(run.at_first),
                         list_of(run.at_last), list_of(run.replaced))
                  << std::flush;
      }
  std::cout << "};\n";
}

} // namespace epreuve::tools
