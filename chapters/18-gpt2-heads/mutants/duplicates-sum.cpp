// [duplicate_token_score] you return the sum; divide by the number of queries that have an earlier copy
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i])
        sum += pattern(i, j);
  return sum;
}
