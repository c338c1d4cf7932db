// [merged] overflow: e^{a.largest} is too large a number; take exponentials of differences only
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  Partial both;
  both.largest = std::max(a.largest, b.largest);
  const double w_a = std::exp(a.largest), w_b = std::exp(b.largest), w = std::exp(both.largest);
  both.sum = (w_a * a.sum + w_b * b.sum) / w;
  both.values = (w_a * a.values + w_b * b.values) / w;
  return both;
}
