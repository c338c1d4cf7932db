#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve::tools {

/// The heat map of one head's pattern.
/// @param name     the head, as "4.11"
/// @param pattern  K x K, rows are queries
/// @param tokens   K labels; patterns of more than 256 tokens are drawn in blocks, each by its
///                 largest entry
figures::Figure attention_map(const std::string& name, const arma::mat& pattern,
                              const std::vector<std::string>& tokens);

/// How many tokens attention_lines takes: more would not fit on a page.
inline constexpr arma::uword most_tokens_with_lines = 150;

/// The same as lines from query to key, the more opaque the larger.
figures::Figure attention_lines(const std::string& name, const arma::mat& pattern,
                                const std::vector<std::string>& tokens);

/// All patterns on one sheet: a row of it is a layer, a column a head. Patterns of more than 20
/// tokens are drawn in blocks, each by its largest entry.
/// @param patterns  one per layer, K x K x heads each
figures::Figure attention_sheet(const std::vector<arma::cube>& patterns,
                                const std::vector<std::string>& tokens);

} // namespace epreuve::tools
