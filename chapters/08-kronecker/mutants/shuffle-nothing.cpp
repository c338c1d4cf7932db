// [shuffle] your shuffle moves nothing: vec(M^T) has the entries of vec(M) in another order
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::umat places(n, p);
  for (arma::uword k = 0; k < n * p; ++k)
    places(k) = k;
  return arma::vectorise(places);
}
