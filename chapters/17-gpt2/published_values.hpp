#pragma once

#include <armadillo>

#include <string_view>

namespace epreuve {

/// How many values the published tensors hold whose names end so; in all of them, if not said.
arma::uword published_values(std::string_view ending = "");

} // namespace epreuve
