#pragma once

#include <cstdint>

namespace epreuve {

/// The seed of a chapter's run unless another is given: the day Attention Is All You Need appeared.
constexpr std::uint64_t default_seed = 20170612;

} // namespace epreuve
