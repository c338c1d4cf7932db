#include "epreuve/instruments/heads/layer_of_heads.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_pattern.hpp"

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

} // namespace epreuve::instruments
