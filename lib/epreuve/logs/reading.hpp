#pragma once

#include "epreuve/instruments/networks/reading.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::logs {

/// Chapter 19: small networks that learn to say the next word of English, five seeds at each of three rates.
struct ReadingLog
{
  std::vector<instruments::ReadingRun> runs;
};

/// @throws Error naming the file if it is not such a log
ReadingLog read_reading(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const ReadingLog& reading();

/// The file's text.
std::string text_of(const ReadingLog& log);

} // namespace epreuve::logs
