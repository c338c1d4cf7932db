#pragma once

#include <cstddef>
#include <functional>

namespace epreuve {

/// task(0), ..., task(count - 1), on as many threads as there are processors; tasks start in this
/// order. If some throw, no further ones start, and the first exception is rethrown.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& task);

} // namespace epreuve
