// [dense] you multiply by the transpose of W, which is out x in already
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = layer.W.t() * x;
  y.each_col() += layer.b;
  return y;
}
