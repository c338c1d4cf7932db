#pragma once

#include "epreuve/gpt2/mapped_file.hpp"
#include "epreuve/gpt2/safetensors.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace epreuve::gpt2 {

/// Bytes of a line of the cache: a matrix that begins at one is written past the cache.
inline constexpr std::size_t cache_line = 64;

/// A tensor of F32, F16 or BF16 and where to put it, converted to Real.
template <typename Real>
struct Reading
{
  const TensorInfo* tensor;
  Real* destination; ///< tensor->count() elements
  bool transposed;   ///< a matrix, row-major as its transpose
};

/// Reads tensors, in parallel.
///
/// The file is read and not mapped: its pages then do not count as memory of the process, and
/// what needs no conversion is copied once, by the system, into its place.
template <typename Real>
void read_tensors(const MappedFile& file, const std::vector<Reading<Real>>& readings);

/// The values of a tensor in the order of the file, piece by piece.
void visit_values(const MappedFile& file, const TensorInfo& tensor,
                  const std::function<void(std::span<const float>)>& piece);

} // namespace epreuve::gpt2
