// [merged] you scale the sums but not the values; they take the same factors
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.sum == 0)
    return b;
  if (b.sum == 0)
    return a;
  const double m = std::max(a.largest, b.largest);
  return {m, a.sum * std::exp(a.largest - m) + b.sum * std::exp(b.largest - m),
          a.values + b.values};
}
