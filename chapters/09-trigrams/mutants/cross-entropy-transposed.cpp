// [cross_entropy] you exchange the words: the row is the first of the two
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  double sum = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    sum -= std::log(P(text(i + 1), text(i)));
  return sum / static_cast<double>(text.n_elem - 1);
}
