// [gelu] you multiply by the density, the derivative of Phi; GELU is x Phi(x)
double exercise::gelu(double x)
{
  return x * arma::normpdf(x);
}
