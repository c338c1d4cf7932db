// [rearrangement] this is the transpose: it sends token j to place order_j, instead of taking token order_j to place j
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  arma::mat A(order.n_elem, order.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j < order.n_elem; ++j)
    A(order(j), j) = 1;
  return A;
}
