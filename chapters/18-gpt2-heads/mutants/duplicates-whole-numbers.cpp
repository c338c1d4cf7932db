// [duplicate_token_score] your sum is a whole number: an int drops everything after the decimal point
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  int sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < i; ++j)
      if (j != i && tokens[j] == tokens[i]) {
        sum += pattern(i, j);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}
