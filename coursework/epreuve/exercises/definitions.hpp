#pragma once

#include <set>
#include <string>
#include <string_view>

namespace epreuve::exercises {

/// The functions that a text defines, in whatever form: `double exercise::f() { ... }`, or in `namespace exercise`.
struct Defined
{
  std::set<std::string> exercises{};   ///< names of functions in namespace exercise
  std::set<std::string> others{};      ///< in another namespace, or in none
  std::set<std::string> not_started{}; ///< of the first, those whose body is `throw NotStarted();`
};

/// Reads C++ without compiling it. Comments and directives define nothing, nor does a call or a declaration. In a text
/// that is not balanced, what follows the flaw may be missed.
Defined functions_defined_in(std::string_view text);

} // namespace epreuve::exercises
