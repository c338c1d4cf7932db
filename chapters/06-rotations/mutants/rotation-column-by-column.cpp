// [rotation] you turn clockwise: the minus sign belongs to the upper right entry
arma::mat exercise::rotation(double omega)
{
  arma::mat M(2, 2);
  M(0) = std::cos(omega);
  M(1) = -std::sin(omega);
  M(2) = std::sin(omega);
  M(3) = std::cos(omega);
  return M;
}
