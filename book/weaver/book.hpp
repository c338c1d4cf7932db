#pragma once

#include "weaver/problem.hpp"
#include "weaver/project.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

/// The book in its folder, and the mistakes in it.
struct MadeBook
{
  std::vector<Mistake> mistakes;
  std::vector<std::string> pages;   ///< its files in reading order, the library's last
  std::vector<std::string> renewed; ///< the chapters that were run or woven anew
};

/// Makes the book in the project's output: runs and weaves what has changed since the last time, writes the
/// pages, deletes files that are no longer part of it.
/// @throws Error if the output cannot be written, or is a folder that holds something else
MadeBook make_book(const Project& project);

/// The sources that `--serve` watches, as they are now: chapters, proofs, library, style sheet and scripts.
std::vector<std::filesystem::path> sources_of(const Project& project);

} // namespace epreuve::book
