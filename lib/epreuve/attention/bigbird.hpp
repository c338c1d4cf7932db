#pragma once

#include "epreuve/attention/sparse.hpp"

#include <vector>

namespace epreuve::attention {

/// For each block of tokens the blocks that it sees at random, ascending. The first and the last block, which see
/// everything, have none.
using RandomBlocks = std::vector<arma::uvec>;

/// Random blocks for BigBird: for each block but the first and the last, r of those among the first `among` blocks that
/// it does not see otherwise, or all of them if there are fewer; each choice equally likely, from Armadillo's generator.
///
/// In the article `among` is the number of blocks: every block may be chosen. The published code takes them from the
/// first 1024 tokens if the text has 1024, 2048, 3072 or 4096, and from the first 2r + 5 blocks if it has another
/// length of more blocks than that (with r = 3 and blocks of 64, 704 tokens); in its first version, and in
/// Transformers, 2048 is one of the other lengths.
///
/// @param blocks  how many blocks the text has
/// @param among   at most that many
/// @throws        Error if `among` is larger than `blocks`
/// Source: Zaheer et al., Big Bird: Transformers for Longer Sequences (2020), 2 and appendix D; google-research/bigbird,
/// bigbird/core/attention.py (commit 5ede3184), generate_rand_attn_list and get_rand_attn_plan.
RandomBlocks bigbird_random_blocks(arma::uword blocks, arma::uword r, arma::uword among);

/// Which keys the tokens of BigBird see. In blocks of tokens:
///
///     block b sees b - 1, b and b + 1, the first and the last block, and its random ones; the first and the last see all
///
/// Pairs: n block (5 + r) at most for the blocks between, and 2 n block for the first and the last. For
/// sparse_attention. The first and the last block are the "internal" global tokens of the article, as in its code.
/// `causal_keys` of it is causal; the article's model is an encoder.
///
/// @param tokens  n, a multiple of block
/// @param block   at least 1
/// @param random  one list for each block
/// @throws        Error outside of these, or if there is no such block
/// Source: Zaheer et al. (2020), 2 and appendix D.
KeyLists bigbird_keys(arma::uword tokens, arma::uword block, const RandomBlocks& random);

} // namespace epreuve::attention
