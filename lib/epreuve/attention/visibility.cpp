#include "epreuve/attention/visibility.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::attention {

namespace {

template <typename Relation>
arma::umat pairs(arma::uword tokens, const Relation& sees)
{
  arma::umat M(tokens, tokens);
  for (arma::uword j = 0; j < tokens; ++j)
    for (arma::uword i = 0; i < tokens; ++i)
      M(i, j) = sees(i, j) ? 1 : 0;
  return M;
}

void halve(arma::uword first, arma::uword end, std::vector<arma::umat>& masks)
{
  if (end - first < 2)
    return;
  const arma::uword middle = first + (end - first - 1) / 2;
  masks[0].row(middle).subvec(first, middle).ones();
  masks[1].col(middle).subvec(middle, end - 1).ones();
  halve(first, middle, masks);
  halve(middle + 1, end, masks);
}

} // namespace

arma::umat causal_visibility(arma::uword tokens)
{
  return pairs(tokens, [](arma::uword i, arma::uword j) { return j <= i; });
}

arma::umat prefix_visibility(arma::uword tokens, arma::uword prefix)
{
  if (prefix > tokens)
    throw Error("prefix_visibility: the prefix is a part of the text, expected at most {} tokens, "
                "got {}",
                tokens, prefix);
  return pairs(tokens, [=](arma::uword i, arma::uword j) { return j <= i || j < prefix; });
}

arma::umat window_visibility(arma::uword tokens, arma::uword width)
{
  if (width == 0)
    throw Error("window_visibility: the width counts the token itself, expected at least 1, got 0");
  return pairs(tokens, [=](arma::uword i, arma::uword j) { return j <= i && i - j < width; });
}

arma::umat block_visibility(arma::uword tokens, arma::uword block, arma::uword shift)
{
  if (block == 0)
    throw Error("block_visibility: a block has at least 1 token, got 0");
  if (shift >= block)
    throw Error("block_visibility: the first block keeps at least 1 token, expected a shift below "
                "{}, got {}",
                block, shift);
  return pairs(tokens, [=](arma::uword i, arma::uword j) {
    return (i + shift) / block == (j + shift) / block;
  });
}

arma::umat strided_visibility(arma::uword tokens, arma::uword stride)
{
  if (stride == 0)
    throw Error("strided_visibility: the stride must be at least 1, got 0");
  return pairs(tokens,
               [=](arma::uword i, arma::uword j) { return j <= i && (i - j) % stride == 0; });
}

arma::umat dilated_visibility(arma::uword tokens, arma::uword width, arma::uword dilation)
{
  if (width == 0 || dilation == 0)
    throw Error("dilated_visibility: width and dilation must be at least 1, got {} and {}", width,
                dilation);
  return strided_visibility(tokens, dilation) %
         window_visibility(tokens, (width - 1) * dilation + 1);
}

std::vector<arma::umat> halving_visibility(arma::uword tokens)
{
  std::vector<arma::umat> masks(2, arma::umat(tokens, tokens, arma::fill::eye));
  halve(0, tokens, masks);
  return masks;
}

arma::umat seen_through(const std::vector<arma::umat>& layers)
{
  if (layers.empty())
    throw Error("seen_through: expected the mask of at least one layer, got none");
  const arma::uword K = layers.front().n_rows;
  arma::umat seen(K, K, arma::fill::eye);
  for (const arma::umat& M : layers) {
    if (arma::size(M) != arma::size(seen))
      throw Error("seen_through: every layer has the same tokens as queries and as keys, expected "
                  "masks {}, got {}",
                  shape(seen), shape(M));
    arma::umat further = seen; // the stream
    for (arma::uword k = 0; k < K; ++k)
      for (arma::uword i = 0; i < K; ++i)
        if (M(i, k) != 0)
          further.row(i) = arma::max(further.row(i), seen.row(k));
    seen = further;
  }
  return seen;
}

} // namespace epreuve::attention
