// [duplicate_token_score] you count the token itself among its copies; only j < i are earlier
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    double on_copies = 0;
    int copies = 0;
    for (arma::uword j = 0; j <= i; ++j)
      if (tokens(j) == tokens(i)) {
        on_copies += pattern(i, j);
        ++copies;
      }
    if (copies > 1) {
      sum += on_copies;
      ++queries;
    }
  }
  return queries == 0 ? 0 : sum / queries;
}
