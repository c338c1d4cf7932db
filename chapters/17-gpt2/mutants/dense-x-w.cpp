// [dense] you multiply x W; a neuron is a row of W and meets the columns of x, W x
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = x * layer.W;
  y.each_col() += layer.b;
  return y;
}
