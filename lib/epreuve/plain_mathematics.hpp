#pragma once

#include <string>
#include <string_view>

namespace epreuve {

/// A sentence with LaTeX between dollars, as text for a terminal: Greek letters and signs for their commands, raised and
/// lowered letters where there are such, as in Aᵀxᵢ; others keep their mark, as in x_Q and e^(−x²/2). A fraction is a
/// quotient, a matrix its rows between parentheses, with a semicolon between two of them.
///
/// It knows the commands of statements of claims; any other one is left as it is, without its backslash.
std::string plain_mathematics(std::string_view sentence);

} // namespace epreuve
