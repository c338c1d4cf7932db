#include "epreuve/instruments/heads/heads_by_rows.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"
#include "epreuve/instruments/heads/layer_of_heads.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::instruments {

RationalMatrix attention_by_rows(const RationalMatrix& Q, const RationalMatrix& K,
                                 const RationalMatrix& V)
{
  return rational_pattern(Q * transpose(K)) * V;
}

RationalMatrix head_by_rows(const HeadByRows& head, const RationalMatrix& X)
{
  return attention_by_rows(X * head.W_Q, X * head.W_K, X * head.W_V);
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
    const arma::uword d = head.W_V.cols();
    in_columns.push_back({transpose(head.W_Q), transpose(head.W_K), transpose(head.W_V),
                          transpose(rows_of(W_O, from, d))});
    from += d;
  }
  return in_columns;
}

RationalMatrix written_one_by_one(const std::vector<HeadByRows>& heads, const RationalMatrix& X,
                                  const RationalMatrix& W_O)
{
  RationalMatrix stream(W_O.cols(), X.rows());
  for (const ExactHead& head : with_their_rows(heads, W_O))
    stream = stream + exact_output(head, transpose(X));
  return transpose(stream);
}

RationalMatrix all_at_once(const std::vector<HeadByRows>& heads, const RationalMatrix& X,
                           const RationalMatrix& W_O)
{
  if (heads.empty())
    throw Error("all_at_once: there must be at least one head, got none");
  const arma::uword d = heads.front().W_Q.cols();
  for (const HeadByRows& head : heads)
    if (head.W_Q.cols() != d || head.W_K.cols() != d || head.W_V.cols() != d)
      throw Error("all_at_once: all matrices of all heads must have {} columns, as the first W_Q "
                  "has, got {}, {} and {}",
                  d, head.W_Q.cols(), head.W_K.cols(), head.W_V.cols());
  const auto product = [&](RationalMatrix HeadByRows::* W) {
    RationalMatrix all = heads.front().*W;
    for (std::size_t h = 1; h < heads.size(); ++h)
      all = join_rows(all, heads.at(h).*W);
    return X * all;
  };
  const auto part = [&](const RationalMatrix& M, arma::uword h) { return columns_of(M, h * d, d); };
  const RationalMatrix Q = product(&HeadByRows::W_Q), K = product(&HeadByRows::W_K),
                       V = product(&HeadByRows::W_V);
  RationalMatrix answers(X.rows(), 0);
  for (arma::uword h = 0; h < heads.size(); ++h)
    answers = join_rows(answers, attention_by_rows(part(Q, h), part(K, h), part(V, h)));
  return answers * W_O;
}

namespace {

RowLayer draw_sized(evidence::Draw& draw, arma::uword count, arma::uword n, arma::uword d)
{
  const auto weights = [&](const std::string& name, arma::uword rows, arma::uword cols) {
    return RationalMatrix(draw.integer_matrix(name, rows, cols, -2, 2));
  };
  std::vector<HeadByRows> heads;
  for (arma::uword h = 1; h <= count; ++h) {
    const RationalMatrix W_Q = weights(fmt::format("W_Q_{}", h), n, d);
    const RationalMatrix W_K = weights(fmt::format("W_K_{}", h), n, d);
    heads.push_back({W_Q, W_K, weights(fmt::format("W_V_{}", h), n, d)});
  }
  const arma::uword L = draw.size("L", 1, 4);
  const RationalMatrix X = weights("X", L, n);
  return {heads, X, weights("W_O", count * d, n)};
}

} // namespace

RowLayer draw_row_layer(evidence::Draw& draw, arma::uword heads)
{
  const arma::uword n = draw.size("n", 1, 3), d = draw.size("d", 1, 3);
  return draw_sized(draw, heads, n, d);
}

RowLayer draw_square_row_layer(evidence::Draw& draw, arma::uword heads)
{
  const arma::uword d = draw.size("d", 1, 2);
  RowLayer layer = draw_sized(draw, heads, heads * d, d);
  for (arma::uword i = 0; i < layer.W_O.rows(); ++i)
    for (arma::uword j = i; j < layer.W_O.cols(); ++j)
      layer.W_O(i, j) = i == j;
  return layer;
}

} // namespace epreuve::instruments
