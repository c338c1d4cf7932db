// [fewest_heads] you count the patterns that differ; three may differ and one of them be the sum of the others
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  arma::uword different = 0;
  for (arma::uword h = 0; h < A.size(); ++h) {
    bool is_new = arma::any(arma::vectorise(W[h]) != 0);
    for (arma::uword i = 0; i < h; ++i)
      is_new = is_new && !arma::approx_equal(A[h], A[i], "absdiff", 1e-9);
    different += is_new ? 1 : 0;
  }
  return different;
}
