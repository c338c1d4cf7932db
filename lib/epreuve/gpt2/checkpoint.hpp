#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/safetensors.hpp"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// A safetensors file, memory-mapped, whose tensors are handed out one by one: a partial file
/// serves those that it has.
///
/// The published weights are row-major [in, out], which in Armadillo's column-major order is the
/// matrix W (out x in) of y = W x + b; wte [N, n] is the documents' matrix A (n x N), wpe
/// [context, n] the positions (n x context), token vectors and positions as columns.
class Checkpoint
{
public:
  /// @param path  a safetensors file, or a folder with one (model.safetensors if there are
  ///              several); a config.json next to it decides the sizes
  /// @throws Error naming the file, what is wrong and what to do: not there, cut short, a
  ///         header that cannot be one, overlapping or outside offsets, an unknown dtype, a
  ///         config.json that is not one
  explicit Checkpoint(const std::filesystem::path& path);
  ~Checkpoint();
  Checkpoint(Checkpoint&&) noexcept;
  Checkpoint& operator=(Checkpoint&&) noexcept;

  const std::filesystem::path& file() const;
  /// The sizes: config.json's. Without one they come from the tensors' shapes, with heads of 64
  /// as in all published models; what no tensor determines is as in GPT-2 Small.
  /// @throws Error without config.json, if no tensor determines n, or n is not a multiple of 64
  const Config& config() const;
  const std::vector<TensorInfo>& tensors() const; ///< in the order of their offsets
  bool has(std::string_view name) const;          ///< with or without "transformer."
  /// @throws Error naming the tensor, the file and the nearest name it has
  const TensorInfo& info(std::string_view name) const;
  /// @throws Error as above; or if its shape is not this one, or its dtype is not F32, F16 or BF16
  const TensorInfo& info(std::string_view name, const std::vector<arma::uword>& shape) const;

  /// The raw bytes of a tensor in the map, little-endian.
  std::span<const std::byte> bytes(const TensorInfo& tensor) const;

  /// A tensor as a matrix or vector. Aligned F32 is a view of the map when Real is float: it
  /// lives as long as the checkpoint, and is not to be written to. Everything else is a copy,
  /// converted.
  /// @throws Error as info(); or if the tensor is not a matrix, or not a vector, or its shape is
  ///         not that of a model of these sizes
  template <typename Real>
  arma::Mat<Real> matrix(std::string_view name) const;
  template <typename Real>
  arma::Col<Real> vector(std::string_view name) const;

  /// The values of a tensor in the order of the file, piece by piece. Unlike bytes() it brings
  /// nothing of the file into the memory of the process for longer than a piece.
  /// @throws Error if its dtype is not F32, F16 or BF16; or if the file cannot be read
  void visit(const TensorInfo& tensor,
             const std::function<void(std::span<const float>)>& piece) const;

  /// Where to put a tensor, converted to Real.
  template <typename Real>
  struct Request
  {
    std::string name;
    std::vector<arma::uword> shape; ///< that it must have
    Real* destination;              ///< count() elements
    bool transposed = false;        ///< a matrix: written as its transpose
  };
  /// Reads many tensors, in parallel.
  /// @throws Error as info(); or if the file cannot be read
  template <typename Real>
  void read(const std::vector<Request<Real>>& requests) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace epreuve::gpt2
