#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

struct Latex
{
  std::string latex;
  bool display = false; ///< on lines of its own

  auto operator<=>(const Latex&) const = default;
};

struct Mathml
{
  std::string html;    ///< <math>...</math>; empty if the formula is wrong
  std::string mistake; ///< what is wrong with it
  std::size_t at = 0;  ///< before which character
};

/// Whether Temml is where ./epreuve book installs it.
bool temml_is_there();

/// What distinguishes one converter from the next, as stamp_of does a program: node, the script, and Temml's description
/// of itself with its version; empty if one of them is not there.
std::string stamp_of_converter(const std::filesystem::path& script,
                               const std::filesystem::path& package);

/// The converter that to_mathml uses.
std::string stamp_of_converter();

/// Formulas as browsers show them, by book/temml/convert.cjs, in one run of node. Commands that load or link
/// anything are mistakes.
/// @throws Error if there is no node or no Temml (the message says how to get it), or node fails
std::vector<Mathml> to_mathml(const std::vector<Latex>& formulas);

} // namespace epreuve::book
