#include "race.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

arma::vec win_probabilities(const arma::vec& x, const std::function<double(double)>& F,
                            const std::function<double(double)>& f)
{
  if (x.is_empty() || !x.is_finite())
    throw Error("win_probabilities: x must be finite and have an entry, got {} entries", x.n_elem);
  constexpr double h = 0.25;
  arma::vec p(x.n_elem);
  for (const double t : arma::vec(arma::regspace(x.max() - 15, h, x.max() + 60)))
    for (arma::uword i = 0; i < x.n_elem; ++i) {
      arma::vec factors = t - x;
      factors.transform(F);
      factors(i) = f(t - x(i));
      p(i) += h * arma::prod(factors);
    }
  return p;
}

} // namespace epreuve::instruments
