// [duplicate_token_score] you divide by the number of pairs; a query counts once, however many copies it has
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, pairs = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i]) {
        sum += pattern(i, j);
        ++pairs;
      }
  return pairs == 0 ? 0 : sum / pairs;
}
