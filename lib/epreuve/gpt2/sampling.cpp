#include "epreuve/gpt2/sampling.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace epreuve::gpt2 {

namespace {

/// Beyond a hundredth or a hundredfold nothing changes: the token is certain, or out. Far beyond, logits overflow.
constexpr double least_penalty = 0.01;

void check(const Sampling& sampling)
{
  const double temperature = sampling.temperature, top_p = sampling.top_p,
               penalty = sampling.repetition_penalty;
  if (!(temperature >= 0 && std::isfinite(temperature)))
    throw Error("the temperature must be finite and not negative (0 is the most probable token), "
                "got {}",
                temperature);
  if (!(top_p > 0 && top_p <= 1))
    throw Error("top-p is a probability above 0 and at most 1, got {}", top_p);
  if (!(penalty >= least_penalty && penalty <= 1 / least_penalty))
    throw Error("the repetition penalty must be from {} to {} (1 changes nothing), got {}",
                least_penalty, 1 / least_penalty, penalty);
}

/// Indices by decreasing value, equal values by increasing index.
arma::uvec by_decreasing(const arma::vec& values)
{
  return arma::stable_sort_index(values, "descend");
}

arma::vec penalized(arma::vec logits, const std::vector<Token>& history, double penalty)
{
  for (const Token token : std::set<Token>(history.begin(), history.end())) {
    double& logit = logits.at(token);
    logit = logit > 0 ? logit / penalty : logit * penalty;
  }
  return logits;
}

arma::vec only_the_first(arma::vec logits, arma::uword k)
{
  const arma::uvec order = by_decreasing(logits);
  for (arma::uword rank = k; rank < order.n_elem; ++rank)
    logits(order(rank)) = -std::numeric_limits<double>::infinity();
  return logits;
}

arma::vec only_up_to(arma::vec p, double top_p)
{
  double sum = 0;
  for (const arma::uword i : by_decreasing(p)) {
    const bool enough = sum >= top_p;
    sum += p(i);
    if (enough)
      p(i) = 0;
  }
  return p / arma::accu(p);
}

} // namespace

arma::vec sampling_distribution(const arma::vec& logits, const std::vector<Token>& history,
                                const Sampling& sampling)
{
  check(sampling);
  if (logits.has_nan())
    throw Error("the model's logits are not numbers; are its weights damaged? "
                "./epreuve gpt2 precision tells which step goes wrong");
  arma::vec x = penalized(logits, history, sampling.repetition_penalty);
  if (sampling.temperature == 0) {
    arma::vec certain(x.n_elem);
    certain(x.index_max()) = 1;
    return certain;
  }
  if (sampling.top_k > 0)
    x = only_the_first(std::move(x), sampling.top_k);
  arma::vec p = math::softmax(x, sampling.temperature);
  return sampling.top_p < 1 ? only_up_to(std::move(p), sampling.top_p) : p;
}

Sampler::Sampler(const Sampling& sampling, std::uint64_t seed)
    : sampling_(sampling), generator_(seed)
{
  check(sampling);
}

Token Sampler::draw(const arma::vec& logits, const std::vector<Token>& history)
{
  const arma::vec p = sampling_distribution(logits, history, sampling_);
  // 53 bits, as many as a double in [0, 1) has; std::uniform_real_distribution may differ from
  // library to library.
  const double u = static_cast<double>(generator_() >> 11) * 0x1p-53;
  double sum = 0;
  arma::uword last = 0;
  for (arma::uword i = 0; i < p.n_elem; ++i) {
    if (p(i) == 0)
      continue;
    last = i;
    sum += p(i);
    if (u < sum)
      break;
  }
  return static_cast<Token>(last); // the last possible token, where rounding left the sum below u
}

} // namespace epreuve::gpt2
