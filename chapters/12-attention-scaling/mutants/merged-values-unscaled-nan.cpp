// [merged] you scale the sums but not the values, which take the same factors; and -inf - (-inf) is not a number
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  const double largest = std::max(a.largest, b.largest);
  const double of_a = std::exp(a.largest - largest), of_b = std::exp(b.largest - largest);
  return {largest, of_a * a.sum + of_b * b.sum, a.values + b.values};
}
