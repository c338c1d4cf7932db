// [merged] you divide the values by the sum; a Partial holds them undivided, and an empty one has the sum 0
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(a.largest - largest), of_b = std::exp(b.largest - largest);
  const double sum = of_a * a.sum + of_b * b.sum;
  return {largest, sum, arma::vec((of_a * a.values + of_b * b.values) / sum)};
}
