// [cosine] you divide by one of the two lengths only
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return arma::dot(u, v) / arma::norm(u);
}
