#include "epreuve/instruments/thin_product.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/entropy.hpp"

#include <cmath>

namespace epreuve::instruments {

ThinSpectrum spectrum_of_product(const arma::mat& L, const arma::mat& R)
{
  if (L.n_cols != R.n_cols || L.n_cols > L.n_rows || R.n_cols > R.n_rows)
    throw Error("spectrum_of_product: expected two thin matrices with as many columns, got {} x {} "
                "and {} x {}",
                L.n_rows, L.n_cols, R.n_rows, R.n_cols);
  arma::mat Q, of_L, of_R;
  arma::qr_econ(Q, of_L, L);
  arma::qr_econ(Q, of_R, R);
  const double F_L = arma::norm(L, "fro"), F_R = arma::norm(R, "fro"), u = 0x1p-24;
  return {arma::svd(of_L * of_R.t()),
          u * (F_L * arma::norm(of_R, 2) + arma::norm(of_L, 2) * F_R + u * F_L * F_R)};
}

double trace_over_norm(const arma::mat& L, const arma::mat& R)
{
  if (arma::size(L) != arma::size(R))
    throw Error("trace_over_norm: the product of {} x {} and the transpose of {} x {} has no trace "
                "or does not exist",
                L.n_rows, L.n_cols, R.n_rows, R.n_cols);
  return arma::accu(L % R) / std::sqrt(arma::accu((L.t() * L) % (R.t() * R)));
}

double effective_rank(const arma::vec& sigma)
{
  const double all = arma::accu(arma::square(sigma));
  if (!(all > 0))
    throw Error("effective_rank: all singular values are 0");
  return std::exp(math::entropy(arma::square(sigma) / all));
}

} // namespace epreuve::instruments
