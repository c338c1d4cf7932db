#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// A function as it is written: "arma::mat exercise::rotate(double omega)".
struct Definition
{
  std::string name;      ///< without its namespaces
  std::string_view text; ///< all before the body, in the text that was read
  int line;
  bool is_exercise; ///< whether it is in namespace exercise
};

/// The functions that a text defines, in whatever form: `double exercise::f() { ... }`, or in `namespace exercise`.
struct Defined
{
  std::set<std::string> exercises{};   ///< names of functions in namespace exercise
  std::set<std::string> others{};      ///< in another namespace, or in none
  std::set<std::string> not_started{}; ///< of the first, those whose body is `throw NotStarted();`
  std::vector<Definition> all{};       ///< in their order
};

/// Reads C++ without compiling it. Comments and directives define nothing, nor does a call or a declaration. In a text
/// that is not balanced, what follows the flaw may be missed. It takes time and memory in proportion to the text.
/// @param text  it must outlive what is found
Defined functions_defined_in(std::string_view text);

} // namespace epreuve::exercises
