// [layer_parameters] you count four matrices of n x n; W_Q has H r rows, and H r need not be n
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword keys = n * G / H;
  const arma::uword weights = 2 * n * n + 2 * n * keys;
  return biases ? weights + 2 * n + 2 * keys : weights;
}
