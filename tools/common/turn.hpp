#pragma once

#include "epreuve/descriptor.hpp"

#include <filesystem>
#include <string_view>

namespace epreuve::tools {

/// While it lives, no other process has this turn.
class Turn
{
public:
  /// Waits for it, and says so if it has to.
  /// @param file  the lock, in a folder that is there
  /// @param command  that is waited for: "./epreuve prove"
  Turn(const std::filesystem::path& file, std::string_view command);

private:
  Descriptor lock_;
};

} // namespace epreuve::tools
