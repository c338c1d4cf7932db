// [position_vector] you write all cosines first and then all sines; each sine follows its cosine
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec angles = double(k) * frequencies(n, p);
  return arma::join_cols(arma::cos(angles), arma::sin(angles));
}
