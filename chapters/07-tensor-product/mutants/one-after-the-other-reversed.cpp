// [one_after_the_other] you multiply both pairs in reading order; what acts first is on the right
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {first.A * second.A, first.B * second.B};
}
