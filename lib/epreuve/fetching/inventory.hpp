#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/parameters.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// A tensor of a checkpoint, and its place in the model.
struct InventoryEntry
{
  TensorInfo tensor;
  std::optional<Part> part; ///< nothing if it is not a parameter of the model
  bool published = false;   ///< it is GPT-2 Small's, to the last bit
};

/// How many parameters a checkpoint holds, and how many the model has.
struct Holding
{
  arma::uword held = 0;
  arma::uword of = 0;
  bool operator==(const Holding&) const = default;
};

/// The contents of a checkpoint.
struct Inventory
{
  std::vector<InventoryEntry> tensors; ///< in the order of the file
  std::vector<std::string> missing;    ///< the model's tensors that it lacks
  std::map<Part, Holding> parts;
  Holding parameters; ///< of all parts
};

/// Reads the whole checkpoint, for the hashes.
/// @throws Error as Checkpoint::config
Inventory inventory(const Checkpoint& checkpoint);

} // namespace epreuve::gpt2
