// [one_after_the_other] A is right, but B1 B2 lets the second head act first
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {second.A * first.A, first.B * second.B};
}
