#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace epreuve::exercises {

/// What a judge must know and judged code must not: so it is neither in the judge's arguments nor in its environment,
/// which other processes can read.
struct Charge
{
  std::uint64_t seed = 20170612; ///< of every random draw
  double seconds = 60;           ///< for all exercises together, by the clock
};

/// Where a judge with the option --driven finds its channel: a socket, which nobody can open through /proc.
constexpr int channel_descriptor = 3;

/// How a line begins after the channel's key: it holds an answer, or says why there is no answer.
constexpr char answer_mark = '+', failure_mark = '!';

/// The judge's end of the channel to the process that started it. First it gets a key and its charge, on one line; then
/// each line that it writes begins with the key, which no process that it starts knows.
class JudgeChannel
{
public:
  /// Takes the channel over, so that no worker inherits it, and reads its charge.
  /// @throws Error if there is no process at the other end
  JudgeChannel();

  const Charge& charge() const { return charge_; }

  /// @throws Error if nothing reads the channel any more
  void answer(std::string_view line) { say(answer_mark, line); }
  void fail(std::string_view why) { say(failure_mark, why); }

private:
  void say(char mark, std::string_view line);

  Descriptor descriptor_;
  std::string key_;
  Charge charge_;
};

/// The line that opens a channel, sent from its other end.
std::string opening(const std::string& key, const Charge& charge);

} // namespace epreuve::exercises
