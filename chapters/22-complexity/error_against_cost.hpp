#pragma once

#include "epreuve/attention/costs.hpp"

#include <armadillo>

#include <cstdint>
#include <string>
#include <vector>

/// What the variants of attention make of a head, beside what attention makes of it, and what they cost.
namespace epreuve::instruments {

/// A head over a text: d x n each.
struct HeadOverText
{
  arma::mat Q, K, V;
  bool causal = false;
};

/// The heads of petit, layer by layer, over as many tokens of a random text as its context has.
/// @throws Error if its files cannot be read
std::vector<HeadOverText> heads_of_petit(std::uint64_t seed);

/// A variant of this size (see attention::Variant) over the head: Linformer with one random matrix of variance 1/k as E
/// and F, Performer with orthogonal directions, BigBird with random blocks from anywhere, Reformer on Q and V alone. Drawn
/// from Armadillo's generator.
///
/// @throws Error if Linformer or Reformer is asked of a causal head, or there is no such size
arma::mat output_of(attention::Variant variant, const HeadOverText& head, arma::uword size);

/// What it should be: attention; for Reformer, attention of its kind to all tokens.
arma::mat exact_output_of(attention::Variant variant, const HeadOverText& head);

struct ErrorAgainstCost
{
  std::string name;
  arma::vec cost{};  ///< operations, by those of exact attention
  arma::vec error{}; ///< |Z - exact| / |exact|, the root of its mean square over heads
};

/// A variant of several sizes.
ErrorAgainstCost error_against_cost(std::string name, attention::Variant variant,
                                    const std::vector<arma::uword>& sizes,
                                    const std::vector<HeadOverText>& heads);

} // namespace epreuve::instruments
