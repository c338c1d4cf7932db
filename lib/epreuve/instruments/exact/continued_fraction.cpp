#include "epreuve/instruments/exact/continued_fraction.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

std::vector<Convergent> convergents(const Reference& x, std::int64_t most)
{
  if (!(x > 0) || most <= 0 || most >= 1'000'000'000'000)
    throw Error("convergents: x must be positive and the largest numerator between 1 and 10^12, "
                "got {} and {}",
                x.convert_to<double>(), most);
  std::vector<Convergent> result;
  Convergent last{1, 0}, before{0, 1};
  for (Reference rest = x;;) {
    const Reference whole = floor(rest), fraction = rest - whole;
    const Reference numerator = whole * last.numerator + before.numerator;
    if (numerator > most)
      return result;
    const auto a = whole.convert_to<std::int64_t>();
    const Convergent next{a * last.numerator + before.numerator,
                          a * last.denominator + before.denominator};
    result.push_back(next);
    if (fraction < 1e-20)
      throw Error("convergents: x must not be rational, got {}/{}", next.numerator,
                  next.denominator);
    before = last;
    last = next;
    rest = 1 / fraction;
  }
}

} // namespace epreuve::instruments
