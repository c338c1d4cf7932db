// [learnt_shift] you return the transpose of A: solve() gives A^T if both sides were transposed
arma::mat exercise::learnt_shift(const arma::mat& W)
{
  arma::mat examples = W.t();
  const arma::mat next = examples.tail_rows(W.n_cols - 1);
  examples.shed_row(W.n_cols - 1);
  return arma::solve(examples, next);
}
