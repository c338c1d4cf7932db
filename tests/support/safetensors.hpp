#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace epreuve::tests {

/// A tensor to write into a checkpoint.
struct StoredTensor
{
  std::string name;
  std::string dtype; ///< "F32"
  std::vector<std::uint64_t> shape;
  std::string bytes;
};

/// The bytes of values, in the machine's order: little-endian.
template <typename T>
std::string bytes_of(const std::vector<T>& values)
{
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline StoredTensor stored(const std::string& name, const std::vector<std::uint64_t>& shape,
                           const std::vector<float>& values)
{
  return {name, "F32", shape, bytes_of(values)};
}

/// A safetensors file: the length of the header, the header, the data.
inline std::string safetensors(const std::string& header, const std::string& data)
{
  return bytes_of(std::vector<std::uint64_t>{header.size()}) + header + data;
}

/// The data begins `misalignment` bytes after a multiple of 8: the header ends in blanks.
inline std::string safetensors(const std::vector<StoredTensor>& tensors,
                               std::size_t misalignment = 0)
{
  nlohmann::ordered_json header{{"__metadata__", {{"format", "pt"}}}};
  std::string data;
  for (const StoredTensor& tensor : tensors) {
    header[tensor.name] = {{"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"data_offsets", {data.size(), data.size() + tensor.bytes.size()}}};
    data += tensor.bytes;
  }
  std::string text = header.dump();
  while (text.size() % 8 != misalignment)
    text += ' ';
  return safetensors(text, data);
}

} // namespace epreuve::tests
