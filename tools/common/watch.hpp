#pragma once

#include "epreuve/system/descriptor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace epreuve::tools {

/// While it lives, a first Ctrl-C is noted and does not end the program; a second one does.
class Interruption
{
public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool came();     ///< to the object that lives; false if none does
  int descriptor() const; ///< can be read from once it came
};

/// Waits until files are saved: an editor may write them in place or rename another over them.
class Watch
{
public:
  /// @param files  their folders must exist, the files themselves need not
  explicit Watch(std::vector<std::filesystem::path> files);

  /// Waits until some of them have been saved since the last call; returns which, or none if it was interrupted.
  std::set<std::size_t> wait(const Interruption& interruption);

  /// Why it polls the files instead of being notified; empty if it is notified.
  const std::string& why_polling() const { return why_polling_; }

private:
  using State = std::array<std::int64_t, 4>; ///< of a file; zeros if there is none

  static State state(const std::filesystem::path& file);
  void poll_because(const std::string& reason);
  std::set<std::size_t> take_events();
  std::set<std::size_t> compare();

  std::vector<std::filesystem::path> files_;
  std::vector<int> watches_; ///< inotify's, of each file's folder
  std::vector<State> states_;
  Descriptor inotify_;
  std::string why_polling_;
};

} // namespace epreuve::tools
