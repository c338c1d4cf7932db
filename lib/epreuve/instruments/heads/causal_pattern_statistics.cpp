#include "epreuve/instruments/heads/causal_pattern_statistics.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/entropy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace epreuve::instruments {

namespace {

void require_square(std::string_view function, const arma::mat& pattern, arma::uword least)
{
  if (!pattern.is_square() || pattern.n_rows < least)
    throw Error("{}: expected a square pattern with at least {} rows, got {} x {}", function, least,
                pattern.n_rows, pattern.n_cols);
}

} // namespace

arma::vec evenness(const arma::mat& pattern)
{
  require_square("evenness", pattern, 2);
  const arma::vec H = math::entropy_rows(arma::normalise(pattern, 1, 1));
  const arma::vec share = H / arma::log(arma::regspace(1, H.n_elem));
  return share.tail(H.n_elem - 1);
}

std::string strongest_keys(const arma::mat& pattern)
{
  if (pattern.is_empty())
    throw Error("strongest_keys: the pattern is empty");
  const arma::uvec keys = arma::index_max(pattern, 1);
  return fmt::format("{}", fmt::join(keys, " "));
}

double largest_above_diagonal(const arma::mat& pattern)
{
  require_square("largest_above_diagonal", pattern, 1);
  return arma::abs(arma::trimatu(pattern, 1)).max();
}

arma::vec entries_back(const arma::mat& M, int places, arma::uword queries)
{
  require_square("entries_back", M, queries + places);
  if (places < 0 || queries == 0)
    throw Error("entries_back: {} queries and {} places back", queries, places);
  const arma::vec back = M.diag(-places);
  return back.tail(queries);
}

} // namespace epreuve::instruments
