#pragma once

#include "epreuve/gpt2/model.hpp"
#include "epreuve/language/beliefs.hpp"
#include "epreuve/petit/speech.hpp"

#include <armadillo>

#include <cstdint>
#include <string>
#include <vector>

/// What petit's residual stream knows of the sentence, and what moving it does.
namespace epreuve {

/// The residual stream of petit at the last token of each prefix of random texts, and what the words so far say.
struct Readings
{
  std::vector<arma::mat> streams; ///< n x M each: before the first block, and after each block
  arma::mat words;                ///< words x M: how often each word has come in the sentence
  std::vector<language::Beliefs::Belief> beliefs;  ///< M
  std::vector<std::vector<petit::Token>> prefixes; ///< M, with the marker before
};

/// @param sentences  of each text
Readings read_streams(const gpt2::Model<float>& model, const petit::Speech& speech,
                      const language::Beliefs& beliefs, std::uint64_t seed, std::size_t texts,
                      std::size_t sentences);

/// The beliefs' vectors of probabilities, by the states of the automaton: states x beliefs.
arma::mat belief_vectors(const language::Language& language, const language::Beliefs& beliefs);

/// The linear map, with a constant, that is nearest to v = P (x; 1) in the mean square.
/// @param x        n x M
/// @param beliefs  M
/// @param vectors  states x beliefs
arma::mat reading_map(const arma::mat& x, const std::vector<language::Beliefs::Belief>& beliefs,
                      const arma::mat& vectors);

/// The share of x whose map is nearest to the vector of their own belief, among all.
double share_read(const arma::mat& map, const arma::mat& x,
                  const std::vector<language::Beliefs::Belief>& beliefs, const arma::mat& vectors);

/// The linear map E of least norm that is nearest to x = E v + constant in the mean square: from the belief to the stream.
arma::mat writing_map(const arma::mat& x, const std::vector<language::Beliefs::Belief>& beliefs,
                      const arma::mat& vectors);

/// Pairs of beliefs, a, at which a text is, and b; the divergence of the model's next token from what is exact for each.
struct Moves
{
  arma::vec from_a, from_b;
};

/// @param site   of the stream (hook.hpp)
/// @param deltas what is added to the stream at the last token of each prefix, n x pairs
/// @param a, b   beliefs, by pair
Moves move(const gpt2::Model<float>& model, const petit::Speech& speech,
           const language::Beliefs& beliefs, const std::string& site, const arma::mat& deltas,
           const std::vector<std::vector<petit::Token>>& prefixes,
           const std::vector<language::Beliefs::Belief>& a,
           const std::vector<language::Beliefs::Belief>& b);

} // namespace epreuve
