#include "epreuve/attention/bigbird.hpp"

#include "epreuve/error.hpp"

#include <algorithm>

namespace epreuve::attention {

namespace {

/// What block b sees without chance.
arma::uvec fixed_blocks(arma::uword b, arma::uword blocks)
{
  if (b == 0 || b + 1 == blocks)
    return arma::regspace<arma::uvec>(0, blocks - 1);
  return arma::unique(arma::uvec{0, b - 1, b, b + 1, blocks - 1});
}

} // namespace

RandomBlocks bigbird_random_blocks(arma::uword blocks, arma::uword r, arma::uword among)
{
  if (among > blocks)
    throw Error("bigbird_random_blocks: random blocks are among the text's {}, got {}", blocks,
                among);
  RandomBlocks random;
  for (arma::uword b = 0; b < blocks; ++b) {
    const arma::uvec fixed = fixed_blocks(b, blocks);
    std::vector<arma::uword> others;
    for (arma::uword other = 0; other < among; ++other)
      if (!arma::any(fixed == other))
        others.push_back(other);
    const arma::uvec drawn = arma::shuffle(arma::uvec(others));
    const arma::uword n = std::min<arma::uword>(r, drawn.n_elem);
    random.push_back(n == 0 ? arma::uvec() : arma::uvec(arma::sort(drawn.head(n))));
  }
  return random;
}

KeyLists bigbird_keys(arma::uword tokens, arma::uword block, const RandomBlocks& random)
{
  if (block == 0 || tokens % block != 0)
    throw Error("bigbird_keys: the text must have whole blocks, got {} tokens in blocks of {}",
                tokens, block);
  const arma::uword blocks = tokens / block;
  if (random.size() != blocks)
    throw Error("bigbird_keys: each of {} blocks has its random ones, got {} lists", blocks,
                random.size());
  KeyLists keys;
  for (arma::uword b = 0; b < blocks; ++b) {
    if (!random[b].is_empty() && random[b].max() >= blocks)
      throw Error("bigbird_keys: block {} sees block {}, but there are {}, counted from 0", b,
                  random[b].max(), blocks);
    const arma::uvec seen = arma::unique(arma::join_cols(fixed_blocks(b, blocks), random[b]));
    arma::uvec of_block(seen.n_elem * block);
    for (arma::uword s = 0; s < seen.n_elem; ++s)
      of_block.subvec(s * block, (s + 1) * block - 1) =
          arma::regspace<arma::uvec>(seen(s) * block, (seen(s) + 1) * block - 1);
    keys.insert(keys.end(), block, of_block);
  }
  return keys;
}

} // namespace epreuve::attention
