#pragma once

#include "epreuve/exercises/value.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Values as C++ source, for a program that calls a student's function on one input. It needs
/// the headers armadillo and cmath, and those of the chapter.
namespace epreuve::exercises {

/// How many numbers of a matrix or list are written at most; a larger matrix is replaced by zeros, and a larger list is
/// cut. A comment says so.
constexpr std::size_t most_in_cpp = 10000;

/// "1000.0", "-INFINITY", "NAN": all digits, and never an integer.
std::string cpp(double x);
/// A text of any bytes.
std::string cpp(const std::string& text);
/// "arma::vec{1.0, 2.0}", "exercise::Head{.W_Q = ..., .W_K = ...}": a struct lists its fields in the order in which it
/// declares them. The value is the same to the last bit.
std::string cpp(const Value& value);

/// The body of a main function that calls a function and prints its result, each number under its name.
/// @param arguments  a tuple of them
std::string cpp_call(const Type& result, const std::string& function,
                     const std::vector<std::string>& names, const Value& arguments);

} // namespace epreuve::exercises
