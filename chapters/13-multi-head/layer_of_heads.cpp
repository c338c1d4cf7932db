#include "layer_of_heads.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::instruments {

RationalMatrix rows_of(const RationalMatrix& M, arma::uword first, arma::uword count)
{
  RationalMatrix some(count, M.cols());
  for (arma::uword i = 0; i < count; ++i)
    for (arma::uword j = 0; j < M.cols(); ++j)
      some(i, j) = M(first + i, j);
  return some;
}

RationalMatrix columns_of(const RationalMatrix& M, arma::uword first, arma::uword count)
{
  return transpose(rows_of(transpose(M), first, count));
}

static void check(const LayerOfHeads& layer)
{
  const arma::uword n = layer.W_Q.rows();
  if (layer.r == 0 || n % layer.r != 0)
    throw Error("layer of heads: r must divide the {} rows of W_Q, got {}", n, layer.r);
  for (const RationalMatrix* W : {&layer.W_Q, &layer.W_K, &layer.W_V, &layer.W_O})
    if (W->rows() != n || W->cols() != n)
      throw Error("layer of heads: all matrices must be {0} x {0} as W_Q has rows, got {1} x {2}",
                  n, W->rows(), W->cols());
}

std::vector<ExactHead> heads_of(const LayerOfHeads& layer)
{
  check(layer);
  std::vector<ExactHead> heads;
  for (arma::uword first = 0, r = layer.r; first < layer.W_Q.rows(); first += r)
    heads.push_back({rows_of(layer.W_Q, first, r), rows_of(layer.W_K, first, r),
                     rows_of(layer.W_V, first, r), columns_of(layer.W_O, first, r)});
  return heads;
}

RationalMatrix by_bands(const LayerOfHeads& layer, const RationalMatrix& x)
{
  check(layer);
  const RationalMatrix Q = layer.W_Q * x, K = layer.W_K * x, V = layer.W_V * x;
  RationalMatrix mixed(V.rows(), x.cols());
  for (arma::uword first = 0, r = layer.r; first < V.rows(); first += r) {
    const RationalMatrix A =
        rational_pattern(transpose(rows_of(Q, first, r)) * rows_of(K, first, r));
    for (arma::uword i = first; i < first + r; ++i)
      for (arma::uword k = 0; k < x.cols(); ++k)
        for (arma::uword l = 0; l < x.cols(); ++l)
          mixed(i, k) += A(k, l) * V(i, l);
  }
  return layer.W_O * mixed;
}

std::function<bool(evidence::Draw&)> over_layers(
    std::function<bool(evidence::Draw&, const LayerOfHeads&, const RationalMatrix& x)> holds)
{
  return [holds](evidence::Draw& draw) {
    const arma::uword heads = draw.size("heads", 1, 3), r = draw.size("r", 1, 2), n = heads * r;
    const auto matrix = [&](const char* name, arma::uword columns) {
      return RationalMatrix(draw.integer_matrix(name, n, columns, -1, 1));
    };
    const LayerOfHeads layer{r, matrix("W_Q", n), matrix("W_K", n), matrix("W_V", n),
                             matrix("W_O", n)};
    return holds(draw, layer, matrix("x", draw.size("K", 1, 3)));
  };
}

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
