#pragma once

#include <armadillo>

#include <string_view>

namespace epreuve::instruments {

/// The number of values in each published tensor of GPT-2 Small whose name ends so, in the list's order
/// (see gpt2::published_tensors): for "mlp.c_fc.bias" one number for each of the twelve layers, for ""
/// those of all 148 tensors. Their sum is a count of weights, their quotients are sizes, and no file is
/// needed.
///
/// @throws Error if no name ends so
arma::vec published_sizes(std::string_view ending);

} // namespace epreuve::instruments
