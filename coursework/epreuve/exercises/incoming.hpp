#pragma once

#include "epreuve/exercises/wire.hpp"
#include "epreuve/exercises/worker.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace epreuve::exercises {

/// An answer as it arrives. Only 64 KiB of a text are kept; nobody reads more.
class Incoming
{
public:
  /// @param longest  bytes of a result, or of a text, at most
  explicit Incoming(std::uint64_t longest) : longest_(longest) {}

  /// @throws WireError if this cannot be the answer to any question
  void take(std::string_view bytes);

  bool has_begun() const { return !start_.empty(); }
  bool is_whole() const { return start_.size() == header_size && received_ >= header_.length; }

  /// The answer to the question of this number, if it is complete.
  /// @throws WireError if it is something else
  Answer take_answer(std::uint64_t id);

private:
  void read_start();

  std::uint64_t longest_;
  std::string start_, payload_;
  Header header_;
  std::size_t kept_ = 0;
  std::uint64_t received_ = 0;
};

} // namespace epreuve::exercises
