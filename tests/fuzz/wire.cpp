// Bytes that judged code may write into the pipe to the judge, after a first byte that says which kind of value is
// expected: they are refused, or are a value that is written as it was read, and can be shown.

#include "epreuve/exercises/wire.hpp"
#include "epreuve/exercises/values.hpp"
#include "epreuve/text.hpp"
#include "fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using fuzz::require;

namespace {

struct Pair
{
  arma::mat A;
  arma::vec b;
  static constexpr auto fields = std::tuple(&Pair::A, &Pair::b);
};

/// Reads a value, and the bytes as which it is written: with its type, and as the judge reads it, from a description.
template <typename T>
void read(std::string_view bytes)
{
  std::optional<T> typed;
  std::optional<Value> described;
  try {
    typed = read_as<T>(bytes);
  } catch (const WireError&) {
  }
  try {
    described = read_value(type_of<T>(), bytes);
  } catch (const WireError&) {
  }
  require(typed.has_value() == described.has_value(),
          "a value is read with its type, or by its description, alone");
  if (!typed)
    return;
  const std::string written = bytes_of(*typed);
  require(written.size() == bytes.size(), "a value is written longer or shorter than it was read");
  require(bytes_of(read_as<T>(written)) == written,
          "a value that is written is read as another one");
  require(bytes_of(read_value(type_of<T>(), written)) == written,
          "a described value is written as another one");
  const std::string shown = show(*described);
  require(printable(shown) == shown, "a value is shown with unprintable characters");
}

void read_header_of(std::string_view bytes)
{
  try {
    const Header header = read_header(bytes);
    require(header.kind <= last_kind, "a kind that does not exist");
    const std::string again = message(header.kind, header.id, "");
    require(again.substr(0, 13) == bytes.substr(0, 13), "a header that is written differently");
  } catch (const WireError&) {
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string input = fuzz::text(data, size);
  if (input.empty())
    return 0;
  const std::string_view bytes = std::string_view(input).substr(1);
  switch (input.front()) {
  case 'h':
    read_header_of(bytes);
    break;
  case 'd':
    read<double>(bytes);
    break;
  case 'b':
    read<bool>(bytes);
    break;
  case 'i':
    read<int>(bytes);
    break;
  case 'u':
    read<arma::uword>(bytes);
    break;
  case 's':
    read<std::string>(bytes);
    break;
  case 'm':
    read<arma::mat>(bytes);
    break;
  case 'v':
    read<arma::vec>(bytes);
    break;
  case 'w':
    read<arma::uvec>(bytes);
    break;
  case 'l':
    read<std::vector<double>>(bytes);
    break;
  case 'L':
    read<std::vector<std::vector<std::string>>>(bytes);
    break;
  case 'M':
    read<std::vector<arma::mat>>(bytes);
    break;
  case 'p':
    read<std::pair<int, std::string>>(bytes);
    break;
  case 't':
    read<std::tuple<double, arma::vec, bool>>(bytes);
    break;
  case 'r':
    read<Pair>(bytes);
    break;
  default:
    break;
  }
  return 0;
}
