// [gelu_inverse] you go on in the wrong half: where GELU(middle) is below y, x is further right
double exercise::gelu_inverse(double y)
{
  double low = -0.7517915246935645, high = std::abs(y) + 1;
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (gelu(middle) > y ? low : high) = middle;
  }
  return high;
}
