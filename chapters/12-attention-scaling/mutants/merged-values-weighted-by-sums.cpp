// [merged] you multiply the values by their sums too; a Partial holds values that are not divided by the sum
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double m = std::max(a.largest, b.largest);
  const double of_a = a.sum == 0 ? 0 : std::exp(a.largest - m);
  const double of_b = b.sum == 0 ? 0 : std::exp(b.largest - m);
  if (a.sum == 0 || b.sum == 0)
    return a.sum == 0 ? b : a;
  return {m, of_a * a.sum + of_b * b.sum, of_a * a.sum * a.values + of_b * b.sum * b.values};
}
