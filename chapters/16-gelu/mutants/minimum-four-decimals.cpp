// [gelu_minimum] these are four decimals; a search on a grid finds no more than its step
double exercise::gelu_minimum()
{
  double best = 0;
  for (int i = -10000; i <= 0; ++i)
    if (gelu(i / 10000.0) < gelu(best))
      best = i / 10000.0;
  return best;
}
