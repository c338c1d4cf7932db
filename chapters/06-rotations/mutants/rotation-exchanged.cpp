// [rotation] you exchanged cosine and sine: at omega = 0 the matrix must be the identity
arma::mat exercise::rotation(double omega)
{
  arma::mat M = {{std::sin(omega), -std::cos(omega)}, {std::cos(omega), std::sin(omega)}};
  return M;
}
