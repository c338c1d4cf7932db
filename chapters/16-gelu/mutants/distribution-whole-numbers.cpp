// [normal_distribution] you return 0 for every x; if there is a 1 / 2 in it, mind that of whole numbers that is 0
double exercise::normal_distribution(double)
{
  return 0;
}
