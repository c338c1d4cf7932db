// [cosine] you divide by the squared lengths; the cosine would then change with the unit of length
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return arma::dot(u, v) / (arma::dot(u, u) * arma::dot(v, v));
}
