#pragma once

#include "weaver/rebuild.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::book {

struct ServeOptions
{
  std::filesystem::path folder; ///< of the pages; links that lead out of it are not followed
  std::filesystem::path script; ///< book/reload.js
  std::optional<int> port;      ///< if not given: 8765, or the next free one; 0: any free port
  std::vector<std::filesystem::path> watched; ///< files, in folders that exist
  std::function<Rebuilt()> rebuild;           ///< called when some of them were saved
  Rebuilt first = {};                         ///< the build that made the present pages
  std::optional<std::filesystem::file_time_type> since = {}; ///< when that build began
  std::function<void(const std::string& address)> ready =
      {};                         ///< called once pages can be asked for
  std::string host = "127.0.0.1"; ///< the address of this machine that it listens on
  bool for_others = false;        ///< whether that may be an address that other machines reach
};

/// Serves a folder to browsers on this machine, and no other unless that is asked for, until Ctrl-C. Pages are sent with a
/// script that reloads them after each build, at the reader's place. (Python's http.server answers under any name that
/// resolves to this machine, follows links out of the folder, and cannot say that a build failed.)
/// @return the exit status: 0
/// @throws Error if there is no such folder, if address or port cannot be had, or if others could read at an address that
/// is not said to be for them
int serve(const ServeOptions& options);

} // namespace epreuve::book
