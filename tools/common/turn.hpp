#pragma once

#include "epreuve/system/descriptor.hpp"

#include <filesystem>
#include <string_view>

namespace epreuve::tools {

/// While it lives, no other process has this turn.
class Turn
{
public:
  /// Waits for it, and says so if it has to.
  /// @param file  the lock's file, in a folder that exists
  /// @param command  the command that it waits for: "./epreuve prove"
  Turn(const std::filesystem::path& file, std::string_view command);

private:
  Descriptor lock_;
};

} // namespace epreuve::tools
