#pragma once

#include "common/output.hpp"

#include "epreuve/figures/figure.hpp"

#include <string>
#include <utility>
#include <vector>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// Where a command draws, and how.
struct FigureOptions
{
  std::string folder; ///< empty: draws no file
  std::string format; ///< empty: svg

  bool given() const { return !folder.empty() || format == "terminal"; }
};

/// Adds --figures DIR and --format.
/// @param what  what is drawn, for the help: "the pattern's heat map"
void add_figure_options(Command& command, FigureOptions& options, const std::string& what);

/// To be called before a long computation: makes the folder.
/// @throws Error if it cannot be created, or a format is given that needs one
void prepare(const FigureOptions& options);

/// A figure and the name of its file, without ending.
using NamedFigure = std::pair<std::string, figures::Figure>;

/// Draws figures into the folder and prints their files' names; where there is no folder and the
/// format is terminal, prints the first of them in characters.
void show(const FigureOptions& options, const std::vector<NamedFigure>& all);

/// Draws figures into the folder, if there is one.
/// @return  [{"file", "title", "caption", "alt"}]
Json drawn(const FigureOptions& options, const std::vector<NamedFigure>& all);

/// A length in pixels: `around`, and `each` for every one of `count`; within bounds.
unsigned pixels(unsigned around, unsigned each, std::size_t count, unsigned least);

/// How many tokens have their labels on an axis; with more they are numbered.
inline constexpr std::size_t most_labels = 40;

} // namespace epreuve::tools
