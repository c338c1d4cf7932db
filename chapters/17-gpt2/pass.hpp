#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/instruments/model_runs.hpp"

#include <string_view>
#include <vector>

/// What the chapter's pages share: GPT-2's forward pass, written a second time.
namespace epreuve {

using Tokens = std::vector<gpt2::Token>;

// Page 1 explains these, one by one.
struct Variant
{
  bool norm_first = true;
  bool exact_gelu = false;
};
template <typename Real>
arma::Mat<Real> start(const gpt2::Weights<Real>& weights, const Tokens& tokens);
template <typename Real>
arma::Mat<Real> dense(const gpt2::Dense<Real>& layer, const arma::Mat<Real>& x);
template <typename Real>
arma::Mat<Real> mlp(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                    bool exact_gelu = false);
template <typename Real>
std::vector<arma::Mat<Real>> stream(const gpt2::Weights<Real>& weights, const Tokens& tokens,
                                    Variant variant = {});
template <typename Real>
arma::Mat<Real> end(const gpt2::Weights<Real>& weights, const arma::Mat<Real>& x);

/// How many values the published tensors hold whose names end so; in all of them, if not said.
arma::uword published_values(std::string_view ending = "");

} // namespace epreuve
