#include "masked_heads.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"

#include <algorithm>

namespace epreuve::instruments {

arma::vec look_ahead_losses(double c, Sees sees)
{
  const arma::mat places = arma::eye(4, 4);
  const arma::mat asked = arma::diagmat(arma::vec(3).fill(160), -1); // scores are halved: sqrt(4)
  const arma::mat A = sees == Sees::the_past ? attention::causal_pattern(asked, places)
                                             : attention::attention_pattern(asked, places);
  arma::vec loss(4, arma::fill::zeros);
  for (arma::uword text = 0; text < 81; ++text) {
    const arma::uvec words{text % 3, text / 3 % 3, text / 9 % 3, text / 27};
    const arma::mat said = arma::mat(arma::eye(3, 3)).cols(words);
    const arma::mat logarithms = math::log_softmax_columns(c * attention::head_output(said, A));
    for (arma::uword place = 0; place < 3; ++place)
      loss(place) -= logarithms(words(place + 1), place) / 81;
    loss(3) -= arma::mean(logarithms.col(3)) / 81;
  }
  return loss;
}

arma::mat through(const std::vector<MaskedLayer>& layers, arma::mat x)
{
  for (const auto& [head, seen] : layers) {
    const arma::mat S = attention::scaled_attention_scores(head.W_Q * x, head.W_K * x);
    const arma::mat A = math::softmax_rows(attention::masked(S, seen));
    x += head.W_O * attention::head_output(head.W_V * x, A);
  }
  return x;
}

arma::umat changed_by_tokens(const std::vector<MaskedLayer>& layers, const arma::mat& x,
                             const arma::mat& other)
{
  const arma::mat before = through(layers, x);
  arma::umat changed(x.n_cols, x.n_cols);
  for (arma::uword j = 0; j < x.n_cols; ++j) {
    arma::mat replaced = x;
    replaced.col(j) = other.col(j);
    changed.col(j) = arma::any(through(layers, replaced) != before, 0).t();
  }
  return changed;
}

arma::umat random_relation(evidence::Draw& draw, arma::uword tokens)
{
  return draw.integer_matrix("M", tokens, tokens, -2, 1) > 0;
}

arma::uword fewest_pairs_of_two_layers(arma::uword tokens)
{
  if (tokens > 4)
    throw Error("fewest_pairs_of_two_layers: all masks of at most 4 tokens can be tried, got {}",
                tokens);
  const arma::umat causal = attention::causal_visibility(tokens);
  const arma::uvec earlier = arma::find(causal - arma::umat(tokens, tokens, arma::fill::eye));
  std::vector<arma::umat> masks;
  for (arma::uword bits = 0; bits >> earlier.n_elem == 0; ++bits) {
    masks.emplace_back(tokens, tokens, arma::fill::eye);
    for (arma::uword k = 0; k < earlier.n_elem; ++k)
      masks.back()(earlier(k)) = (bits >> k) & 1U;
  }
  arma::uword fewest = 2 * earlier.n_elem;
  for (const arma::umat& first : masks)
    for (const arma::umat& second : masks)
      if (arma::accu(attention::seen_through({first, second})) == arma::accu(causal))
        fewest = std::min(fewest, arma::accu(first) + arma::accu(second) - 2 * tokens);
  return fewest;
}

} // namespace epreuve::instruments
