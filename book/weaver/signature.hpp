#pragma once

#include "weaver/doxygen.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace epreuve::book {

/// Where a link to a name of Doxygen's leads, "library/error.html#Error"; empty if nowhere.
using LinkOf = std::function<std::string(const std::string& refid)>;

/// A type as we write it: "const std::vector< Token > &" becomes "const std::vector<Token>&".
std::string tidy_type(std::string_view type);

/// The declaration in C++, as HTML to stand in <code>: keywords and the name are marked, types that are
/// documented are links. What is longer than a line has one parameter per line.
std::string signature(const Declaration& declaration, const LinkOf& link_of);

} // namespace epreuve::book
