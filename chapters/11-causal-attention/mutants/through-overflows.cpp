// [seen_through] the numbers of paths outgrow an integer: after many layers they are multiples of 2^64, which it takes for 0. Make them 0 and 1 after every layer
arma::umat exercise::seen_through(const std::vector<arma::umat>& layers)
{
  arma::umat R = arma::eye<arma::umat>(arma::size(layers.front()));
  for (const arma::umat& M : layers)
    R = M * R + R;
  return R > 0;
}
