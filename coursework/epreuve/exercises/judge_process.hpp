#pragma once

#include "epreuve/error.hpp"
#include "epreuve/exercises/judge_channel.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// A judge that did not judge: it ended early, took too much time or memory, or wrote something that is not an answer.
class JudgeFailed : public Error
{
public:
  using Error::Error;
};

/// What a judge may use; a judge that works properly needs a tenth of it.
struct JudgeLimits
{
  double room = 30;                         ///< seconds beyond those of its charge
  std::uint64_t memory = 2ULL << 30;        ///< bytes that it holds; looked at 20 times a second
  std::size_t line = std::size_t{16} << 20; ///< bytes of an answer
};

/// Runs a judge to its end and hands on each of its answers. No other process can speak for it: the
/// channel is its own, and each line begins with a key that only the two know. It dies with this
/// process and, with its workers, when anything is thrown here.
/// @param judge      the program
/// @param arguments  without --driven
/// @param use        takes an answer; what it throws, an Error or not, ends the judge
/// @throws Error       if the judge cannot be started
/// @throws JudgeFailed if it fails, with the reason
void run_judge(const std::filesystem::path& judge, const std::vector<std::string>& arguments,
               const Charge& charge, const JudgeLimits& limits,
               const std::function<void(std::string_view)>& use);

} // namespace epreuve::exercises
