#pragma once

#include "epreuve/attention/sparse.hpp"

namespace epreuve::attention {

/// Which keys the tokens of Longformer see: a window, and a few tokens that see and are seen by all.
///
///     j in keys_i  if  i - j is one of -reach dilation, ..., -dilation, 0, dilation, ..., reach dilation,
///                      or i or j is global
///
/// Pairs: n (2 reach + 1 + 2 g) at most, for g global tokens; with reach n - 1 it is all of them. For sparse_attention.
/// The article projects the queries, keys and values of global attention by matrices of their own; here there is one set.
/// Causal, `causal_keys` of it, as the article has it for language models without global tokens.
///
/// @param tokens    n
/// @param reach     how many tokens on each side
/// @param globals   indices of the global tokens, in any order
/// @param dilation  at least 1
/// @throws          Error if the dilation is 0, or there is no such token
/// Source: Beltagy, Peters and Cohan, Longformer: The Long-Document Transformer (2020), 3.1.
KeyLists longformer_keys(arma::uword tokens, arma::uword reach, const arma::uvec& globals = {},
                         arma::uword dilation = 1);

} // namespace epreuve::attention
