#pragma once

#include <cstddef>

/// The library's lib/epreuve/system/parallel.hpp for WebAssembly, which has one thread here.
namespace epreuve {

template <typename Task>
void parallel_for(std::size_t count, const Task& task)
{
  for (std::size_t i = 0; i < count; ++i)
    task(i);
}

} // namespace epreuve
