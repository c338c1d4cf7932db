#pragma once

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// The element types of the safetensors format. The values of f32, f16 and bf16 can be read; the
/// others occur in buffers.
enum class Dtype
{
  boolean,
  u8,
  i8,
  f8_e5m2,
  f8_e4m3,
  u16,
  i16,
  f16,
  bf16,
  u32,
  i32,
  f32,
  u64,
  i64,
  f64
};

std::string_view name(Dtype dtype); ///< as in the file: "F32"
std::uint64_t size(Dtype dtype);    ///< bytes of an element

/// One tensor of a checkpoint, as its header describes it.
struct TensorInfo
{
  std::string name; ///< without "transformer.": "h.0.attn.c_attn.weight"
  Dtype dtype = Dtype::f32;
  std::vector<arma::uword> shape; ///< as in the file: row-major
  std::uint64_t offset = 0;       ///< of its first byte in the file
  std::uint64_t bytes = 0;

  arma::uword count() const; ///< of its elements
};

/// "1024 x 768", "scalar".
std::string shape_text(const std::vector<arma::uword>& shape);

/// A name without "transformer." before it.
std::string_view without_prefix(std::string_view name);

/// The tensors of a safetensors file:
///
///     8 bytes      length of the header, little-endian
///     header       JSON: {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}
///     data         the offsets count from here
///
/// Every tensor lies inside the file, has as many bytes as its shape asks for, and shares none
/// with another. Parsing takes less memory than twice the header's length, apart from a constant.
///
/// @param file       all its bytes
/// @param file_name  for messages
/// @return           in the order of their offsets
/// @throws Error in one line, naming the file, what is wrong and what to do
std::vector<TensorInfo> parse_safetensors(std::span<const std::byte> file,
                                          std::string_view file_name);

} // namespace epreuve::gpt2
