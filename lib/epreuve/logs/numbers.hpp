#pragma once

#include "epreuve/error.hpp"

#include <armadillo>
#include <nlohmann/json.hpp>

#include <vector>

namespace epreuve::logs {

/// The numbers of a member, or of an entry, of which there are to be n.
/// @throws Error if there are more or fewer
template <typename Name>
arma::vec numbers(const nlohmann::json& json, const Name& name, arma::uword n)
{
  const arma::vec found(json.at(name).template get<std::vector<double>>());
  if (found.n_elem != n)
    throw Error("{} has {} numbers, expected {}", name, found.n_elem, n);
  return found;
}

} // namespace epreuve::logs
