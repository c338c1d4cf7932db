// [dense] you add b as a row; it has an entry for each neuron and is added to every column
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = layer.W * x;
  y.each_row() += layer.b.t();
  return y;
}
