// [position_of] you read the fastest pair alone; it has made whole turns that only the slower pairs know of
long exercise::position_of(const arma::vec& w, double p)
{
  const double angle = std::atan2(w(1), w(0));
  return std::lround(angle < 0 ? angle + 2 * std::acos(-1.) : angle);
}
