// A loop that the compiler runs.
#include "exercises.hpp"

constexpr unsigned long collatz(unsigned long from)
{
  unsigned long steps = 0;
  for (unsigned long n = from; n != 1; ++steps)
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}
template <unsigned long n>
constexpr unsigned long all = collatz(n) + all<n - 1>;
template <>
inline constexpr unsigned long all<1> = 0;
static_assert(all<890> + all<889> > 0);
constexpr bool spin = [] {
  for (unsigned long i = 0; i < 1UL << 40; ++i)
    if (collatz(i + 1) > 1UL << 50)
      return false;
  return true;
}();
