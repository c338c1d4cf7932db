#include "epreuve/exercises/value.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace epreuve::exercises {

namespace {

template <typename T>
T read(WireReader& reader)
{
  T value{};
  reader.get(value);
  return value;
}

/// A matrix of elements T, which may have to be a column or a row.
template <typename T>
Held<arma::Mat<T>> read_matrix(Type::Kind kind, WireReader& reader)
{
  using Matrix = arma::Mat<T>;
  if (kind == Type::Kind::column)
    return std::make_shared<const Matrix>(read<arma::Col<T>>(reader));
  if (kind == Type::Kind::row)
    return std::make_shared<const Matrix>(read<arma::Row<T>>(reader));
  return std::make_shared<const Matrix>(read<Matrix>(reader));
}

template <typename T>
void put(const T& held, WireWriter& bytes)
{
  bytes.put(held);
}
template <typename Matrix>
void put(const Held<Matrix>& matrix, WireWriter& bytes)
{
  bytes.put(*matrix);
}
void put(const Values& parts, WireWriter& bytes);

void write(const Value& value, WireWriter& bytes)
{
  if (value.type->kind == Type::Kind::list)
    bytes.list(value.parts().size());
  if (value.type->kind == Type::Kind::record)
    bytes.record();
  std::visit([&](const auto& held) { put(held, bytes); }, value.held);
}

void put(const Values& parts, WireWriter& bytes)
{
  for (const Value& part : parts)
    write(part, bytes);
}

Value read(const Type& type, WireReader& reader)
{
  switch (type.kind) {
  case Type::Kind::number:
    return {&type, read<double>(reader)};
  case Type::Kind::truth:
    return {&type, read<bool>(reader)};
  case Type::Kind::integer:
    return {&type, read<std::int64_t>(reader)};
  case Type::Kind::natural:
    return {&type, read<std::uint64_t>(reader)};
  case Type::Kind::text:
    return {&type, read<std::string>(reader)};
  case Type::Kind::matrix:
  case Type::Kind::column:
  case Type::Kind::row:
    switch (type.parts.front().type->kind) {
    case Type::Kind::number:
      return {&type, read_matrix<double>(type.kind, reader)};
    case Type::Kind::integer:
      return {&type, read_matrix<arma::sword>(type.kind, reader)};
    default:
      return {&type, read_matrix<arma::uword>(type.kind, reader)};
    }
  case Type::Kind::list: {
    Values values;
    // One by one, so that a false length costs no more memory than there are values.
    for (std::uint64_t left = reader.list(); left > 0; --left)
      values.push_back(read(*type.parts.front().type, reader));
    return {&type, std::move(values)};
  }
  case Type::Kind::record: {
    Values values;
    reader.record();
    for (const Type::Part& part : type.parts)
      values.push_back(read(*part.type, reader));
    return {&type, std::move(values)};
  }
  }
  throw Error("an unknown type");
}

} // namespace

Value read_value(const Type& type, std::string_view bytes)
{
  WireReader reader(bytes);
  Value value = read(type, reader);
  reader.end();
  return value;
}

std::string bytes_of(const Value& value)
{
  WireWriter bytes;
  write(value, bytes);
  return bytes.take();
}

Type matrix_type(Type::Kind kind, const Type& element)
{
  const std::string letter = element.kind == Type::Kind::number    ? ""
                             : element.kind == Type::Kind::integer ? "i"
                                                                   : "u",
                    shape = kind == Type::Kind::matrix   ? "mat"
                            : kind == Type::Kind::column ? "vec"
                                                         : "rowvec";
  return {kind, "arma::" + letter + shape, {{"", &element}}};
}

Type record_type(std::string_view name, const std::vector<Type::Part>& parts)
{
  std::vector<std::string_view> names;
  for (const Type::Part& part : parts)
    names.push_back(part.type->name);
  return {Type::Kind::record, fmt::format("{}<{}>", name, fmt::join(names, ", ")), parts};
}

} // namespace epreuve::exercises
