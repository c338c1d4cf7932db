#include "epreuve/gpt2/safetensors.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/other_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

namespace epreuve::gpt2 {

static_assert(std::endian::native == std::endian::little, "the format's values are mapped");

namespace {

using nlohmann::json;

/// Twenty times that of GPT-2 XL.
constexpr std::uint64_t longest_header = 1 << 20;
constexpr std::size_t longest_name = 256;
constexpr std::size_t most_dimensions = 4;

struct DtypeFacts
{
  Dtype dtype;
  std::string_view name;
  std::uint64_t size;
};

constexpr std::array<DtypeFacts, 15> dtypes{{{Dtype::boolean, "BOOL", 1},
                                             {Dtype::u8, "U8", 1},
                                             {Dtype::i8, "I8", 1},
                                             {Dtype::f8_e5m2, "F8_E5M2", 1},
                                             {Dtype::f8_e4m3, "F8_E4M3", 1},
                                             {Dtype::u16, "U16", 2},
                                             {Dtype::i16, "I16", 2},
                                             {Dtype::f16, "F16", 2},
                                             {Dtype::bf16, "BF16", 2},
                                             {Dtype::u32, "U32", 4},
                                             {Dtype::i32, "I32", 4},
                                             {Dtype::f32, "F32", 4},
                                             {Dtype::u64, "U64", 8},
                                             {Dtype::i64, "I64", 8},
                                             {Dtype::f64, "F64", 8}}};

const DtypeFacts& facts(Dtype dtype)
{
  return *std::ranges::find(dtypes, dtype, &DtypeFacts::dtype);
}

[[noreturn]] void refuse(std::string_view file_name, std::string_view problem)
{
  throw Error("{}: {}; fetch or copy the file again", file_name, problem);
}

/// How often a text occurs in another; no two occurrences overlap.
std::size_t count_of(std::string_view text, std::string_view part)
{
  std::size_t count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// Receives the header's JSON piece by piece, without a tree of it in memory, and accepts
/// nothing but descriptions of tensors.
class HeaderReader
{
public:
  HeaderReader(std::string_view file_name, std::string_view header, std::uint64_t data)
      : file_name_(file_name), data_begin_(8 + header.size()), data_(data)
  {
    // A list that grows would hold three times its length at times.
    tensors_.reserve(count_of(header, "data_offsets"));
  }

  std::vector<TensorInfo> tensors() && { return std::move(tensors_); }

  [[noreturn]] void fail(std::string_view problem) const { refuse(file_name_, problem); }

  // What nlohmann's reader calls.
  bool null() { unexpected("null"); }
  bool boolean(bool) { unexpected("true or false"); }
  bool number_integer(json::number_integer_t value) { unexpected(std::to_string(value)); }
  bool number_float(json::number_float_t, const std::string& text) { unexpected(text); }
  bool binary(json::binary_t&) { unexpected("binary data"); }

  bool number_unsigned(json::number_unsigned_t value)
  {
    if (place_ == Place::shape && tensor_.shape.size() < most_dimensions)
      tensor_.shape.push_back(value);
    else if (place_ == Place::offsets && offsets_ < 2)
      (offsets_++ == 0 ? begin_ : end_) = value;
    else
      unexpected(std::to_string(value));
    return true;
  }

  bool string(const std::string& value)
  {
    if (place_ == Place::metadata)
      return true;
    if (place_ != Place::tensor || field_ != Field::dtype)
      unexpected(in_quotes(value));
    const auto found = std::ranges::find(dtypes, value, &DtypeFacts::name);
    if (found == dtypes.end())
      fail(fmt::format("tensor {} has the unknown dtype {}", in_quotes(tensor_.name),
                       in_quotes(value)));
    tensor_.dtype = found->dtype;
    return true;
  }

  bool start_object(std::size_t)
  {
    if (place_ == Place::outside)
      place_ = Place::file;
    else if (place_ == Place::file)
      place_ = tensor_.name == "__metadata__" ? Place::metadata : Place::tensor;
    else
      unexpected("an object");
    return true;
  }

  bool key(const std::string& text)
  {
    if (place_ == Place::file)
      begin_tensor(text);
    else if (place_ == Place::tensor)
      begin_field(text);
    return true;
  }

  bool end_object()
  {
    if (place_ == Place::tensor)
      end_tensor();
    place_ = place_ == Place::file ? Place::outside : Place::file;
    return true;
  }

  bool start_array(std::size_t)
  {
    if (place_ == Place::tensor && field_ == Field::shape)
      place_ = Place::shape;
    else if (place_ == Place::tensor && field_ == Field::offsets)
      place_ = Place::offsets;
    else
      unexpected("an array");
    return true;
  }

  bool end_array()
  {
    place_ = Place::tensor;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception&)
  {
    fail(fmt::format("its header is no JSON, wrong at byte {}", 8 + position));
  }

private:
  enum class Place
  {
    outside,
    file,
    metadata,
    tensor,
    shape,
    offsets
  };
  enum Field : unsigned
  {
    dtype = 1,
    shape = 2,
    offsets = 4,
    all = 7
  };

  [[noreturn]] void unexpected(std::string_view what) const
  {
    if (place_ == Place::outside)
      fail(fmt::format("its header must be a JSON object, but is {}", what));
    if (place_ == Place::metadata)
      fail(fmt::format("its __metadata__ must hold strings, but holds {}", what));
    if (place_ == Place::file)
      fail(fmt::format("tensor {} must be described by an object, but is {}",
                       in_quotes(tensor_.name), what));
    const std::string_view expected = field_ == Field::dtype ? "dtype must be a string"
                                      : field_ == Field::shape
                                          ? "shape must be at most 4 whole numbers"
                                          : "data_offsets must be two whole numbers";
    fail(fmt::format("tensor {}: {}, got {}", in_quotes(tensor_.name), expected, what));
  }

  void begin_tensor(const std::string& name)
  {
    if (name.size() > longest_name ||
        std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; }))
      fail(
          fmt::format("tensor {} has a name that is too long or not of one line", in_quotes(name)));
    tensor_ = TensorInfo{};
    tensor_.name = without_prefix(name);
    seen_ = 0;
    offsets_ = 0;
  }

