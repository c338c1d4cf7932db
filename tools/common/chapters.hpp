#pragma once

#include "epreuve/evidence/record.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// The command that a user types: "epreuve" where it is installed, the script "./epreuve" in the project's folder.
std::string command();

/// A chapter's program, in the folder of the driver's own.
struct Program
{
  std::string name; ///< "01-softmax"
  std::filesystem::path path;
};

/// The chapters' programs, in reading order. Throws Error if there are none.
std::vector<Program> all_chapters();

/// The chapters named, by folder, name or number, each once, in the order given; all if none is named, or "all" is.
/// Throws Error for an unknown name, with the nearest known one, and for one that several share.
std::vector<Program> select_chapters(const std::vector<std::string>& names);

/// A chapter's description of itself: name, title, documents, number of claims.
nlohmann::json about(const Program& chapter);

/// How a run of a chapter ended.
struct Outcome
{
  int status = 0;                         ///< its exit status; 2 if it crashed
  std::optional<evidence::Record> record; ///< if it wrote one
  double seconds = 0;                     ///< how long it took
};

/// Runs a chapter with these arguments; its report goes to standard output.
Outcome run_chapter(const Program& chapter, const std::vector<std::string>& arguments);

/// A chapter that is to run with these arguments.
struct Run
{
  Program chapter;
  std::vector<std::string> arguments;
};

/// Runs chapters, as many at once as there are processors. The output of a run is held back until the runs before it
/// have finished, so it reads as if they had come one after the other.
/// @param before  called when the next run in order is waited for
/// @param after   called when its output has been passed on
void run_chapters(const std::vector<Run>& runs, const std::function<void(const Run&)>& before,
                  const std::function<void(const Run&, const Outcome&)>& after);

} // namespace epreuve::tools
