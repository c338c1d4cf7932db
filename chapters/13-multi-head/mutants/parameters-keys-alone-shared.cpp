// [layer_parameters] you share the keys alone; values are shared too
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = H * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return biases ? weights + queries + keys + values + n : weights;
}
