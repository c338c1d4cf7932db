#include "epreuve/instruments/networks/recall.hpp"

#include "epreuve/error.hpp"
#include "epreuve/networks/layers.hpp"

#include <random>
#include <span>
#include <vector>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;

constexpr uword n_words = 8, names = 4;

SmallNetwork untrained(Reader reader, std::mt19937_64& bits)
{
  if (reader != Reader::attention)
    return recurrent_network(reader, n_words, reader == Reader::rnn ? 15 : 7, n_words, bits);
  constexpr uword d = 15;
  SmallNetwork network;
  network.head = {uniform_matrix(d, n_words, bits), uniform_matrix(d, n_words, bits),
                  uniform_matrix(d, n_words, bits), uniform_matrix(n_words, d, bits)};
  network.c.zeros(n_words);
  return network;
}

struct Texts
{
  Words x; ///< T + 1
  std::vector<uword> name;
};

Texts random_texts(uword T, uword B, std::mt19937_64& bits)
{
  Texts texts;
  for (uword t = 0; t <= T; ++t) {
    mat x(n_words, B, arma::fill::zeros);
    for (uword b = 0; b < B; ++b) {
      const uword word = bits() % names;
      x(t == 0 ? word : names + word, b) = 1;
      if (t == 0)
        texts.name.push_back(word);
    }
    texts.x.push_back(x);
  }
  return texts;
}

/// Of the right logit: the mean over the texts.
vec gradient_at_words(const SmallNetwork& network, const Texts& texts)
{
  const SmallPass pass = read(network, texts.x, texts.x.size() - 1);
  mat G(arma::size(pass.logits[0]), arma::fill::zeros);
  for (uword b = 0; b < texts.name.size(); ++b)
    G(texts.name[b], b) = 1;
  return norms_at_words(back(network, texts.x, pass, {G}).x);
}

} // namespace

arma::uword parameters(Reader reader)
{
  std::mt19937_64 bits;
  SmallNetwork network = untrained(reader, bits);
  uword sum = 0;
  for (const std::span<double> part : parts(network))
    sum += part.size();
  return sum;
}

Recall recall(const RecallTask& task)
{
  if (task.T == 0)
    throw Error("recall: T must be at least 1, or the name is the last word");
  std::mt19937_64 of_weights(2 * task.seed), of_texts(2 * task.seed + 1);
  SmallTraining training{untrained(task.network, of_weights)};
  const SmallNetwork& network = training.network;
  const Texts some = random_texts(task.T, 64, of_texts);
  Recall result{0, gradient_at_words(network, some), {}};
  for (uword step = 0; step < recall_steps; ++step) {
    const Texts texts = random_texts(task.T, recall_batch, of_texts);
    const SmallPass pass = read(network, texts.x, task.T);
    SmallGradient gradient = back(network, texts.x, pass,
                                  {networks::cross_entropy_backward(pass.logits[0], texts.name)});
    take_step(training, gradient.weights, task.rate);
  }
  const Texts fresh = random_texts(task.T, 512, of_texts);
  const mat logits = read(network, fresh.x, task.T).logits[0];
  uword right = 0;
  for (uword b = 0; b < logits.n_cols; ++b)
    right += logits.col(b).index_max() == fresh.name[b] ? 1 : 0;
  result.right = static_cast<double>(right) / static_cast<double>(logits.n_cols);
  result.at_last = gradient_at_words(network, some);
  return result;
}

void climb_recall(const std::function<void(const RecallRun&)>& seen)
{
  for (const Reader network : {Reader::rnn, Reader::lstm, Reader::lstm_open, Reader::attention})
    for (uword T = 4; T <= 128; T *= 2) {
      bool solved = false;
      for (const double rate : {0.001, 0.003, 0.01, 0.03, 0.1})
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
          const RecallTask task{network, T, rate, seed};
          const RecallRun run{task, recall(task).right};
          seen(run);
          solved = solved || run.solved();
        }
      if (!solved)
        break;
    }
}

} // namespace epreuve::instruments
