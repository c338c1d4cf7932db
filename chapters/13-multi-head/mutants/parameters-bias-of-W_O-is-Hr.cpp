// [layer_parameters] you give W_O H r biases; it returns n numbers, and has a bias for each of these
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return biases ? weights + queries + keys + values + queries : weights;
}
