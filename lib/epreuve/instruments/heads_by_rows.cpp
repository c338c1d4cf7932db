#include "epreuve/instruments/heads_by_rows.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/rational_pattern.hpp"

#include <fmt/format.h>

namespace epreuve::instruments {

RationalMatrix head_by_rows(const HeadByRows& head, const RationalMatrix& X)
{
  return rational_pattern(X * head.W_Q * transpose(X * head.W_K)) * (X * head.W_V);
}

RationalMatrix side_by_side(const std::vector<HeadByRows>& heads, const RationalMatrix& X)
{
  if (heads.empty())
    throw Error("side_by_side: there must be at least one head, got none");
  RationalMatrix all = head_by_rows(heads.front(), X);
  for (std::size_t h = 1; h < heads.size(); ++h)
    all = join_rows(all, head_by_rows(heads.at(h), X));
  return all;
}

std::vector<ExactHead> with_their_rows(const std::vector<HeadByRows>& heads,
                                       const RationalMatrix& W_O)
{
  arma::uword rows = 0;
  for (const HeadByRows& head : heads)
    rows += head.W_V.cols();
  if (W_O.rows() != rows)
    throw Error(
        "with_their_rows: W_O must have a row for each of the {} columns of the heads side by "
        "side, got {}",
        rows, W_O.rows());
  std::vector<ExactHead> in_columns;
  arma::uword from = 0;
  for (const HeadByRows& head : heads) {
    RationalMatrix output(W_O.cols(), head.W_V.cols());
    for (arma::uword i = 0; i < output.rows(); ++i)
      for (arma::uword j = 0; j < output.cols(); ++j)
        output(i, j) = W_O(from + j, i);
    from += output.cols();
    in_columns.push_back({transpose(head.W_Q), transpose(head.W_K), transpose(head.W_V), output});
  }
  return in_columns;
}

std::vector<HeadByRows> draw_heads_by_rows(evidence::Draw& draw, arma::uword count, arma::uword n,
                                           arma::uword d)
{
  const auto weights = [&](const char* name, arma::uword h) {
    return RationalMatrix(draw.integer_matrix(fmt::format("{}_{}", name, h), n, d, -2, 2));
  };
  std::vector<HeadByRows> heads;
  for (arma::uword h = 1; h <= count; ++h) {
    const RationalMatrix W_Q = weights("W_Q", h), W_K = weights("W_K", h);
    heads.push_back({W_Q, W_K, weights("W_V", h)});
  }
  return heads;
}

std::vector<HeadByRows> draw_heads_by_rows(evidence::Draw& draw, arma::uword count)
{
  const arma::uword n = draw.size("n", 1, 3), d = draw.size("d", 1, 3);
  return draw_heads_by_rows(draw, count, n, d);
}

RationalMatrix draw_tokens_by_rows(evidence::Draw& draw, arma::uword n)
{
  const arma::uword L = draw.size("L", 1, 4);
  return RationalMatrix(draw.integer_matrix("X", L, n, -2, 2));
}

} // namespace epreuve::instruments
