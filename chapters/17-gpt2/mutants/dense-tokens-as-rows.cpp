// [dense] your result has a row for each token; tokens stay columns, so it is W x, out x K
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = x.t() * layer.W.t();
  y.each_row() += layer.b.t();
  return y;
}
