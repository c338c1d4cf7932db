#pragma once

#include "train/inputs.hpp"

#include "epreuve/system/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace epreuve::tools {

/// Keeps a training in its folder, so often that a process that is killed loses at most the seconds of --keep-every, or
/// three times what keeping takes, whichever is more; does nothing without a folder. While it lives, no other training writes there.
class Keeper
{
public:
  /// Makes the folder.
  /// @param inputs  must outlive it
  /// @throws Error if it holds a model that this training would overwrite, cannot be written, or is another training's
  Keeper(const TrainOptions& options, const Inputs& inputs);

  /// Whether the training must be kept before another step of so many seconds.
  bool is_due(double step) const;

  /// Writes state, then model, then in "best" that of the least validation loss, if it is another one: each file is whole
  /// or the one before. The state has all of them, so a training that goes on writes again what was not written.
  template <typename Real>
  void keep(const training::Training<Real>& training);

  /// For messages: "out has it as it was before step 40; --resume goes on from there".
  std::string what_is_kept() const;

private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path folder_; ///< empty: nothing is kept
  Descriptor lock_;
  double seconds_;
  Json about_;
  const Inputs* inputs_;
  double takes_ = 0; ///< seconds, the last time
  Clock::time_point kept_;
  std::optional<std::uint64_t> step_; ///< the next one of what is kept
  std::optional<std::uint64_t> best_; ///< the step of the best model that was written
};

} // namespace epreuve::tools
