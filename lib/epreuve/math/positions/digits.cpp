#include "epreuve/math/positions/digits.hpp"

#include "epreuve/error.hpp"

#include <string_view>
#include <vector>

namespace epreuve::math {
namespace {

void require_number_and_base(std::string_view caller, std::int64_t k, std::int64_t b)
{
  if (k < 0)
    throw Error("{}: k must not be negative (only then are its digits those of a sum), got {}",
                caller, k);
  if (b < 2)
    throw Error("{}: the base b must be at least 2, got {}", caller, b);
}

} // namespace

std::int64_t digit(std::int64_t k, std::uint64_t i, std::int64_t b)
{
  require_number_and_base("digit", k, b);
  for (; i > 0 && k > 0; --i)
    k /= b;
  return k % b;
}

arma::vec digits(std::int64_t k, std::int64_t b)
{
  require_number_and_base("digits", k, b);
  if (b > std::int64_t{1} << 53)
    throw Error("digits: the base b must be at most 2^53 (its digits are doubles), got {}", b);
  std::vector<double> c;
  do {
    c.push_back(double(k % b));
    k /= b;
  } while (k > 0);
  return arma::vec(c);
}

} // namespace epreuve::math
