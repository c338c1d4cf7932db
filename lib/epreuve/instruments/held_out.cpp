#include "epreuve/instruments/held_out.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

double relative_error(const arma::mat& error, const arma::mat& of)
{
  return arma::norm(error, "fro") / arma::norm(of, "fro");
}

MainDirections main_directions(const arma::mat& X, arma::uword block)
{
  if (block == 0 || X.is_empty())
    throw Error("main_directions: blocks of {} among {} vectors", block, X.n_cols);
  const arma::uvec k = arma::regspace<arma::uvec>(0, X.n_cols - 1) / block;
  const arma::uvec kept = k - 4 * (k / 4) != 2;
  const arma::mat used = X.cols(arma::find(kept));
  arma::vec values;
  arma::mat vectors;
  arma::eig_sym(values, vectors, used * used.t());
  return {kept, arma::fliplr(vectors).t() * X, arma::reverse(values) / arma::accu(values)};
}

ShiftErrors shift_errors(const MainDirections& of, arma::uword shift, arma::uword r)
{
  const arma::mat& x = of.coordinates;
  if (r == 0 || r > x.n_rows || shift >= x.n_cols)
    throw Error("shift_errors: {} coordinates and a shift by {}, of {} vectors with {} entries", r,
                shift, x.n_cols, x.n_rows);
  const arma::uvec ends = of.kept.tail(x.n_cols - shift);
  const arma::uvec pairs = arma::find(of.kept.head(ends.n_elem) % ends);
  const arma::uvec tests = arma::find(ends == 0);
  if (pairs.is_empty() || tests.is_empty())
    throw Error("shift_errors: no pairs to fit on or none to test on, for a shift by {}", shift);
  const arma::mat start = x.head_rows(r), goal = x.cols(pairs + shift),
                  unseen = x.cols(tests + shift);
  const arma::mat M = arma::solve(start.cols(pairs).t(), goal.t(), arma::solve_opts::fast).t();
  return {relative_error(M * start.cols(pairs) - goal, goal),
          relative_error(M * start.cols(tests) - unseen, unseen),
          relative_error(x.cols(tests) - unseen, unseen)};
}

} // namespace epreuve::instruments
