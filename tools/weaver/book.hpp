#pragma once

#include "weaver/workshop.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

/// What making the book came to.
struct Made
{
  std::vector<Mistake> mistakes;
  std::vector<std::string> pages; ///< its files in reading order, the library's last
  std::vector<std::string> anew;  ///< the chapters that were run or woven anew
};

/// Makes the book in the workshop's output: runs and weaves what has changed since the last time, writes the
/// pages, takes away what is no longer one of its files.
/// @throws Error if the output cannot be written, or is a folder that holds something else
Made make_book(const Workshop& workshop);

/// The sources that `--serve` watches: of chapters, proofs, library and looks, as they are now.
std::vector<std::filesystem::path> sources_of(const Workshop& workshop);

} // namespace epreuve::book
