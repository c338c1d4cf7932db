#pragma once

#include "weaver/frame.hpp"
#include "weaver/problem.hpp"
#include "weaver/project.hpp"

#include <string>
#include <vector>

namespace epreuve::book {

/// What a reader can move, below a figure: book/explore/NAME.js.
struct Explorer
{
  std::string name;    ///< "softmax"
  std::string chapter; ///< where it is: "01-softmax"
  std::string figure;  ///< below which it stands
};

/// Those of book/explore/explorers.json. @throws Error if that is damaged
std::vector<Explorer> all_explorers(const Project& project);

/// Puts a chapter's explorers below their figures on its pages, and their scripts and style on these pages.
/// @param mistakes  gets the explorers whose figure is not there
void add_explorers(std::vector<Page>& pages, const std::string& chapter,
                   const std::vector<Explorer>& explorers, std::vector<Mistake>& mistakes);

} // namespace epreuve::book
