// [one_after_the_other] you multiply both pairs in the order of reading; what acts first stands on the right
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {first.A * second.A, first.B * second.B};
}
