#include "epreuve/instruments/derivative.hpp"

#include "epreuve/error.hpp"

#include <string_view>

namespace epreuve::instruments {

namespace {

Reference quotient(const Reference& ahead, const Reference& behind, const Reference& h,
                   std::string_view function)
{
  const Reference slope = (ahead - behind) / (2 * h);
  if (!isfinite(slope))
    throw Error("{}: f must be finite around x, got {} and {}", function, rounded(ahead),
                rounded(behind));
  return slope;
}

} // namespace

Reference derivative_50(const std::function<Reference(const Reference&)>& f, const Reference& x)
{
  const Reference h("1e-17");
  return quotient(f(x + h), f(x - h), h, "derivative_50");
}

arma::mat jacobian_50(const std::function<std::vector<Reference>(const std::vector<Reference>&)>& f,
                      const arma::vec& x)
{
  if (x.is_empty())
    throw Error("jacobian_50: x must have an entry, got none");
  const Reference h("1e-17");
  arma::mat J;
  for (arma::uword j = 0; j < x.n_elem; ++j) {
    std::vector<Reference> ahead = in_50_digits(x), behind = ahead;
    ahead[j] += h;
    behind[j] -= h;
    const std::vector<Reference> after = f(ahead), before = f(behind);
    if (j == 0)
      J.set_size(after.size(), x.n_elem);
    if (after.size() != J.n_rows || before.size() != J.n_rows || J.n_rows == 0)
      throw Error("jacobian_50: f must always have the same number of entries, at least 1, got {} "
                  "and {} after {}",
                  after.size(), before.size(), J.n_rows);
    for (arma::uword i = 0; i < J.n_rows; ++i)
      J(i, j) = rounded(quotient(after[i], before[i], h, "jacobian_50"));
  }
  return J;
}

} // namespace epreuve::instruments
