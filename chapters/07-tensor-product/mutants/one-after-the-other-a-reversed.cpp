// [one_after_the_other] A1 A2 would be right if A were not transposed; (A2 A1)^T = A1^T A2^T
exercise::Factors exercise::one_after_the_other(const Factors& first, const Factors& second)
{
  return {first.A * second.A, second.B * first.B};
}
