// [seen_through] the token itself is kept at the end only; it passes every layer by the residual stream, and may be asked by others in a later one
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = layers.front();
  for (std::size_t l = 1; l < layers.size(); ++l)
    R = (layers[l] * R) > 0;
  return (R + arma::eye<arma::umat>(arma::size(R))) > 0;
}
