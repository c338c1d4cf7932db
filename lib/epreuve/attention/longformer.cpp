#include "epreuve/attention/longformer.hpp"

#include "epreuve/error.hpp"

#include <algorithm>

namespace epreuve::attention {

KeyLists longformer_keys(arma::uword tokens, arma::uword reach, const arma::uvec& globals,
                         arma::uword dilation)
{
  if (dilation == 0)
    throw Error("longformer_keys: the dilation must be at least 1, got 0");
  if (!globals.is_empty() && globals.max() >= tokens)
    throw Error("longformer_keys: token {} cannot be global, there are {}, counted from 0",
                globals.max(), tokens);
  const arma::uvec everything = arma::regspace<arma::uvec>(0, tokens ? tokens - 1 : 0);
  KeyLists keys;
  for (arma::uword i = 0; i < tokens; ++i) {
    if (arma::any(globals == i)) {
      keys.push_back(everything);
      continue;
    }
    const arma::uword before = std::min(reach, i / dilation);
    const arma::uword after = std::min(reach, (tokens - 1 - i) / dilation);
    const arma::uvec window =
        arma::regspace<arma::uvec>(i - before * dilation, dilation, i + after * dilation);
    keys.emplace_back(arma::unique(arma::join_cols(window, globals)));
  }
  return keys;
}

} // namespace epreuve::attention
