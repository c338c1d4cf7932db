// [seen_through] you keep what every layer shows; one layer is enough for a token to be heard of, and further ones pass it on
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = layers.front();
  for (const arma::umat& M : layers)
    R %= M;
  return (R + arma::eye<arma::umat>(arma::size(R))) > 0;
}
