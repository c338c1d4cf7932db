#pragma once

#include "gpt2/prompt.hpp"

#include <armadillo>

#include <vector>

namespace epreuve::tools {

/// A token that may come next.
struct Candidate
{
  gpt2::Token id;
  double logit;
  double probability; ///< softmax of the logits
};

/// The candidates with the largest logits, in order; among equal logits the smallest id comes first.
/// @param logits  N
/// @param count   at most N are given
std::vector<Candidate> top(const arma::vec& logits, arma::uword count);

/// [{"id", "token", "logit", "probability"}]
Json to_json(const std::vector<Candidate>& candidates, const Prompt& prompt);

/// Adds --top COUNT.
void add_top_option(Command& command, arma::uword& count);

} // namespace epreuve::tools
