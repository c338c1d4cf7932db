// [seen_through] rows and columns are exchanged: row i is the output, column j the token that it depends on
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (M * R + R) > 0;
  return R.t();
}
