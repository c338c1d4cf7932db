#include "epreuve/instruments/heads/attention_statistics.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/linear_algebra/jacobian_norm.hpp"
#include "epreuve/math/softmax.hpp"

namespace epreuve::instruments {

AttentionStatistics attention_statistics(const arma::mat& scores)
{
  const arma::mat P = math::softmax_rows(scores);
  AttentionStatistics statistics{math::entropy_rows(P), arma::vec(P.n_rows)};
  for (arma::uword i = 0; i < P.n_rows; ++i)
    statistics.gradient(i) = math::jacobian_norm(P.row(i).t());
  return statistics;
}

arma::rowvec summary(const AttentionStatistics& statistics)
{
  return arma::join_rows(mean_and_quantiles(statistics.entropy),
                         mean_and_quantiles(statistics.gradient));
}

arma::rowvec mean_and_quantiles(const arma::vec& sample)
{
  if (sample.is_empty())
    throw Error("mean_and_quantiles: a sample needs at least one value, got none");
  const arma::vec quantiles = arma::quantile(sample, arma::vec{0.1, 0.5, 0.9});
  return {arma::mean(sample), quantiles(0), quantiles(1), quantiles(2)};
}

} // namespace epreuve::instruments
