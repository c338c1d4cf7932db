// [layer_norm] you norm the rows; a token is a column, with a mean and a variance of its own
arma::mat exercise::layer_norm(const LayerNorm& norm, const arma::mat& x)
{
  arma::mat y = x;
  for (arma::uword i = 0; i < x.n_rows; ++i) {
    const double m = arma::mean(x.row(i)), v = arma::var(x.row(i), 1);
    y.row(i) = norm.gain(i) * (x.row(i) - m) / std::sqrt(v + norm.epsilon) + norm.bias(i);
  }
  return y;
}
