// [merged] you scale the sum of b only, as if the largest score were always that of a
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double factor = std::exp(b.largest - a.largest);
  return {std::max(a.largest, b.largest), a.sum + factor * b.sum, a.values + factor * b.values};
}
