// [dense] only the first token gets the bias; b is added to every column
arma::mat exercise::dense(const Dense& layer, const arma::mat& x)
{
  arma::mat y = layer.W * x;
  for (arma::uword i = 0; i < layer.b.n_elem; ++i)
    y(i) += layer.b(i);
  return y;
}
