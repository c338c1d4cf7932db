// [duplicate_token_score] you take the first copy alone; the weights on all earlier copies belong together
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens(j) == tokens(i)) {
        sum += pattern(i, j);
        ++queries;
        break;
      }
  return queries == 0 ? 0 : sum / queries;
}
