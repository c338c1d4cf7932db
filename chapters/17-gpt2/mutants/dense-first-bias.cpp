// [dense] you add b_0 to every entry; each neuron, a row, has its own
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  return layer.W * x + layer.b(0);
}
