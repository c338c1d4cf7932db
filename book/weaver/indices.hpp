#pragma once

#include <string>
#include <string_view>

namespace epreuve::book {

/// HTML of a text, with its typed indices and powers set as such: x_i, W_OV, R_{k+1}, A^T, e^{x_i}, 10^-8, 2^(n/2).
/// Names that programs have, such as log_probs, stay: what has an index is one letter, d and a letter (a differential),
/// PE, or a bracket that closes.
std::string with_indices(std::string_view text);

} // namespace epreuve::book
