#pragma once

#include <chrono>

namespace epreuve::gpt2 {

/// How long a function takes.
template <typename Function>
double seconds(const Function& function)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  function();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace epreuve::gpt2
