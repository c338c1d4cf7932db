// [merged] -inf - (-inf) is not a number: if both parts are empty, so is the result
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  if (a.largest < b.largest)
    return exercise::merged(b, a);
  const double factor = std::exp(b.largest - a.largest);
  return {a.largest, a.sum + factor * b.sum, a.values + factor * b.values};
}
