// [cosine] you drop the sign: opposite vectors have the cosine -1
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return std::abs(arma::dot(u, v)) / (arma::norm(u) * arma::norm(v));
}
