// [layer_parameters] you count biases where there are none
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return weights + queries + keys + values + n;
}
