#include "monotone.hpp"

#include <utility>

namespace epreuve::instruments {

evidence::Predicate rises(std::function<double(double)> f, double lo, double hi, double slack)
{
  return [f = std::move(f), lo, hi, slack](evidence::Draw& draw) {
    const double a = draw.real("a", lo, hi);
    const double b = draw.real("b", a, hi);
    return f(a) <= f(b) + slack;
  };
}

evidence::Predicate falls(std::function<double(double)> f, double lo, double hi, double slack)
{
  return rises([f = std::move(f)](double x) { return -f(x); }, lo, hi, slack);
}

} // namespace epreuve::instruments
