#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::proofs {

/// What a statement.md announces under "What is proven":
///
///     `exact`, for the sizes 1 to 4:
///
///     - the rows and columns of the Jacobian matrix sum to 0.
///
///     `formal`, for all sizes:
///
///     - `softmax_shift`, `softmax_order`: two theorems of formal.v, in words.
///
/// The names at the head of its paragraphs and in their items: "exact", "formal", "softmax_shift", "softmax_order".
std::vector<std::string> announced(std::string_view statement);

/// Of that section, in Markdown, what it says of these names: a paragraph that is named, with all of its items; of one
/// that is not, the paragraph, for its hypotheses, and the items that are named. An item is named by what it begins with,
/// or by a name that no item begins with.
/// @throws Error for a name that is not announced, with the nearest that is
std::string what_is_proven(std::string_view statement, const std::vector<std::string>& names);

} // namespace epreuve::proofs
