// [gelu] you return 0: 1 / 2 of whole numbers is 0; write 0.5
double exercise::gelu(double)
{
  return 0;
}
