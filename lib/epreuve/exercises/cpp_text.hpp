#pragma once

#include "epreuve/exercises/names.hpp"
#include "epreuve/exercises/wire.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Values as C++, for a program that calls a student's function on one input. It needs
/// the headers armadillo and cmath, and those of the chapter.
namespace epreuve::exercises {

/// "1000.0", "-INFINITY", "NAN": all digits, and never an integer.
std::string cpp(double x);
/// A text of any bytes.
std::string cpp(const std::string& text);

/// "{a, b}", broken into lines.
std::string cpp_list(const std::vector<std::string>& elements);

inline std::string cpp(bool x)
{
  return x ? "true" : "false";
}

/// Numbers beyond the range of a long are written as what they are.
template <std::integral T>
std::string cpp(T x)
{
  if constexpr (std::is_signed_v<T> && sizeof(T) == sizeof(std::int64_t)) {
    if (x == std::numeric_limits<T>::min())
      return fmt::format("({} - 1)", x + 1);
  }
  constexpr bool is_wide_unsigned = !std::is_signed_v<T> && sizeof(T) == sizeof(std::uint64_t);
  return fmt::format("{}{}", +x, is_wide_unsigned ? "u" : "");
}

// --- the names of types -----------------------------------------------------------------------

template <typename T>
struct CppType
{
  static_assert(Record<T>, "a type that travels between judge and worker");
  static std::string name() { return std::string(class_name<T>()); }
};
template <typename T>
std::string cpp_type()
{
  return CppType<T>::name();
}

#define EPREUVE_CPP_TYPE(type, text)                                                               \
  template <>                                                                                      \
  struct CppType<type>                                                                             \
  {                                                                                                \
    static std::string name()                                                                      \
    {                                                                                              \
      return text;                                                                                 \
    }                                                                                              \
  };
EPREUVE_CPP_TYPE(double, "double")
EPREUVE_CPP_TYPE(bool, "bool")
EPREUVE_CPP_TYPE(arma::uword, "arma::uword")
EPREUVE_CPP_TYPE(std::string, "std::string")
EPREUVE_CPP_TYPE(arma::mat, "arma::mat")
EPREUVE_CPP_TYPE(arma::vec, "arma::vec")
EPREUVE_CPP_TYPE(arma::rowvec, "arma::rowvec")
EPREUVE_CPP_TYPE(arma::uvec, "arma::uvec")
EPREUVE_CPP_TYPE(arma::ivec, "arma::ivec")
EPREUVE_CPP_TYPE(arma::umat, "arma::umat")
EPREUVE_CPP_TYPE(arma::imat, "arma::imat")
#undef EPREUVE_CPP_TYPE

template <std::integral T>
struct CppType<T>
{
  static std::string name() { return std::string(class_name<T>()); }
};
template <typename T>
struct CppType<arma::Mat<T>>
{
  static std::string name() { return fmt::format("arma::Mat<{}>", cpp_type<T>()); }
};
template <typename T>
struct CppType<arma::Col<T>>
{
  static std::string name() { return fmt::format("arma::Col<{}>", cpp_type<T>()); }
};
template <typename T>
struct CppType<arma::Row<T>>
{
  static std::string name() { return fmt::format("arma::Row<{}>", cpp_type<T>()); }
};
template <typename T>
struct CppType<std::vector<T>>
{
  static std::string name() { return fmt::format("std::vector<{}>", cpp_type<T>()); }
};
template <typename A, typename B>
struct CppType<std::pair<A, B>>
{
  static std::string name()
  {
    return fmt::format("std::pair<{}, {}>", cpp_type<A>(), cpp_type<B>());
  }
};
template <typename... T>
struct CppType<std::tuple<T...>>
{
  static std::string name()
  {
    return fmt::format("std::tuple<{}>",
                       fmt::join(std::vector<std::string>{cpp_type<T>()...}, ", "));
  }
};

// --- values -------------------------------------------------------------------------------------

/// The most numbers of a matrix or list that are written; a larger matrix is one of zeros instead,
/// and of a larger list there is the beginning. Both say so in a comment.
constexpr std::size_t most_in_cpp = 10000;

template <typename T>
std::string cpp(const arma::Mat<T>& matrix);
template <typename T>
std::string cpp(const arma::Col<T>& vector);
template <typename T>
std::string cpp(const arma::Row<T>& vector);
template <typename T>
std::string cpp(const std::vector<T>& list);
template <typename A, typename B>
std::string cpp(const std::pair<A, B>& values);
template <typename... T>
std::string cpp(const std::tuple<T...>& values);
/// "exercise::Head{.W_Q = ..., .W_K = ...}": the record lists its fields in the order in which it
/// declares them.
template <Record T>
std::string cpp(const T& record);

template <typename T>
std::string cpp_vector(const std::string& type, const T& vector)
{
  if (vector.is_empty())
    return type + "()";
  if (vector.n_elem > most_in_cpp)
    return fmt::format("{}({}, arma::fill::zeros) /* cut: zeros, instead of {} numbers */", type,
                       vector.n_elem, vector.n_elem);
  std::vector<std::string> entries;
  for (const auto x : vector)
    entries.push_back(cpp(x));
  return type + cpp_list(entries);
}

template <typename T>
std::string cpp(const arma::Col<T>& vector)
{
  return cpp_vector(cpp_type<arma::Col<T>>(), vector);
}
template <typename T>
std::string cpp(const arma::Row<T>& vector)
{
  return cpp_vector(cpp_type<arma::Row<T>>(), vector);
}

template <typename T>
std::string cpp(const arma::Mat<T>& matrix)
{
  const std::string type = cpp_type<arma::Mat<T>>();
  if (matrix.is_empty() || matrix.n_elem > most_in_cpp)
    return fmt::format(
        "{}({}, {}, arma::fill::zeros){}", type, matrix.n_rows, matrix.n_cols,
        matrix.is_empty() ? ""
                          : fmt::format(" /* cut: zeros, instead of {} numbers */", matrix.n_elem));
  if (matrix.n_cols == 1) // {{a}, {b}} could be a list of numbers, too
    return fmt::format("{}({})", type, cpp(arma::Col<T>(matrix)));
  std::vector<std::string> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    std::vector<std::string> entries;
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      entries.push_back(cpp(matrix(i, j)));
    rows.push_back(cpp_list(entries));
  }
  return type + cpp_list(rows);
}

