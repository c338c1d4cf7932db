#include "epreuve/math/positions/position_similarity.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/cosine_integral.hpp"
#include "epreuve/math/positions/positions.hpp"

#include <cmath>

namespace epreuve::math {

arma::vec position_similarity(const arma::vec& l, arma::uword n, double base)
{
  const arma::vec omega = frequencies(n, base);
  arma::vec similarity = l;
  return similarity.transform(
      [&](double distance) { return arma::accu(arma::cos(distance * omega)); });
}

arma::vec smooth_position_similarity(const arma::vec& l, arma::uword n, double base)
{
  if (n == 0 || n % 2 != 0)
    throw Error("smooth_position_similarity: n must be even and positive, got {}", n);
  if (!std::isfinite(base) || base <= 1)
    throw Error("smooth_position_similarity: the base must be finite and above 1, got {}", base);
  arma::vec similarity = l;
  return similarity.transform([&](double distance) {
    const double integral = cosine_integral(distance) - cosine_integral(distance / base);
    const double ends = std::cos(distance) - std::cos(distance / base);
    return n / (2 * std::log(base)) * integral + ends / 2;
  });
}

} // namespace epreuve::math
