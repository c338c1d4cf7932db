// [multi_head] your heads take every H-th row; head h has the rows h r to (h + 1) r - 1
arma::mat exercise::multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal)
{
  const auto deal = [H](const arma::mat& M) {
    std::vector<arma::mat> heads;
    for (arma::uword h = 0; h < H; ++h)
      heads.push_back(M.rows(arma::regspace<arma::uvec>(h, H, M.n_rows - H + h)));
    return heads;
  };
  const std::vector<arma::mat> Q = deal(layer.W_Q * x), K = deal(layer.W_K * x),
                               V = deal(layer.W_V * x);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A.each_col() -= arma::max(A, 1);
    A = arma::exp(A);
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[h] * A.t());
  }
  return layer.W_O * outputs;
}
