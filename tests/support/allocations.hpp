#pragma once

#include <cstddef>

namespace epreuve::tests {

/// How often a program has asked for memory since it began. A program that calls `allocations` has an `operator new` that
/// counts; not under sanitizers, which have their own.
struct Allocations
{
  std::size_t news; ///< by `new`
  std::size_t
      matrices; ///< by Armadillo, of 8000 bytes or more (OpenMP takes some hundred for each of its loops)
};

Allocations allocations();

} // namespace epreuve::tests
