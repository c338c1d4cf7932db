#include "train/reading.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/logs/reading.hpp"
#include "epreuve/training/log_file.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iostream>

namespace epreuve::tools {

void train_reading(const std::string& out)
{
  using namespace instruments;
  const std::filesystem::path file = new_log(out, "reading");
  const OneBlasThread one;
  logs::ReadingLog log;
  for (const Reader network : {Reader::rnn, Reader::lstm, Reader::attention})
    for (const double rate : {0.003, 0.01, 0.03})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        ReadingRun run = reading({network, rate, seed});
        for (double* missing : {&run.missing_at_first, &run.missing})
          *missing = training::to_places(*missing, 4);
        for (arma::vec* by_distance : {&run.at_first, &run.at_last, &run.replaced})
          by_distance->transform([](double x) { return training::to_digits(x, 3); });
        log.runs.push_back(run);
        std::cout << fmt::format("{}, rate {}, seed {}: misses {:.4f} nats\n", name_of(network),
                                 rate, seed, run.missing)
                  << std::flush;
      }
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
