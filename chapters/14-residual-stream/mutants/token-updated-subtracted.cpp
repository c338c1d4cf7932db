// [token_updated] you subtract y
arma::mat exercise::token_updated(const arma::mat& x, arma::uword t, const arma::vec& y)
{
  arma::mat next = x;
  next.col(t) -= y;
  return next;
}
