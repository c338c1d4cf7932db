// [layer_parameters] you let the heads of a group share their queries too; each has its own
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = G * r, keys = G * r, values = G * r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return biases ? weights + queries + keys + values + n : weights;
}
