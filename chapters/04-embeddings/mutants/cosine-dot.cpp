// [cosine] this is the product u . v; divide it by both lengths
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return arma::dot(u, v);
}
