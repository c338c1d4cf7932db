// [multi_head] you put the last head at the top; the first columns of W_O are for head 0
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
    A.each_col() -= arma::max(A, 1);
    A = arma::exp(A);
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(V[h] * A.t(), outputs);
  }
  return layer.W_O * outputs;
}
