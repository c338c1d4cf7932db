// [rotation] you take omega to be in degrees; it is in radians, as std::cos expects
arma::mat exercise::rotation(double omega)
{
  const double radians = omega * arma::datum::pi / 180;
  const double c = std::cos(radians), s = std::sin(radians);
  return arma::mat{{c, -s}, {s, c}};
}
