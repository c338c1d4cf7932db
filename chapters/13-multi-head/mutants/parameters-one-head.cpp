// [layer_parameters] you count one head; there are H with queries and G with keys and values
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword queries = r, keys = r, values = r;
  const arma::uword weights = (queries + keys + values) * n + n * queries;
  return biases ? weights + queries + keys + values + n : weights;
}
