// [fewest_heads] this is the rank of the sum as a matrix; one head alone may have any rank. Put its entries into another order first
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  arma::mat M = arma::kron(A[0], W[0]);
  for (arma::uword h = 1; h < A.size(); ++h)
    M += arma::kron(A[h], W[h]);
  return arma::rank(M, 1e-9);
}
