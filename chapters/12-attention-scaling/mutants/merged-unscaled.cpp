// [merged] you add sums that are relative to different largest scores; scale them first
exercise::Partial exercise::merged(const Partial& a, const Partial& b)
{
  Partial both = a;
  both.largest = a.largest > b.largest ? a.largest : b.largest;
  both.sum += b.sum;
  both.values += b.values;
  return both;
}