template <typename T>
std::string cpp(const std::vector<T>& list)
{
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < std::min(list.size(), most_in_cpp); ++i)
    elements.push_back(cpp(static_cast<const T&>(list[i])));
  return cpp_type<std::vector<T>>() + cpp_list(elements) +
         (list.size() > most_in_cpp ? fmt::format(" /* cut: the first of {} */", list.size()) : "");
}

template <typename A, typename B>
std::string cpp(const std::pair<A, B>& values)
{
  return cpp_type<std::pair<A, B>>() + cpp_list({cpp(values.first), cpp(values.second)});
}

template <typename... T>
std::string cpp(const std::tuple<T...>& values)
{
  return cpp_type<std::tuple<T...>>() +
         std::apply([](const T&... value) { return cpp_list({cpp(value)...}); }, values);
}

template <Record T>
std::string cpp(const T& record)
{
  const auto fields = [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<std::string>{
        fmt::format(".{} = {}", field_name<T, i>(), cpp(record.*std::get<i>(T::fields)))...};
  }(std::make_index_sequence<std::tuple_size_v<decltype(T::fields)>>());
  return cpp_type<T>() + cpp_list(fields);
}

// --- printing -----------------------------------------------------------------------------------

/// Statements that print an expression of a type to std::cout, each number under its name:
/// "  std::cout << "x = " << x << '\n';".
template <typename T>
struct CppPrinting
{
  static std::string of(const std::string& expression, const std::string& margin)
  {
    if constexpr (Record<T>)
      return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return (std::string() + ... +
                CppPrinting<std::decay_t<decltype(std::declval<T>().*std::get<i>(T::fields))>>::of(
                    fmt::format("{}.{}", expression, field_name<T, i>()), margin));
      }(std::make_index_sequence<std::tuple_size_v<decltype(T::fields)>>());
    else
      return fmt::format("{0}std::cout << \"{1} = \" << {1} << '\\n';\n", margin, expression);
  }
};
template <typename T>
  requires(arma::is_arma_type<T>::value)
struct CppPrinting<T>
{
  static std::string of(const std::string& expression, const std::string& margin)
  {
    return fmt::format("{0}{1}.raw_print(std::cout, \"{1} =\");\n", margin, expression);
  }
};
template <typename T>
struct CppPrinting<std::vector<T>>
{
  static std::string of(const std::string& expression, const std::string& margin)
  {
    return fmt::format("{0}std::cout << \"{1} has \" << {1}.size() << \" elements\\n\";\n"
                       "{0}for (const auto& element : {1}) {{\n{2}{0}}}\n",
                       margin, expression, CppPrinting<T>::of("element", margin + "  "));
  }
};
template <typename A, typename B>
struct CppPrinting<std::pair<A, B>>
{
  static std::string of(const std::string& expression, const std::string& margin)
  {
    return CppPrinting<A>::of(expression + ".first", margin) +
           CppPrinting<B>::of(expression + ".second", margin);
  }
};
template <typename... T>
struct CppPrinting<std::tuple<T...>>
{
  static std::string of(const std::string& expression, const std::string& margin)
  {
    std::string text;
    std::size_t i = 0;
    ((text += CppPrinting<T>::of(fmt::format("std::get<{}>({})", i++, expression), margin)), ...);
    return text;
  }
};

/// The body of a main function that calls a function and prints its result.
template <typename Result, typename... T>
std::string cpp_call(const std::string& function, const std::vector<std::string>& names,
                     const std::tuple<T...>& arguments)
{
  std::string text;
  std::size_t i = 0;
  std::apply(
      [&](const T&... value) {
        ((text += fmt::format("  {} {} = {};\n", cpp_type<T>(), names.at(i++), cpp(value))), ...);
      },
      arguments);
  // An argument may be called `result`.
  const bool taken = std::find(names.begin(), names.end(), "result") != names.end();
  const std::string result = taken ? "result_" : "result";
  text += fmt::format("  const auto {} = {}({});\n", result, function, fmt::join(names, ", "));
  return text + CppPrinting<Result>::of(result, "  ");
}

} // namespace epreuve::exercises
