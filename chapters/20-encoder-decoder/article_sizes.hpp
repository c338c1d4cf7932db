#pragma once

#include <armadillo>

#include <utility>
#include <vector>

namespace epreuve::instruments {

/// A line of table 3 of the article of 2017: the sizes of a model, and the number of weights that is printed for it.
struct ArticleSizes
{
  const char* name;
  arma::uword n = 512, hidden = 2048, blocks = 6, heads = 8;
  arma::uword key = 64, value = 64; ///< dimensions of one head
  double printed = 0;               ///< in millions
};

/// The eleven lines that have a number of weights; the base model is the first, the large one the last.
/// Source: Vaswani et al., Attention is all you need (2017), table 3.
const std::vector<ArticleSizes>& article_sizes();

/// One attention, without biases: W_Q, W_K, W_V and W_O of all heads, 2 n h (d_k + d_v).
double weights_of_attention(const ArticleSizes& of);

/// The network of a block: 2 n f + f + n.
double weights_of_network(const ArticleSizes& of);

/// All blocks. An encoder's has one attention, a network and two norms of 2n; a decoder's two, one and three.
double weights_of_blocks(const ArticleSizes& of);

/// The least and the largest number of rows of one shared embedding with which all weights are rounded to the printed number.
std::pair<double, double> rows_of_embedding(const ArticleSizes& of);

} // namespace epreuve::instruments
