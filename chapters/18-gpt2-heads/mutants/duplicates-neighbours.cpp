// [duplicate_token_score] you compare a token with its neighbour alone; any earlier place may hold a copy
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 1; i < tokens.n_elem; ++i)
    if (tokens[i - 1] == tokens[i]) {
      sum += pattern(i, i - 1);
      ++queries;
    }
  return queries == 0 ? 0 : sum / queries;
}
