#pragma once

#include "epreuve/exercises/names.hpp"
#include "epreuve/exercises/wire.hpp"

#include <armadillo>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Values that travel between judge and worker, as the judge sees them: whatever the type of a function, the judging
/// code is compiled only once. Templates only describe a type, and turn a value into bytes and back.
namespace epreuve::exercises {

/// A type of arguments or results.
struct Type
{
  enum class Kind
  {
    number,  ///< double
    truth,   ///< bool
    integer, ///< an integer whose values fit into 64 bits with a sign
    natural, ///< an integer of 64 bits without a sign
    text,    ///< std::string
    matrix,  ///< arma::Mat
    column,  ///< arma::Col
    row,     ///< arma::Row
    list,    ///< std::vector
    record   ///< std::tuple, std::pair, or a struct that lists its fields (wire.hpp)
  };
  struct Part
  {
    std::string_view name; ///< of a field; empty in a tuple, a matrix, a list
    const Type* type;
  };

  Kind kind;
  std::string name; ///< as C++ has it: "arma::vec", "exercise::Head"
  std::vector<Part>
      parts; ///< the type of the elements of a matrix or list; the types of a record's fields
  bool is_struct = false; ///< a record that is shown with the names of its fields

  bool holds_matrix() const
  {
    return kind == Kind::matrix || kind == Kind::column || kind == Kind::row;
  }
};

/// The description of a type T.
template <typename T>
const Type& type_of();

struct Value;
using Values = std::vector<Value>;
template <typename Matrix>
using Held = std::shared_ptr<const Matrix>;

/// A value and its type; default-constructed it is empty, and equals no other.
struct Value
{
  const Type* type = nullptr;
  /// A matrix has a case for each type of elements, so a long list of numbers stays small; a list has its elements, a
  /// record its parts.
  std::variant<double, bool, std::int64_t, std::uint64_t, std::string, Held<arma::mat>,
               Held<arma::imat>, Held<arma::umat>, Values>
      held{};

  const Values& parts() const { return std::get<Values>(held); }
};

/// @throws WireError if these bytes are not a value of this type, or continue after it
Value read_value(const Type& type, std::string_view bytes);
std::string bytes_of(const Value& value);

template <typename T>
std::string bytes_of(const T& value)
{
  WireWriter bytes;
  bytes.put(value);
  return bytes.take();
}

template <typename T>
Value value_of(const T& value)
{
  return read_value(type_of<T>(), bytes_of(value));
}

/// @throws WireError
template <typename T>
T read_as(std::string_view bytes)
{
  T value{};
  WireReader reader(bytes);
  reader.get(value);
  reader.end();
  return value;
}

// --- descriptions -------------------------------------------------------------------------------------

/// "arma::vec", "arma::umat": Armadillo's name of a matrix, column or row of these elements.
Type matrix_type(Type::Kind kind, const Type& element);
/// "std::pair<double, bool>"
Type record_type(std::string_view name, const std::vector<Type::Part>& parts);

template <typename T>
struct Description
{
  static_assert(Record<T>, "a type that travels between judge and worker");
  static Type type()
  {
    Type type{Type::Kind::record, std::string(class_name<T>()), {}, true};
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (type.parts.push_back(
           {field_name<T, i>(),
            &type_of<std::decay_t<decltype(std::declval<T>().*std::get<i>(T::fields))>>()}),
       ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(T::fields)>>());
    return type;
  }
};
template <>
struct Description<double>
{
  static Type type() { return {Type::Kind::number, "double", {}}; }
};
template <>
struct Description<bool>
{
  static Type type() { return {Type::Kind::truth, "bool", {}}; }
};
template <>
struct Description<std::string>
{
  static Type type() { return {Type::Kind::text, "std::string", {}}; }
};
template <std::integral T>
struct Description<T>
{
  static Type type()
  {
    constexpr bool is_wide = sizeof(T) == sizeof(std::int64_t),
                   is_natural = is_wide && std::unsigned_integral<T>;
    const bool is_armadillos = std::same_as<T, arma::uword>;
    return {is_natural ? Type::Kind::natural : Type::Kind::integer,
            is_armadillos ? "arma::uword" : std::string(class_name<T>()),
            {}};
  }
};
template <typename T>
struct Description<arma::Mat<T>>
{
  static Type type() { return matrix_type(Type::Kind::matrix, type_of<T>()); }
};
template <typename T>
struct Description<arma::Col<T>>
{
  static Type type() { return matrix_type(Type::Kind::column, type_of<T>()); }
};
template <typename T>
struct Description<arma::Row<T>>
{
  static Type type() { return matrix_type(Type::Kind::row, type_of<T>()); }
};
template <typename T>
struct Description<std::vector<T>>
{
  static Type type()
  {
    const Type& element = type_of<T>();
    return {Type::Kind::list, "std::vector<" + element.name + ">", {{"", &element}}};
  }
};
template <typename A, typename B>
struct Description<std::pair<A, B>>
{
  static Type type()
  {
    return record_type("std::pair", {{"first", &type_of<A>()}, {"second", &type_of<B>()}});
  }
};
template <typename... T>
struct Description<std::tuple<T...>>
{
  static Type type() { return record_type("std::tuple", {{"", &type_of<T>()}...}); }
};

template <typename T>
const Type& type_of()
{
  static const Type type = Description<T>::type();
  return type;
}

} // namespace epreuve::exercises
