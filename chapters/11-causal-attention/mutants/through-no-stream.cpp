// [seen_through] a layer keeps the token itself, by the residual stream: besides what it sees, output i always depends on token i
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (M * R) > 0;
  return R;
}
