// [overlap] you take the columns as if they were of length 1 and orthogonal; make an orthonormal basis of each subspace first
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  return arma::accu(arma::square(A.t() * B)) / double(std::min(A.n_cols, B.n_cols));
}
