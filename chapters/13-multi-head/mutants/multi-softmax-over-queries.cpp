// [multi_head] your softmax is over queries, by columns; each query shares out its attention over the keys
arma::mat exercise::multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, H),
                               V = split(layer.W_V * x, H);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A.each_row() -= arma::max(A, 0);
    A = arma::exp(A);
    A.each_row() /= arma::sum(A, 0);
    outputs = arma::join_cols(outputs, V[h] * A.t());
  }
  return layer.W_O * outputs;
}
