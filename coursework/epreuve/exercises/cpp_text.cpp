#include "epreuve/exercises/cpp_text.hpp"

#include "epreuve/exercises/values.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <variant>

namespace epreuve::exercises {

namespace {

/// "{a, b}", broken into lines.
std::string cpp_list(const std::vector<std::string>& elements)
{
  constexpr std::size_t longest_line = 90;
  std::string text = "{";
  std::size_t begin = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string separator = i == 0 ? "" : ",";
    const std::size_t length = text.size() - begin;
    const bool breaks = i > 0 && length + elements[i].size() > longest_line;
    text += separator;
    if (breaks) {
      text += "\n      ";
      begin = text.size();
    } else if (i > 0) {
      text += ' ';
    }
    text += elements[i];
  }
  return text + "}";
}

std::string cpp_of(double x, const Type&)
{
  return cpp(x);
}
std::string cpp_of(bool x, const Type&)
{
  return x ? "true" : "false";
}
/// Numbers beyond the range of a long are written with their own type.
template <std::signed_integral T>
std::string cpp_of(T x, const Type&)
{
  return x == std::numeric_limits<T>::min() ? fmt::format("({} - 1)", x + 1) : fmt::format("{}", x);
}
std::string cpp_of(std::unsigned_integral auto x, const Type&)
{
  return fmt::format("{}u", x);
}
std::string cpp_of(const std::string& text, const Type&)
{
  return cpp(text);
}

template <typename T>
std::string cpp_vector(const std::string& type, const arma::Mat<T>& vector, const Type& element)
{
  if (vector.is_empty())
    return type + "()";
  if (vector.n_elem > most_in_cpp)
    return fmt::format("{}({}, arma::fill::zeros) /* cut: zeros, instead of {} numbers */", type,
                       vector.n_elem, vector.n_elem);
  std::vector<std::string> entries;
  for (const auto x : vector)
    entries.push_back(cpp_of(x, element));
  return type + cpp_list(entries);
}

template <typename T>
std::string cpp_of(const Held<arma::Mat<T>>& held, const Type& type)
{
  const arma::Mat<T>& matrix = *held;
  const Type& element = *type.parts.front().type;
  if (type.kind != Type::Kind::matrix)
    return cpp_vector(type.name, matrix, element);
  if (matrix.is_empty() || matrix.n_elem > most_in_cpp)
    return fmt::format(
        "{}({}, {}, arma::fill::zeros){}", type.name, matrix.n_rows, matrix.n_cols,
        matrix.is_empty() ? ""
                          : fmt::format(" /* cut: zeros, instead of {} numbers */", matrix.n_elem));
  if (matrix.n_cols == 1) // {{a}, {b}} could be a list of numbers, too
    return fmt::format("{}({})", type.name,
                       cpp_vector(type_of<arma::Col<T>>().name, matrix, element));
  std::vector<std::string> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    std::vector<std::string> entries;
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      entries.push_back(cpp_of(matrix(i, j), element));
    rows.push_back(cpp_list(entries));
  }
  return type.name + cpp_list(rows);
}

std::string cpp_of(const Values& parts, const Type& type)
{
  const std::size_t shown =
      type.kind == Type::Kind::list ? std::min(parts.size(), most_in_cpp) : parts.size();
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < shown; ++i)
    elements.push_back((type.is_struct ? fmt::format(".{} = ", type.parts[i].name) : "") +
                       cpp(parts[i]));
  return type.name + cpp_list(elements) +
         (shown < parts.size() ? fmt::format(" /* cut: the first of {} */", parts.size()) : "");
}

/// Statements that print an expression of a type to std::cout, each number under its name:
/// "  std::cout << "x = " << x << '\n';".
std::string cpp_printing(const Type& type, const std::string& expression, const std::string& margin)
{
  if (type.holds_matrix())
    return fmt::format("{0}{1}.raw_print(std::cout, \"{1} =\");\n", margin, expression);
  if (type.kind == Type::Kind::list)
    return fmt::format("{0}std::cout << \"{1} has \" << {1}.size() << \" elements\\n\";\n"
                       "{0}for (const auto& element : {1}) {{\n{2}{0}}}\n",
                       margin, expression,
                       cpp_printing(*type.parts.front().type, "element", margin + "  "));
  if (type.kind != Type::Kind::record)
    return fmt::format("{0}std::cout << \"{1} = \" << {1} << '\\n';\n", margin, expression);
  std::string text;
  for (std::size_t i = 0; i < type.parts.size(); ++i)
    text += cpp_printing(*type.parts[i].type,
                         type.parts[i].name.empty()
                             ? fmt::format("std::get<{}>({})", i, expression)
                             : fmt::format("{}.{}", expression, type.parts[i].name),
                         margin);
  return text;
}

} // namespace

std::string cpp(double x)
{
  if (std::isnan(x))
    return "NAN";
  if (std::isinf(x))
    return x > 0 ? "INFINITY" : "-INFINITY";
  const std::string digits = x == 0 && std::signbit(x) ? "-0" : show(x, all_digits);
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

std::string cpp(const std::string& text)
{
  // Visible characters stay as they are; bytes that are not characters, and control characters, are written
  // in octal, which takes three digits and no more.
  const bool is_readable = printable(text) == text;
  std::string quoted;
  bool has_zero = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    has_zero = has_zero || byte == 0;
    if (c == '"' || c == '\\')
      quoted += fmt::format("\\{}", c);
    else if (c == '\n')
      quoted += "\\n";
    else if (byte < ' ' || byte == 127 || (byte > 127 && !is_readable))
      quoted += fmt::format("\\{:03o}", byte);
    else
      quoted += c;
  }
  return has_zero ? fmt::format("std::string(\"{}\", {})", quoted, text.size())
                  : fmt::format("std::string(\"{}\")", quoted);
}

std::string cpp(const Value& value)
{
  return std::visit([&](const auto& held) { return cpp_of(held, *value.type); }, value.held);
}

std::string cpp_call(const Type& result, const std::string& function,
                     const std::vector<std::string>& names, const Value& arguments)
{
  std::string text;
  for (std::size_t i = 0; i < arguments.parts().size(); ++i) {
    const Value& argument = arguments.parts()[i];
    text += fmt::format("  {} {} = {};\n", argument.type->name, names.at(i), cpp(argument));
  }
  // An argument may be called `result`.
  const bool taken = std::ranges::find(names, "result") != names.end();
  const std::string name = taken ? "result_" : "result";
  text += fmt::format("  const auto {} = {}({});\n", name, function, fmt::join(names, ", "));
  return text + cpp_printing(result, name, "  ");
}

} // namespace epreuve::exercises
