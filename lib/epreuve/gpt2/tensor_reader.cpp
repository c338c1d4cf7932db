#include "epreuve/gpt2/tensor_reader.hpp"

#include "epreuve/gpt2/conversion.hpp"
#include "epreuve/system/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace epreuve::gpt2 {

namespace {

/// Calls f<Stored>() with the type that the values are stored as.
template <typename F>
void with_stored_type(Dtype dtype, F&& f)
{
  if (dtype == Dtype::f16)
    f.template operator()<Half>();
  else if (dtype == Dtype::bf16)
    f.template operator()<Bfloat>();
  else
    f.template operator()<float>();
}

template <typename Stored, typename Real>
void read_values(const MappedFile& file, std::uint64_t offset, std::span<Real> destination)
{
  if constexpr (std::is_same_v<Stored, Real>) {
    file.read(offset, std::as_writable_bytes(destination));
  } else {
    std::array<Stored, 8192> buffer;
    while (!destination.empty()) {
      const auto values = std::span(buffer).first(std::min(buffer.size(), destination.size()));
      file.read(offset, std::as_writable_bytes(values));
      std::ranges::transform(values, destination.begin(),
                             [](Stored value) { return static_cast<Real>(to_float(value)); });
      offset += values.size_bytes();
      destination = destination.subspan(values.size());
    }
  }
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
  arma::uword first() const ///< of the transposed tile's values in the destination
  {
    return tile.column * whole.rows + tile.row;
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
  // This many rows become one line of the cache in each column, which is then written at once; a
  // narrow matrix gets several lines, or there would be more tasks than values.
  const arma::uword rows =
      cache_line / sizeof(Real) * std::clamp<arma::uword>(1024 / whole.columns, 1, 64);
  const arma::uword columns = reading.transposed ? 8192 : 1 << 20;
  for (arma::uword i = 0; i < whole.rows; i += rows)
    for (arma::uword j = 0; j < whole.columns; j += columns)
      tasks.push_back(
          {reading, whole,
           Tile{i, j, std::min(rows, whole.rows - i), std::min(columns, whole.columns - j)}});
}

template <typename Stored, typename Real>
void read_straight(const MappedFile& file, const Task<Real>& task)
{
  read_values<Stored>(file, task.offset(0),
                      std::span(task.reading.destination + task.tile.column, task.tile.columns));
}

#ifdef __SSE__
/// Transposes as many columns of a tile as go in whole lines of the cache, four at a time, and
/// writes the lines past the cache: nothing reads them soon, and the processor need not read what
/// was there. Altogether loading then takes three quarters of the time.
/// @param rows    of the tile, a stride apart
/// @param height  of the destination's columns
/// @return        how many columns those are; none if the columns do not begin where a line does
arma::uword stream_transposed(const float* rows, std::size_t stride, float* destination,
                              const Tile& tile, arma::uword height)
{
  constexpr arma::uword line = cache_line / sizeof(float);
  if (reinterpret_cast<std::uintptr_t>(destination) % cache_line != 0 || height % line != 0)
    return 0;
  const arma::uword columns = tile.columns / 4 * 4;
  for (arma::uword i = 0; i < tile.rows; i += line)
    for (arma::uword j = 0; j < columns; j += 4) {
      __m128 squares[4][4]; // [column][group of four rows]
      for (arma::uword group = 0; group < 4; ++group) {
        const float* const corner = rows + (i + 4 * group) * stride + j;
        __m128 a = _mm_loadu_ps(corner), b = _mm_loadu_ps(corner + stride),
               c = _mm_loadu_ps(corner + 2 * stride), d = _mm_loadu_ps(corner + 3 * stride);
        _MM_TRANSPOSE4_PS(a, b, c, d);
        squares[0][group] = a;
        squares[1][group] = b;
        squares[2][group] = c;
        squares[3][group] = d;
      }
      for (arma::uword column = 0; column < 4; ++column)
        for (arma::uword group = 0; group < 4; ++group)
          _mm_stream_ps(destination + (j + column) * height + i + 4 * group,
                        squares[column][group]);
    }
  _mm_sfence(); // before another thread learns that this one is through
  return columns;
}
#endif

template <typename Stored, typename Real>
void read_transposed(const MappedFile& file, const Task<Real>& task)
{
  const auto& [reading, whole, tile] = task;
  // Rows a multiple of 4096 bytes apart would compete for the same lines of the cache.
  const std::size_t stride = tile.columns + cache_line / sizeof(Stored);
  const auto values = std::make_unique_for_overwrite<Stored[]>(tile.rows * stride);
  std::vector<std::span<std::byte>> rows;
  for (arma::uword i = 0; i < tile.rows; ++i)
    rows.push_back(std::as_writable_bytes(std::span(&values[i * stride], tile.columns)));
  if (tile.columns == whole.columns)
    file.read(task.offset(0), rows);
  else
    for (arma::uword i = 0; i < tile.rows; ++i)
      file.read(task.offset(i), rows[i]);

  arma::uword done = 0;
#ifdef __SSE__
  if constexpr (std::is_same_v<Stored, float> && std::is_same_v<Real, float>)
    done =
        stream_transposed(&values[0], stride, reading.destination + task.first(), tile, whole.rows);
#endif
  for (arma::uword j = done; j < tile.columns; ++j) {
    Real* const column = reading.destination + task.first() + j * whole.rows;
    for (arma::uword i = 0; i < tile.rows; ++i)
      column[i] = static_cast<Real>(to_float(values[i * stride + j]));
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
    const Task<Real>& task = tasks[i];
    with_stored_type(task.reading.tensor->dtype, [&]<typename Stored>() {
      if (task.reading.transposed)
        read_transposed<Stored>(file, task);
      else
        read_straight<Stored>(file, task);
    });
  });
}

void visit_values(const MappedFile& file, const TensorInfo& tensor,
                  const std::function<void(std::span<const float>)>& piece)
{
  const arma::uword count = tensor.count();
  std::vector<float> buffer(std::min<arma::uword>(count, 1 << 16));
  for (arma::uword i = 0; i < count; i += buffer.size()) {
    const auto values = std::span(buffer).first(std::min<arma::uword>(buffer.size(), count - i));
    with_stored_type(tensor.dtype, [&]<typename Stored>() {
      read_values<Stored>(file, tensor.offset + i * sizeof(Stored), values);
    });
    piece(values);
  }
}

template void read_tensors(const MappedFile&, const std::vector<Reading<float>>&);
template void read_tensors(const MappedFile&, const std::vector<Reading<double>>&);

} // namespace epreuve::gpt2
