// [seen_through] you count the paths; it is asked whether there is one, 0 or 1
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = M * R + R;
  return R;
}
