#include "epreuve/exercises/limits.hpp"

#include "epreuve/system/command.hpp"

#include <cmath>

namespace epreuve::exercises {

const char* limit_resources(const Limits& limits, int descriptors)
{
  // One second more than the clock allows, because messages give the time by the clock.
  const auto processor_seconds = static_cast<rlim_t>(std::ceil(limits.exercise_seconds)) + 1;
  if (!limit(RLIMIT_AS, limits.memory) || !limit(RLIMIT_CPU, processor_seconds) ||
      !limit(RLIMIT_FSIZE, 0) || !limit(RLIMIT_CORE, 0) ||
      !limit(RLIMIT_NOFILE, static_cast<rlim_t>(descriptors)) || !limit(RLIMIT_MEMLOCK, 0) ||
      !limit(RLIMIT_MSGQUEUE, 0) || !limit(RLIMIT_SIGPENDING, 0))
    return "its limits cannot be set";
  return nullptr;
}

} // namespace epreuve::exercises
