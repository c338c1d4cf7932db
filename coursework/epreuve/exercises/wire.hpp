#pragma once

#include <armadillo>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// How arguments and results travel between the judge and the worker. Header-only: the worker holds judged code, and
/// nothing of the library.
///
///     message   "EPR1"  u8 kind  u64 id  u64 length  payload of that many bytes
///     request   kind = call, payload: name, arguments
///     answer    kind = its outcome, the request's id, payload: the result, or a text
///
/// Numbers are little-endian. A value is a byte for its kind, then: number 8 bytes; text: u64
/// length, bytes; matrix: u64 rows, u64 columns, elements column by column; list: u64 length,
/// values; record (pair, tuple, struct): its values. The version is in the first four bytes.
namespace epreuve::exercises {

/// Thrown for bytes that are not what they should be.
class WireError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

enum class Kind : std::uint8_t
{
  call,             ///< judge to worker
  value,            ///< the function returned
  not_started,      ///< it threw NotStarted
  threw,            ///< another exception: its text
  out_of_memory,    ///< std::bad_alloc
  changed_argument, ///< it returned, but has changed an argument: which, u64 from 0
  missing           ///< no such function was defined
};
constexpr Kind last_kind = Kind::missing;

constexpr std::string_view protocol = "EPR1";
constexpr std::size_t header_size = 4 + 1 + 8 + 8;

struct Header
{
  Kind kind = Kind::call;
  std::uint64_t id = 0, length = 0;
};

/// A struct travels as its fields; it lists them as `static constexpr auto fields =
/// std::tuple(&S::a, &S::b);`.
template <typename T>
concept Record = requires { T::fields; };

/// Appends values to bytes.
class WireWriter
{
public:
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

  void raw(const void* memory, std::size_t size)
  {
    bytes_.append(static_cast<const char*>(memory), size);
  }
  void size(std::uint64_t n) { raw(&n, sizeof n); }

  void put(double x)
  {
    tag('d');
    raw(&x, sizeof x);
  }
  void put(bool x)
  {
    tag('b');
    size(x ? 1 : 0);
  }
  template <std::integral T>
  void put(T x)
  {
    tag('i');
    size(static_cast<std::uint64_t>(x));
  }
  void put(const std::string& text)
  {
    tag('s');
    size(text.size());
    raw(text.data(), text.size());
  }
  template <typename T>
  void put(const arma::Mat<T>& matrix)
  {
    tag('m');
    size(matrix.n_rows);
    size(matrix.n_cols);
    raw(matrix.memptr(), matrix.n_elem * sizeof(T));
  }
  /// Begins a list of this many values, which are put next; and a record.
  void list(std::uint64_t n)
  {
    tag('l');
    size(n);
  }
  void record() { tag('r'); }
  template <typename T>
  void put(const std::vector<T>& values)
  {
    list(values.size());
    for (const T& value : values)
      put(value);
  }
  template <typename... T>
  void put(const std::tuple<T...>& values)
  {
    record();
    std::apply([&](const T&... value) { (put(value), ...); }, values);
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& values)
  {
    record();
    put(values.first);
    put(values.second);
  }
  template <Record T>
  void put(const T& fields)
  {
    record();
    std::apply([&](auto... field) { (put(fields.*field), ...); }, T::fields);
  }

private:
  void tag(char kind) { bytes_.push_back(kind); }

