// [rotation] you turn omega into degrees; std::cos takes radians, and omega is in radians already
arma::mat exercise::rotation(double omega)
{
  const double angle = omega * 180 / arma::datum::pi;
  return {{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
}
