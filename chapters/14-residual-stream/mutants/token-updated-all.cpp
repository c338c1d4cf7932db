// [token_updated] you add y to every token; only token t is updated
arma::mat exercise::token_updated(const arma::mat& x, arma::uword t, const arma::vec& y)
{
  arma::mat next = x;
  next.each_col() += y;
  (void)t;
  return next;
}
