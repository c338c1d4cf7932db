// [rotation] one of your sines needs a minus sign: this matrix mirrors, or stretches
arma::mat exercise::rotation(double omega)
{
  arma::mat M(2, 2);
  M.diag().fill(std::cos(omega));
  M(0, 1) = M(1, 0) = std::sin(omega);
  return M;
}
