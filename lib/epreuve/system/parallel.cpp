#include "epreuve/system/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace epreuve {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& task)
{
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::once_flag first_failure;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++)
        task(i);
    } catch (...) {
      next = count;
      std::call_once(first_failure, [&] { failure = std::current_exception(); });
    }
  };
  {
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(processors, count); ++i)
      others.emplace_back(work);
    work();
  }
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace epreuve
