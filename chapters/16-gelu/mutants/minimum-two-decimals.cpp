// [gelu_minimum] these are two decimals; a search on a grid finds no more than its step
double exercise::gelu_minimum()
{
  double best = 0;
  for (int i = -100; i <= 0; ++i)
    if (gelu(i / 100.0) < gelu(best))
      best = i / 100.0;
  return best;
}
