#pragma once

#include "weaver/doxygen.hpp"
#include "weaver/frame.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epreuve::book {

struct Library
{
  std::vector<Page> pages; ///< one a header: "library/math-softmax.html"
  Page functions;          ///< functions.html: all functions, and the chapters that call them
};

/// What run_doxygen wrote into a folder, as pages. The headers' declarations are shown in full, in their order.
/// @param chapters  the text of each chapter's files, by its name: "16-gelu"
/// @throws Error if it cannot be read
Library library_pages(const std::filesystem::path& output,
                      const std::map<std::string, std::string>& chapters);

} // namespace epreuve::book
