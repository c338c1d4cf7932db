#include "epreuve/instruments/networks/reading.hpp"

#include "epreuve/instruments/language/far_words.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/training/optimisers.hpp"

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;
using language::Word;

constexpr uword K = reading_length, last = K - 1;

const language::Language& english()
{
  return language::english();
}

SmallNetwork untrained_reader(Reader reader, std::mt19937_64& bits)
{
  const uword N = english().words().size();
  if (reader != Reader::attention)
    return recurrent_network(reader, N, reader == Reader::rnn ? 64 : 28, N, bits);
  constexpr uword d = 17;
  const uword n = N + K;
  SmallNetwork network;
  network.head = {uniform_matrix(d, n, bits), uniform_matrix(d, n, bits),
                  uniform_matrix(d, n, bits), uniform_matrix(n, d, bits)};
  network.C = uniform_matrix(N, n, bits);
  network.c.zeros(N);
  return network;
}

/// B texts, and what follows each word.
struct Windows
{
  std::vector<std::vector<Word>> words; ///< K + 1 of each text
  std::vector<std::vector<uword>> next; ///< of each place
};

/// Windows from any places of a corpus.
Windows drawn(const std::vector<Word>& corpus, uword B, std::mt19937_64& bits)
{
  Windows texts{{}, std::vector<std::vector<uword>>(K)};
  for (uword b = 0; b < B; ++b) {
    const auto from = corpus.begin() + static_cast<std::ptrdiff_t>(bits() % (corpus.size() - K));
    texts.words.emplace_back(from, from + K + 1);
    for (uword t = 0; t < K; ++t)
      texts.next[t].push_back(texts.words[b][t + 1]);
  }
  return texts;
}

/// As a network reads them.
Words columns(const SmallNetwork& network, const Windows& texts)
{
  const bool has_head = !network.head.W_Q.is_empty();
  const uword N = english().words().size(), B = texts.words.size();
  Words x(K, mat(N + (has_head ? K : 0), B, arma::fill::zeros));
  for (uword t = 0; t < K; ++t) {
    for (uword b = 0; b < B; ++b)
      x[t](texts.words[b][t], b) = 1;
    if (has_head)
      x[t].row(N + t).ones();
  }
  return x;
}

/// Mean KL(p || q) at the last place; p: N x B.
double missing(const SmallNetwork& network, const Windows& texts, const mat& p)
{
  const mat q = math::log_softmax_columns(read(network, columns(network, texts), last).logits[0]);
  double sum = 0;
  for (uword i = 0; i < p.n_elem; ++i)
    if (p(i) > 0)
      sum += p(i) * (std::log(p(i)) - q(i));
  return sum / static_cast<double>(p.n_cols);
}

/// By distance from the last word. Of what a head is told, the place is left out.
vec gradient_by_distance(const SmallNetwork& network, const Windows& texts)
{
  const Words x = columns(network, texts);
  const SmallPass pass = read(network, x, last);
  mat G(arma::size(pass.logits[0]), arma::fill::zeros);
  for (uword b = 0; b < G.n_cols; ++b)
    G(texts.next[last][b], b) = 1;
  Words by_words = back(network, x, pass, {G}).x;
  for (mat& at : by_words)
    at = at.head_rows(G.n_rows);
  return arma::reverse(norms_at_words(by_words));
}

/// The law of the last next word of each text.
mat exact_laws(const Windows& texts)
{
  mat p(english().words().size(), texts.words.size());
  for (uword b = 0; b < p.n_cols; ++b)
    p.col(b) =
        laws_of_next(english(), {texts.words[b].begin(), texts.words[b].end() - 1}).col(last);
  return p;
}

} // namespace

uword reading_parameters(Reader reader)
{
  std::mt19937_64 bits;
  SmallNetwork network = untrained_reader(reader, bits);
  uword sum = 0;
  for (const std::span<double> part : parts(network))
    sum += part.size();
  return sum;
}

ReadingRun reading(const ReadingTask& task, uword steps)
{
  std::mt19937_64 of_weights(2 * task.seed), of_texts(2 * task.seed + 1);
  SmallTraining training{untrained_reader(task.network, of_weights)};
  const SmallNetwork& network = training.network;
  std::mt19937_64 of_fresh(0); // the same for all
  const Windows fresh = drawn(english().sample(0, 5000), 500, of_fresh);
  const mat p = exact_laws(fresh);
  ReadingRun result{task, missing(network, fresh, p), 0, gradient_by_distance(network, fresh), {},
                    {}};

  const std::vector<Word> corpus = english().sample(task.seed, 50'000);
  const training::Schedule schedule{
      .rate = task.rate, .final_rate = task.rate / 10, .steps = steps};
  for (uword step = 0; step < steps; ++step) {
    const Windows texts = drawn(corpus, reading_batch, of_texts);
    const Words x = columns(network, texts);
    const SmallPass pass = read(network, x, 0);
    std::vector<mat> G;
    for (uword t = 0; t < K; ++t)
      G.emplace_back(networks::cross_entropy_backward(pass.logits[t], texts.next[t]) / K);
    SmallGradient gradient = back(network, x, pass, G);
    take_step(training, gradient.weights, training::learning_rate(schedule, step));
  }
  result.missing = missing(network, fresh, p);
  result.at_last = gradient_by_distance(network, fresh);
  result.replaced.set_size(K);
  for (uword d = 0; d < K; ++d) {
    Windows other = fresh;
    for (uword b = 0; b < p.n_cols; ++b)
      other.words[b][last - d] = fresh.words[(b + 1) % p.n_cols][last - d];
    result.replaced(d) = missing(network, other, p) - result.missing;
  }
  return result;
}

} // namespace epreuve::instruments