  std::string bytes_;
};

/// Takes values from bytes. Every function throws WireError if they are not there.
class WireReader
{
public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  void raw(void* memory, std::size_t size)
  {
    if (rest_.size() < size)
      throw WireError("the message ends in the middle of a value");
    if (size > 0)
      std::memcpy(memory, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  std::uint64_t size()
  {
    std::uint64_t n = 0;
    raw(&n, sizeof n);
    return n;
  }
  void end() const
  {
    if (!rest_.empty())
      throw WireError("the message continues after its last value");
  }

  void get(double& x)
  {
    tag('d');
    raw(&x, sizeof x);
  }
  void get(bool& x)
  {
    tag('b');
    x = size() != 0;
  }
  template <std::integral T>
  void get(T& x)
  {
    tag('i');
    x = static_cast<T>(size());
  }
  void get(std::string& text)
  {
    tag('s');
    text.resize(length(1));
    raw(text.data(), text.size());
  }
  template <typename T>
  void get(arma::Mat<T>& matrix)
  {
    const auto [rows, columns] = shape(sizeof(T));
    matrix.set_size(rows, columns);
    raw(matrix.memptr(), matrix.n_elem * sizeof(T));
  }
  template <typename T>
  void get(arma::Col<T>& column)
  {
    const auto [rows, columns] = shape(sizeof(T));
    if (columns != 1)
      throw WireError("a column has several columns");
    column.set_size(rows);
    raw(column.memptr(), column.n_elem * sizeof(T));
  }
  template <typename T>
  void get(arma::Row<T>& row)
  {
    const auto [rows, columns] = shape(sizeof(T));
    if (rows != 1)
      throw WireError("a row has several rows");
    row.set_size(columns);
    raw(row.memptr(), row.n_elem * sizeof(T));
  }
  /// Begins a list of this many values, which are to be got next; and a record.
  std::uint64_t list()
  {
    tag('l');
    return length(1);
  }
  void record() { tag('r'); }
  template <typename T>
  void get(std::vector<T>& values)
  {
    values.clear();
    // One by one, so that a false length costs no more memory than there are values.
    for (std::uint64_t left = list(); left > 0; --left) {
      values.emplace_back();
      get(values.back());
    }
  }
  template <typename... T>
  void get(std::tuple<T...>& values)
  {
    record();
    std::apply([&](T&... value) { (get(value), ...); }, values);
  }
  template <typename A, typename B>
  void get(std::pair<A, B>& values)
  {
    record();
    get(values.first);
    get(values.second);
  }
  template <Record T>
  void get(T& fields)
  {
    record();
    std::apply([&](auto... field) { (get(fields.*field), ...); }, T::fields);
  }

private:
  void tag(char kind)
  {
    char found = 0;
    raw(&found, 1);
    if (found != kind)
      throw WireError("a value is of a different kind from the one expected");
  }
  /// How many values follow, given the least size of one: never more than the message has room for.
  std::uint64_t length(std::size_t bytes_each)
  {
    const std::uint64_t n = size();
    if (n > rest_.size() / bytes_each)
      throw WireError("a length is larger than the message");
    return n;
  }
  std::pair<arma::uword, arma::uword> shape(std::size_t bytes_each)
  {
    tag('m');
    const std::uint64_t rows = size(), columns = size(), most = rest_.size() / bytes_each;
    constexpr std::uint64_t longest = 1U << 31; // of a matrix without elements
    if (rows > longest || columns > longest || (rows > 0 && columns > most / rows))
      throw WireError("a matrix is larger than the message");
    return {rows, columns};
  }

  std::string_view rest_;
};

inline std::string message(Kind kind, std::uint64_t id, std::string_view payload)
{
  WireWriter writer;
  writer.raw(protocol.data(), protocol.size());
  writer.raw(&kind, 1);
  writer.size(id);
  writer.size(payload.size());
  writer.raw(payload.data(), payload.size());
  return writer.take();
}

/// @throws WireError if these bytes, header_size of them, do not begin a message of this version
inline Header read_header(std::string_view bytes)
{
  WireReader reader(bytes);
  std::string start(protocol.size(), ' ');
  reader.raw(start.data(), start.size());
  if (start != protocol)
    throw WireError(start.substr(0, 3) == protocol.substr(0, 3)
                        ? "the message is of another version of the protocol"
                        : "these bytes are not a message");
  std::uint8_t kind = 0;
  reader.raw(&kind, 1);
  if (kind > static_cast<std::uint8_t>(last_kind))
    throw WireError("the message is of an unknown kind");
  Header header{static_cast<Kind>(kind), 0, 0};
  header.id = reader.size();
  header.length = reader.size();
  return header;
}

} // namespace epreuve::exercises
