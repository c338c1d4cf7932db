#include "belief.hpp"

#include "epreuve/gpt2/hook.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <random>
#include <string_view>
#include <utility>

namespace epreuve {

namespace {

using Belief = language::Beliefs::Belief;

arma::mat with_ones(const arma::mat& x)
{
  return arma::join_cols(x, arma::ones(1, x.n_cols));
}

arma::mat of_beliefs(const arma::mat& vectors, const std::vector<Belief>& beliefs)
{
  return vectors.cols(arma::conv_to<arma::uvec>::from(beliefs));
}

/// Adds to the last column of a value.
class Shift final : public gpt2::Hook<float>
{
public:
  Shift(std::string site, arma::fvec delta) : site_(std::move(site)), delta_(std::move(delta)) {}

  bool wants(std::string_view name) const override { return name == site_; }
  bool visit(const std::string&, arma::fcube& value) override
  {
    value.slice(0).col(value.n_cols - 1) += delta_;
    return true;
  }

private:
  std::string site_;
  arma::fvec delta_;
};

/// The exact probability of each token that the next word can begin with.
std::map<petit::Token, double> next_tokens(const petit::Speech& speech,
                                           const language::Beliefs& beliefs, Belief belief)
{
  std::map<petit::Token, double> tokens;
  for (const auto& [word, probability] : beliefs.next(belief))
    tokens[speech.chain(word, false).front()] += static_cast<double>(probability);
  return tokens;
}

double divergence(const std::map<petit::Token, double>& exact, const arma::vec& log_q)
{
  double sum = 0;
  for (const auto& [token, p] : exact)
    sum += p * (std::log(p) - log_q[token]);
  return sum;
}

} // namespace

Readings read_streams(const gpt2::Model<float>& model, const petit::Speech& speech,
                      const language::Beliefs& beliefs, std::uint64_t seed, std::size_t texts,
                      std::size_t sentences)
{
  const arma::uword layers = model.config().layers;
  std::mt19937_64 generator(seed);
  std::vector<std::vector<arma::vec>> streams(layers + 1);
  std::vector<arma::vec> counts;
  Readings readings;
  for (std::size_t i = 0; i < texts; ++i) {
    const std::vector<petit::Word> text = speech.language().sample(generator(), sentences);
    gpt2::Trace<float> trace({"blocks.0.resid_pre", "blocks.*.resid_post"});
    model.last_logits(speech.tokens(text), &trace);
    Belief belief = language::Beliefs::beginning;
    arma::vec count(speech.language().words().size(), arma::fill::zeros);
    std::vector<petit::Token> prefix{speech.begin()};
    for (std::size_t word = 0; word < text.size(); ++word) {
      const auto keep = [&](std::size_t block, const std::string& site) {
        streams[block].push_back(
            arma::conv_to<arma::vec>::from(trace.matrix(site).col(prefix.size() - 1)));
      };
      keep(0, "blocks.0.resid_pre");
      for (arma::uword layer = 0; layer < layers; ++layer)
        keep(layer + 1, fmt::format("blocks.{}.resid_post", layer));
      counts.push_back(count);
      readings.beliefs.push_back(belief);
      readings.prefixes.push_back(prefix);
      belief = beliefs.after(belief, text[word]);
      count[text[word]] += 1;
      if (belief == language::Beliefs::beginning)
        count.zeros();
      const auto& chain = speech.chain(text[word], word == 0);
      prefix.insert(prefix.end(), chain.begin(), chain.end());
    }
  }
  const auto side_by_side = [](const std::vector<arma::vec>& columns) {
    arma::mat all(columns.front().n_elem, columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j)
      all.col(j) = columns[j];
    return all;
  };
  for (const std::vector<arma::vec>& stream : streams)
    readings.streams.push_back(side_by_side(stream));
  readings.words = side_by_side(counts);
  return readings;
}

arma::mat belief_vectors(const language::Language& language, const language::Beliefs& beliefs)
{
  arma::mat vectors(language.automaton().states.size(), beliefs.size(), arma::fill::zeros);
  for (Belief belief = 0; belief < beliefs.size(); ++belief)
    for (const auto& [state, probability] : beliefs.states(belief))
      vectors(state, belief) = static_cast<double>(probability);
  return vectors;
}

arma::mat reading_map(const arma::mat& x, const std::vector<Belief>& beliefs,
                      const arma::mat& vectors)
{
  const arma::mat with_constant = with_ones(x);
  // Words that never came have an empty row: a little of the identity makes the system regular.
  arma::mat gram = with_constant * with_constant.t();
  gram.diag() += 1e-9 * arma::trace(gram) / static_cast<double>(gram.n_rows);
  return arma::solve(gram, with_constant * of_beliefs(vectors, beliefs).t(),
                     arma::solve_opts::likely_sympd)
      .t();
}

double share_read(const arma::mat& map, const arma::mat& x, const std::vector<Belief>& beliefs,
                  const arma::mat& vectors)
{
  const arma::mat read = map * with_ones(x);
  const arma::rowvec squares = arma::sum(arma::square(vectors), 0);
  arma::mat distances = -2 * read.t() * vectors;
  distances.each_row() += squares;
  const arma::uvec nearest = arma::index_min(distances, 1);
  return arma::mean(
      arma::conv_to<arma::vec>::from(nearest == arma::conv_to<arma::uvec>::from(beliefs)));
}

arma::mat writing_map(const arma::mat& x, const std::vector<Belief>& beliefs,
                      const arma::mat& vectors)
{
  arma::mat sums(x.n_rows, vectors.n_cols, arma::fill::zeros);
  arma::vec counts(vectors.n_cols, arma::fill::zeros);
  for (std::size_t i = 0; i < beliefs.size(); ++i) {
    sums.col(beliefs[i]) += x.col(i);
    counts[beliefs[i]] += 1;
  }
  // All prefixes of a belief count as their mean, with its weight.
  const arma::uvec seen = arma::find(counts > 0);
  const arma::rowvec roots = arma::sqrt(counts(seen)).t();
  arma::mat mean = sums.cols(seen), v = vectors.cols(seen);
  mean.each_row() /= arma::square(roots);
  mean.each_col() -= arma::vec(arma::mean(x, 1));
  v.each_col() -= arma::vec(vectors * counts / arma::accu(counts));
  mean.each_row() %= roots;
  v.each_row() %= roots;
  return mean * arma::pinv(v);
}

Moves move(const gpt2::Model<float>& model, const petit::Speech& speech,
           const language::Beliefs& beliefs, const std::string& site, const arma::mat& deltas,
           const std::vector<std::vector<petit::Token>>& prefixes, const std::vector<Belief>& a,
           const std::vector<Belief>& b)
{
  Moves moves{arma::vec(a.size()), arma::vec(a.size())};
  for (std::size_t i = 0; i < a.size(); ++i) {
    Shift shift(site, arma::conv_to<arma::fvec>::from(deltas.col(i)));
    const auto logits = arma::conv_to<arma::vec>::from(model.last_logits(prefixes[i], &shift));
    const arma::vec log_q = logits - math::log_sum_exp(logits);
    moves.from_a[i] = divergence(next_tokens(speech, beliefs, a[i]), log_q);
    moves.from_b[i] = divergence(next_tokens(speech, beliefs, b[i]), log_q);
  }
  return moves;
}

} // namespace epreuve
