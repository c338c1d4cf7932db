#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>

/// Names taken from the program itself: the compiler writes a template's arguments into its text for the name of a
/// function.
namespace epreuve::exercises {

namespace detail {

template <auto member>
constexpr std::string_view text_of_member()
{
  return __PRETTY_FUNCTION__; // "... [with auto member = &exercise::Head::W_Q; ...]"
}

template <typename T>
constexpr std::string_view text_of_type()
{
  return __PRETTY_FUNCTION__; // "... [T = exercise::Head]"
}

// The text between a mark and the next semicolon or closing bracket.
constexpr std::string_view after(std::string_view text, std::string_view mark)
{
  text.remove_prefix(text.find(mark) + mark.size());
  return text.substr(0, text.find_first_of(";]"));
}

} // namespace detail

/// "W_Q", for &Head::W_Q.
template <auto member>
constexpr std::string_view member_name()
{
  const std::string_view qualified = detail::after(detail::text_of_member<member>(), "member = ");
  return qualified.substr(qualified.rfind(':') + 1);
}

/// "exercise::Head", for a class that is not a template.
template <typename T>
constexpr std::string_view class_name()
{
  return detail::after(detail::text_of_type<T>(), "T = ");
}

/// The name of a record's field; 0 is the first that it lists.
template <typename Record, std::size_t i>
constexpr std::string_view field_name()
{
  return member_name<std::get<i>(Record::fields)>();
}

} // namespace epreuve::exercises
