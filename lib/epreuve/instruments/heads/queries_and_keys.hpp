#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <concepts>

namespace epreuve::instruments {

/// A statement about queries and keys, for Claim::property to try on random ones: as many of each as there
/// are tokens, one per column, of dimension 3, with entries uniform on [-5, 5].
///
///     .property("every weight is above 0", queries_and_keys(2, [](const auto& Q, const auto& K) {
///                 return softmax_rows(scaled_attention_scores(Q, K)).min() > 0;
///               }))
///
/// @param least      at least so many tokens; there are up to 8
/// @param holds_for  called with Q and K, or with Q, K and a Draw for what else it needs; returns bool, or a
///                   Difference where the property has a tolerance
template <typename Statement>
auto queries_and_keys(arma::uword least, Statement holds_for)
{
  return [=](evidence::Draw& draw) {
    const arma::uword tokens = draw.size("tokens", least, 8);
    const arma::mat Q = draw.matrix("Q", 3, tokens, -5, 5);
    const arma::mat K = draw.matrix("K", 3, tokens, -5, 5);
    if constexpr (std::invocable<const Statement&, arma::mat, arma::mat, evidence::Draw&>)
      return holds_for(Q, K, draw);
    else
      return holds_for(Q, K);
  };
}

/// The same with values, 2 x tokens, entries uniform on [-5, 5]. @param holds_for  called with Q, K and V
template <typename Statement>
auto queries_keys_and_values(arma::uword least, Statement holds_for)
{
  return queries_and_keys(least, [=](const arma::mat& Q, const arma::mat& K, evidence::Draw& draw) {
    return holds_for(Q, K, draw.matrix("V", 2, K.n_cols, -5, 5));
  });
}

} // namespace epreuve::instruments
