// [grouped_heads] you let tokens hear later ones although the layer is causal
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> W_K = split(layer.W_K, G), W_V = split(layer.W_V, G);
  Layer repeated;
  repeated.W_Q = layer.W_Q;
  repeated.W_O = layer.W_O;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
    repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
  }
  return multi_head(repeated, H, x, false);
}
