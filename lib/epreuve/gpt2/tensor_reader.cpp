#include "epreuve/gpt2/tensor_reader.hpp"

#include "epreuve/gpt2/conversion.hpp"
#include "epreuve/parallel.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <type_traits>

namespace epreuve::gpt2 {

namespace {

template <typename Stored, typename Real>
void read_converted(const MappedFile& file, std::uint64_t offset, std::span<Real> destination)
{
  std::array<Stored, 8192> buffer;
  while (!destination.empty()) {
    const auto values = std::span(buffer).first(std::min(buffer.size(), destination.size()));
    file.read(offset, std::as_writable_bytes(values));
    convert(std::span<const Stored>(values), destination.data());
    offset += values.size_bytes();
    destination = destination.subspan(values.size());
  }
}

template <typename Real>
void read_values(const MappedFile& file, std::uint64_t offset, Dtype dtype,
                 std::span<Real> destination)
{
  if (dtype == Dtype::f16)
    read_converted<Half>(file, offset, destination);
  else if (dtype == Dtype::bf16)
    read_converted<Bfloat>(file, offset, destination);
  else if constexpr (std::is_same_v<Real, float>)
    file.read(offset, std::as_writable_bytes(destination));
  else
    read_converted<float>(file, offset, destination);
}

/// A rectangle of a matrix of the file; of a tensor that is not transposed, a piece of the one row
/// that it is then seen as.
struct Tile
{
  arma::uword row, column, rows, columns;
};

template <typename Real>
struct Task
{
  Reading<Real> reading;
  Tile whole, tile;

  std::uint64_t offset(arma::uword row) const ///< in the file, of the tile's row
  {
    return reading.tensor->offset +
           ((tile.row + row) * whole.columns + tile.column) * size(reading.tensor->dtype);
  }
};

template <typename Real>
void add_tasks(std::vector<Task<Real>>& tasks, const Reading<Real>& reading)
{
  const TensorInfo& tensor = *reading.tensor;
  if (tensor.bytes == 0)
    return;
  const Tile whole = reading.transposed ? Tile{0, 0, tensor.shape[0], tensor.shape[1]}
                                        : Tile{0, 0, 1, tensor.count()};
  const arma::uword rows = 64;
  const arma::uword columns = reading.transposed ? 4096 : 1 << 20;
  for (arma::uword i = 0; i < whole.rows; i += rows)
    for (arma::uword j = 0; j < whole.columns; j += columns)
      tasks.push_back(
          {reading, whole,
           Tile{i, j, std::min(rows, whole.rows - i), std::min(columns, whole.columns - j)}});
}

template <typename Real>
void read_straight(const MappedFile& file, const Task<Real>& task)
{
  read_values(file, task.offset(0), task.reading.tensor->dtype,
              std::span(task.reading.destination + task.tile.column, task.tile.columns));
}

template <typename Real>
void read_transposed(const MappedFile& file, const Task<Real>& task)
{
  const Tile& tile = task.tile;
  // Rows a multiple of 4096 bytes apart would compete for the same lines of the cache.
  const arma::uword stride = tile.columns + 16;
  const auto rows = std::make_unique_for_overwrite<Real[]>(tile.rows * stride);
  for (arma::uword i = 0; i < tile.rows; ++i)
    read_values(file, task.offset(i), task.reading.tensor->dtype,
                std::span(rows.get() + i * stride, tile.columns));
  for (arma::uword j = 0; j < tile.columns; ++j) {
    Real* const column = task.reading.destination + (tile.column + j) * task.whole.rows + tile.row;
    for (arma::uword i = 0; i < tile.rows; ++i)
      column[i] = rows[i * stride + j];
  }
}

} // namespace

template <typename Real>
void read_tensors(const MappedFile& file, const std::vector<Reading<Real>>& readings)
{
  std::vector<Task<Real>> tasks;
  for (const Reading<Real>& reading : readings)
    add_tasks(tasks, reading);
  parallel_for(tasks.size(), [&](std::size_t i) {
    if (tasks[i].reading.transposed)
      read_transposed(file, tasks[i]);
    else
      read_straight(file, tasks[i]);
  });
}

void visit_values(const MappedFile& file, const TensorInfo& tensor,
                  const std::function<void(std::span<const float>)>& piece)
{
  const arma::uword count = tensor.count();
  std::vector<float> buffer(std::min<arma::uword>(count, 1 << 16));
  for (arma::uword i = 0; i < count; i += buffer.size()) {
    const auto values = std::span(buffer).first(std::min<arma::uword>(buffer.size(), count - i));
    read_values(file, tensor.offset + i * size(tensor.dtype), tensor.dtype, values);
    piece(values);
  }
}

template void read_tensors(const MappedFile&, const std::vector<Reading<float>>&);
template void read_tensors(const MappedFile&, const std::vector<Reading<double>>&);

} // namespace epreuve::gpt2
