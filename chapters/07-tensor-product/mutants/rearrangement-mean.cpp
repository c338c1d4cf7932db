// [rearrangement] each row of your A is divided by p; a token is moved whole
arma::mat exercise::rearrangement(const arma::uvec& order)
{
  arma::mat A(order.n_elem, order.n_elem, arma::fill::zeros);
  for (arma::uword j = 0; j < order.n_elem; ++j)
    A(j, order(j)) = 1.0 / double(order.n_elem);
  return A;
}
