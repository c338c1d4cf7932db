// [cosine] you return the angle; its cosine is wanted
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  return std::acos(std::clamp(arma::dot(u, v) / (arma::norm(u) * arma::norm(v)), -1.0, 1.0));
}
