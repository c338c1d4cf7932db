// [one_after_the_other] you return A^T: the action contains the transposition already
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {first.A.t() * second.A.t(), second.B * first.B};
}
