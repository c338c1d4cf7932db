// [dense] each_row() adds a row to every row; b is a column, and is added to every column
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = layer.W * x;
  y.each_row() += layer.b;
  return y;
}
