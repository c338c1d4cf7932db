#include "epreuve/attention/grouped_heads.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::attention {

namespace {

void require_heads(const char* caller, const std::vector<arma::mat>& L,
                   const std::vector<arma::mat>& R)
{
  if (L.empty() || L.size() != R.size())
    throw Error("{}: expected L and R of each head, got {} and {} matrices", caller, L.size(),
                R.size());
  const arma::uword n = L.front().n_rows, d = L.front().n_cols;
  if (d < 1 || d > n)
    throw Error("{}: expected L of n x d with 1 <= d <= n, got {}", caller, shape(L.front()));
  for (std::size_t h = 0; h < L.size(); ++h)
    if (arma::size(L[h]) != arma::size(n, d) || arma::size(R[h]) != arma::size(d, n))
      throw Error("{}: expected L {} x {} and R {} x {} of every head, got {} and {} of head {}",
                  caller, n, d, d, n, shape(L[h]), shape(R[h]), h);
}

/// U_h R_h of all heads one under the other, U_h^T U_h = L_h^T L_h: the same singular values and right singular
/// vectors as the products L_h R_h, with H d rows in place of H n. What the square loses of small singular values
/// of L_h is a rounding of the sum of all squares, of which losses are shares.
arma::mat stacked(const char* caller, const std::vector<arma::mat>& L,
                  const std::vector<arma::mat>& R)
{
  require_heads(caller, L, R);
  const arma::uword d = L.front().n_cols;
  arma::mat rows(L.size() * d, R.front().n_cols), V;
  arma::vec squares;
  for (std::size_t h = 0; h < L.size(); ++h) {
    if (!L[h].is_finite() || !R[h].is_finite())
      throw Error("{}: the matrices of head {} must be finite", caller, h);
    arma::eig_sym(squares, V, L[h].t() * L[h]);
    rows.rows(h * d, h * d + d - 1) =
        arma::diagmat(arma::sqrt(arma::clamp(squares, 0, arma::datum::inf))) * V.t() * R[h];
  }
  if (rows.is_zero())
    throw Error("{}: the products of the heads must not all be 0", caller);
  return rows;
}

void require_dimension(const char* caller, arma::uword r, arma::uword n)
{
  if (r < 1 || r > n)
    throw Error("{}: expected a shared dimension from 1 to {}, got {}", caller, n, r);
}

} // namespace

SharedFactor best_shared_factor(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R,
                                arma::uword r)
{
  const arma::mat rows = stacked("best_shared_factor", L, R);
  require_dimension("best_shared_factor", r, rows.n_cols);
  arma::vec values; // ascending
  arma::mat directions;
  arma::eig_sym(values, directions, rows.t() * rows);
  SharedFactor result;
  result.shared = directions.tail_cols(r).t();
  for (std::size_t h = 0; h < L.size(); ++h)
    result.left.push_back(L[h] * (R[h] * result.shared.t()));
  const double whole = arma::accu(arma::square(rows));
  result.lost = arma::accu(arma::square(rows - rows * result.shared.t() * result.shared)) / whole;
  return result;
}

double least_loss(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R, arma::uword r)
{
  return least_loss_of_groups(L, R, 1, r);
}

double least_loss_of_groups(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R,
                            arma::uword groups, arma::uword r)
{
  const arma::mat all = stacked("least_loss", L, R);
  require_dimension("least_loss", r, all.n_cols);
  if (groups < 1 || L.size() % groups != 0)
    throw Error("least_loss: {} heads cannot be put into {} groups of the same size", L.size(),
                groups);
  const arma::uword size = all.n_rows / groups;
  double lost = 0;
  for (arma::uword first = 0; first < all.n_rows; first += size) {
    const arma::mat rows = all.rows(first, first + size - 1);
    arma::mat gram; // the smaller one: they have the same values, except for zeros
    if (rows.n_rows < rows.n_cols)
      gram = rows * rows.t();
    else
      gram = rows.t() * rows;
    if (const arma::vec values = arma::eig_sym(gram); r < values.n_elem)
      lost += arma::accu(arma::clamp(values.head(values.n_elem - r), 0, arma::datum::inf));
  }
  return lost / arma::accu(arma::square(all));
}

double loss_of_mean(const std::vector<arma::mat>& L, const std::vector<arma::mat>& R)
{
  const arma::mat rows = stacked("loss_of_mean", L, R);
  arma::mat mean(arma::size(R.front()), arma::fill::zeros);
  for (const arma::mat& of_head : R)
    mean += of_head / double(R.size());
  std::vector<arma::mat> from_mean;
  for (const arma::mat& of_head : R)
    from_mean.push_back(of_head - mean);
  double lost = 0;
  for (std::size_t h = 0; h < L.size(); ++h)
    lost += arma::trace((L[h].t() * L[h]) * (from_mean[h] * from_mean[h].t()));
  return lost / arma::accu(arma::square(rows));
}

} // namespace epreuve::attention
