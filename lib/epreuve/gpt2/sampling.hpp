#pragma once

#include "epreuve/gpt2/tokenizer.hpp"

#include <armadillo>

#include <cstdint>
#include <random>
#include <vector>

namespace epreuve::gpt2 {

/// How the next token is chosen. The settings apply in this order.
struct Sampling
{
  double repetition_penalty = 1; ///< of tokens already there: logit / p if > 0, logit * p if < 0
  double temperature = 1;        ///< 0: the most probable token
  arma::uword top_k = 0;         ///< only the k most probable; 0: all
  double top_p = 1;              ///< only the fewest that together have probability >= p
};

/// The distribution that the next token is drawn from.
/// @param logits   N
/// @param history  the tokens already there
/// @return         N, of sum 1
/// @throws         Error naming the setting that is out of its domain: temperature >= 0 and
///                 finite, 0 < top_p <= 1, 0.01 <= repetition_penalty <= 100; or for a logit that
///                 is not a number
arma::vec sampling_distribution(const arma::vec& logits, const std::vector<Token>& history,
                                const Sampling& sampling);

/// Draws tokens; the same seed, the same draws on any machine.
class Sampler
{
public:
  /// @throws Error as sampling_distribution
  Sampler(const Sampling& sampling, std::uint64_t seed);
  Token draw(const arma::vec& logits, const std::vector<Token>& history);

private:
  Sampling sampling_;
  std::mt19937_64 generator_; ///< its bits are the standard's, so the same everywhere
};

} // namespace epreuve::gpt2
