// [layer_parameters] W_O is forgotten: what the heads return is taken back to n numbers
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = H * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n;
  return biases ? weights + queries + keys + values + n : weights;
}
