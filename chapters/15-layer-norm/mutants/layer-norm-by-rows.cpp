// [layer_norm] you norm each row, a dimension over the tokens; layer norm is of each column, a token over its dimensions
arma::mat exercise::layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                               double epsilon)
{
  arma::mat y = x;
  for (arma::uword i = 0; i < x.n_rows; ++i) {
    const arma::rowvec centred = x.row(i) - arma::mean(x.row(i));
    const double variance = arma::mean(arma::square(centred));
    y.row(i) = gain(i) * centred / std::sqrt(variance + epsilon) + bias(i);
  }
  return y;
}
