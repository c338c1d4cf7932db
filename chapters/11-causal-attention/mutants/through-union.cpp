// [seen_through] you unite what the layers show; a token also hears what those whom it sees have heard before
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = (R + M) > 0;
  return R;
}
