// [duplicate_token_score] where nothing is repeated you divide 0 by 0; the score is 0 there
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool copied = false;
    for (arma::uword j = 0; j < i; ++j)
      if (tokens(j) == tokens(i)) {
        sum += pattern(i, j);
        copied = true;
      }
    queries += copied;
  }
  return sum / queries;
}
