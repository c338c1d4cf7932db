// [seen_through] your layers are in the wrong order: what a token has gathered in an early layer, a later one passes on, not the reverse
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (R * M + R) > 0;
  return R;
}
