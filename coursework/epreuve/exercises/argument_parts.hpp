#pragma once

#include "epreuve/exercises/value.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// An argument of a function, or a field of one that is a struct.
struct ArgumentPart
{
  std::string name; ///< as a student writes it: "x", "cell.W"
  const Type* type;
  std::vector<std::size_t> path; ///< to it from the tuple of all arguments

  const Value& in(const Value& arguments) const;
  /// The arguments with another value in its place.
  Value replaced(const Value& arguments, Value by) const;
  bool contains(const ArgumentPart& other) const;
};

/// All arguments, each followed by its fields.
/// @param names      of the arguments
/// @param arguments  the type of their tuple
std::vector<ArgumentPart> parts_of(const std::vector<std::string>& names, const Type& arguments);

} // namespace epreuve::exercises