  void begin_field(const std::string& name)
  {
    if (name == "dtype")
      field_ = Field::dtype;
    else if (name == "shape")
      field_ = Field::shape;
    else if (name == "data_offsets")
      field_ = Field::offsets;
    else
      fail(fmt::format("tensor {} is described by dtype, shape and data_offsets, got {}",
                       in_quotes(tensor_.name), in_quotes(name)));
    if ((seen_ & field_) != 0)
      fail(fmt::format("tensor {} has {} twice", in_quotes(tensor_.name), name));
    seen_ |= field_;
  }

  void end_tensor()
  {
    if (seen_ != Field::all || offsets_ != 2)
      fail(fmt::format("tensor {} must have a dtype, a shape and two data_offsets",
                       in_quotes(tensor_.name)));
    if (begin_ > end_)
      fail(fmt::format("tensor {} ends at {}, before it begins at {}", in_quotes(tensor_.name),
                       end_, begin_));
    if (end_ > data_)
      fail(fmt::format("tensor {} ends at byte {} of the data, but the file has only {}",
                       in_quotes(tensor_.name), end_, data_));
    std::uint64_t bytes = size(tensor_.dtype);
    for (const arma::uword length : tensor_.shape)
      if (__builtin_mul_overflow(bytes, length, &bytes))
        fail(fmt::format("tensor {} of shape {} is larger than any file", in_quotes(tensor_.name),
                         shape_text(tensor_.shape)));
    if (bytes != end_ - begin_)
      fail(fmt::format("tensor {} of shape {} and dtype {} takes {} bytes, but has {}",
                       in_quotes(tensor_.name), shape_text(tensor_.shape), name(tensor_.dtype),
                       bytes, end_ - begin_));
    tensor_.offset = data_begin_ + begin_;
    tensor_.bytes = bytes;
    tensors_.push_back(std::move(tensor_));
  }

  std::string_view file_name_;
  std::uint64_t data_begin_, data_;
  Place place_ = Place::outside;
  TensorInfo tensor_;
  Field field_ = Field::dtype;
  unsigned seen_ = 0;
  unsigned offsets_ = 0;
  std::uint64_t begin_ = 0, end_ = 0;
  std::vector<TensorInfo> tensors_;
};

/// @param tensors  in the order of their names
void check_no_name_twice(const std::vector<TensorInfo>& tensors, std::string_view file_name)
{
  const auto twice = std::ranges::adjacent_find(tensors, {}, &TensorInfo::name);
  if (twice != tensors.end())
    refuse(file_name, fmt::format("tensor {} is there twice", in_quotes(twice->name)));
}

/// @param tensors  in the order of their offsets
void check_no_overlap(const std::vector<TensorInfo>& tensors, std::string_view file_name)
{
  const auto overlap = std::ranges::adjacent_find(tensors, [](const auto& left, const auto& right) {
    return left.offset + left.bytes > right.offset;
  });
  if (overlap != tensors.end())
    refuse(file_name, fmt::format("tensors {} and {} overlap", in_quotes(overlap->name),
                                  in_quotes(std::next(overlap)->name)));
}

} // namespace

std::string_view name(Dtype dtype)
{
  return facts(dtype).name;
}

std::uint64_t size(Dtype dtype)
{
  return facts(dtype).size;
}

arma::uword TensorInfo::count() const
{
  return bytes / size(dtype);
}

std::string shape_text(const std::vector<arma::uword>& shape)
{
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, " x "));
}

std::string_view without_prefix(std::string_view name)
{
  constexpr std::string_view prefix = "transformer.";
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

std::vector<TensorInfo> parse_safetensors(std::span<const std::byte> file,
                                          std::string_view file_name)
{
  refuse_other_file(file_name, {reinterpret_cast<const char*>(file.data()), file.size()});
  if (file.size() < 8)
    refuse(file_name, fmt::format("it has {} bytes, which is no safetensors file", file.size()));
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), 8);
  if (length > file.size() - 8)
    refuse(file_name, fmt::format("its header is to have {} bytes, but the file has only {}",
                                  length, file.size()));
  if (length > longest_header)
    refuse(file_name,
           fmt::format("its header has {} bytes, expected at most {}", length, longest_header));

  const std::string_view header(reinterpret_cast<const char*>(file.data()) + 8, length);
  HeaderReader reader(file_name, header, file.size() - 8 - length);
  json::sax_parse(header.begin(), header.end(), &reader);
  std::vector<TensorInfo> tensors = std::move(reader).tensors();
  std::ranges::sort(tensors, {}, &TensorInfo::name);
  check_no_name_twice(tensors, file_name);
  std::ranges::sort(
      tensors, {}, [](const TensorInfo& tensor) { return std::pair(tensor.offset, tensor.bytes); });
  check_no_overlap(tensors, file_name);
  return tensors;
}

} // namespace epreuve::gpt2
