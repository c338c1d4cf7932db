// [grouped_heads] you add up the queries of a group and let it look once; each head looks with a query of its own
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> W_Q = split(layer.W_Q, H), W_K = split(layer.W_K, G),
                               W_V = split(layer.W_V, G);
  const arma::uword in_group = H / G, r = W_Q[0].n_rows;
  Layer repeated;
  repeated.W_O = layer.W_O;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / in_group;
    arma::mat sum(r, x.n_rows, arma::fill::zeros);
    for (arma::uword i = group * in_group; i < (group + 1) * in_group; ++i)
      sum += W_Q[i];
    repeated.W_Q = arma::join_cols(repeated.W_Q, sum);
    repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
    repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
  }
  return multi_head(repeated, H, x, causal);
}
