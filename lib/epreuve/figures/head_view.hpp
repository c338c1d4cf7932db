#pragma once

#include "epreuve/figures/figure.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve::figures {

/// The links of an attention head: the queries' tokens on the left, the keys' on the right, and from
/// each query to each key a line as opaque as the weight. Draws into the panel started last, and
/// makes it bare; some 26 pixels per token are a good height for the panel.
///
/// @param tokens   K, as they are to be read ("_dog"), from top to bottom
/// @param pattern  K x K, rows are queries, entries from 0 to 1 (a rounding above 1 counts as 1)
/// @throws Error naming what does not fit
/// Source: exo7 6.5; Vig, A Multiscale Visualization of Attention in the Transformer Model, 2019.
void head_view(Figure& figure, const std::vector<std::string>& tokens, const arma::mat& pattern);

} // namespace epreuve::figures
