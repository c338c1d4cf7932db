#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// Which chapters to run and how; empty members are left to the chapters' own defaults.
struct RunOptions
{
  std::vector<std::string> chapters;
  std::string json;    ///< file for the record of all of them
  std::string figures; ///< folder for the figures
  std::string format;
  std::optional<std::uint64_t> seed;
  std::optional<std::size_t> seeds; ///< run with so many seeds, drawn from `seed`
  bool full = false;                ///< show everything, even of several chapters
  bool as_built =
      false; ///< the chapters are those that standard input names, each when it is built
};

struct ClaimsOptions
{
  bool errata = false; ///< only claims whose document errs or is damaged
  bool json = false;
  std::vector<std::string> chapters;
};

struct RecordsOptions
{
  std::vector<std::string> chapters;
  std::string folder; ///< where they are written
};

// Each command prints its result and returns the exit status: 0 all as declared, 1 some claim
// not as declared, 2 a chapter that could not run. Bad arguments throw Error.

int list(bool json);
int run(const RunOptions& options);
int claims(const ClaimsOptions& options);
int figures(const RunOptions& options);
int records(const RecordsOptions& options);

/// Of an installation: copies the exercises into a new folder, their checks compiled, and prepares them.
int course(const std::string& folder);

} // namespace epreuve::tools
