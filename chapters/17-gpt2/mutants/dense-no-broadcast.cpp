// [dense] you add b as it is: Armadillo adds matrices of the same size only and does not repeat a column; b is added to every column
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  return layer.W * x + layer.b;
}
