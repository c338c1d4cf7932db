// [rearrangement] you set a 1 at (j, order_j) and another at (order_j, j); a row of A has one
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  arma::mat A(order.n_elem, order.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j < order.n_elem; ++j)
    A(j, order(j)) = A(order(j), j) = 1;
  return A;
}
