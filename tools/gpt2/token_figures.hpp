#pragma once

#include "epreuve/figures/figure.hpp"
#include "epreuve/gpt2/attribution.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve::tools {

// Figures of what the commands of gpt2 say about tokens. `text` is the input, as captions name it: in
// quotes, or "3 tokens".

/// The most probable next tokens as bars; the first 40 if there are more.
/// @param labels         of the tokens, the most probable first
/// @param probabilities  as many
figures::Figure next_figure(const std::string& text, const std::vector<std::string>& labels,
                            const arma::vec& probabilities);

/// The next words of a language as pairs of bars: the model's probability and the exact one.
/// @param missing  the divergence, in nats
figures::Figure compared_figure(const std::string& text, const std::vector<std::string>& words,
                                const arma::vec& model, const arma::vec& exact, double missing);

/// What the logit lens reads at one depth of the residual stream.
struct LensRow
{
  std::string depth;       ///< "embed", "0", ...
  std::string answer;      ///< the most probable token there
  arma::vec probabilities; ///< there, of the tokens that the model itself finds most probable
};

/// The lens by layer, as a heat map: a row is a depth, with what it would answer; a column is one
/// of the tokens that the model itself finds most probable.
/// @param labels  of these tokens; only the first 12 are drawn
figures::Figure lens_figure(const std::string& text, const std::vector<std::string>& labels,
                            const std::vector<LensRow>& rows);

/// Norms of token vectors along the residual stream.
struct StreamNorms
{
  std::vector<arma::vec> stream; ///< K each: of the embedding, and after each layer
  arma::vec attention, mlp;      ///< of what each layer adds to the last token
};

/// Two panels: the norms of the tokens along the stream, and of what attention and MLP add.
figures::Figure norms_figure(const std::string& text, const StreamNorms& norms);

/// What the parts of the residual stream give to the logit of one token, as bars in the order of the pass.
/// @param answer  the token's label
figures::Figure attribution_figure(const std::string& text, const std::string& answer,
                                   const gpt2::LogitAttribution& parts);

/// The same of each head and of the biases of the attentions, as a heat map: a row is a layer.
figures::Figure head_attribution_figure(const std::string& text, const std::string& answer,
                                        const gpt2::LogitAttribution& parts);

/// The surprise at each token: bars up to 40 tokens, a line for more, means of blocks for more than
/// 500.
/// @param labels  of the tokens that were predicted
/// @param bits    -log2 p of each
figures::Figure surprise_figure(const std::string& text, const std::vector<std::string>& labels,
                                const arma::vec& bits);

} // namespace epreuve::tools
