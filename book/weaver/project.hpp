#pragma once

#include "common/chapters.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

/// What the book is made from, and where it goes.
struct Project
{
  std::filesystem::path root;           ///< of the sources
  std::filesystem::path build;          ///< CMake's folder
  std::filesystem::path output;         ///< the book
  std::string compiler;                 ///< of the programs, in words
  std::vector<tools::Program> programs; ///< of the chapters, in reading order

  /// The folder of the cache: only what has changed is made again.
  std::filesystem::path cache() const { return build / "book"; }
  std::filesystem::path proof_results() const { return build / "proofs" / "results.json"; }
};

} // namespace epreuve::book
