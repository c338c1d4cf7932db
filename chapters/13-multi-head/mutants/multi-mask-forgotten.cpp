// [multi_head] you let tokens hear later ones although the layer is causal
arma::mat exercise::multi_head(const Layer& layer, arma::uword H, const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, H),
                               V = split(layer.W_V * x, H);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
    A.each_col() -= arma::max(A, 1);
    A = arma::exp(A);
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[h] * A.t());
  }
  return layer.W_O * outputs;
}
