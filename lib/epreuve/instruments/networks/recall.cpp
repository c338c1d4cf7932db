#include "epreuve/instruments/networks/recall.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/error.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/networks/recurrent.hpp"
#include "epreuve/training/optimisers.hpp"

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;

constexpr uword n_words = 8, names = 4;

bool is_lstm(Recaller network)
{
  return network == Recaller::lstm || network == Recaller::lstm_open;
}

uword state_size(Recaller network)
{
  return is_lstm(network) ? 7 : 15;
}

/// All that is learnt; what a network does not have is empty.
struct Weights
{
  networks::Cell<double> cell;
  attention::Head<double> head;
  mat C;
  vec c;
};

std::vector<std::span<double>> parts(Weights& w)
{
  std::vector<std::span<double>> all;
  for (mat* M : {&w.cell.W, &w.cell.U, static_cast<mat*>(&w.cell.b), &w.head.W_Q, &w.head.W_K,
                 &w.head.W_V, &w.head.W_O, &w.C, static_cast<mat*>(&w.c)})
    all.emplace_back(M->memptr(), M->n_elem);
  return all;
}

mat uniform(uword rows, uword columns, std::mt19937_64& bits)
{
  mat M(rows, columns);
  for (double& x : M)
    x = (std::ldexp(static_cast<double>(bits() >> 11U), -52) - 1) *
        std::sqrt(3 / static_cast<double>(columns));
  return M;
}

Weights random_weights(Recaller network, std::mt19937_64& bits)
{
  const uword m = state_size(network);
  Weights w;
  w.c.zeros(n_words);
  if (network == Recaller::attention) {
    w.head = {uniform(m, n_words, bits), uniform(m, n_words, bits), uniform(m, n_words, bits),
              uniform(n_words, m, bits)};
    return w;
  }
  const uword rows = is_lstm(network) ? 4 * m : m;
  w.cell = {uniform(rows, n_words, bits), uniform(rows, m, bits), vec(rows, arma::fill::zeros)};
  if (is_lstm(network))
    w.cell.b.head(m).fill(network == Recaller::lstm_open ? 4 : 1);
  w.C = uniform(n_words, m, bits);
  return w;
}

/// B texts: the words, place by place as columns of ones and zeros, n_words x B; and the names.
struct Texts
{
  std::vector<mat> x; ///< T + 1
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

/// What goes back from the logits: nothing, the cross-entropy's gradient, or that of the sum of the right names' logits.
enum class Back
{
  nothing,
  loss,
  right_logit
};

mat from_logits(Back back, const mat& logits, const std::vector<uword>& name)
{
  if (back == Back::loss)
    return networks::cross_entropy_backward(logits, name);
  mat G(arma::size(logits), arma::fill::zeros);
  for (uword b = 0; b < name.size(); ++b)
    G(name[b], b) = 1;
  return G;
}

struct Pass
{
  mat logits;         ///< n_words x B
  Weights gradient;   ///< where asked for
  std::vector<mat> x; ///< and its derivatives by the words
};

Pass run_head(const Weights& w, const Texts& texts, Back back)
{
  const uword K = texts.x.size(), B = texts.name.size();
  const arma::umat seen(1, K, arma::fill::ones);
  const std::vector<attention::Head<double>> heads{w.head};
  std::vector<mat> text(B, mat(n_words, K));
  Pass pass{mat(n_words, B), w, {}};
  for (uword b = 0; b < B; ++b) {
    for (uword t = 0; t < K; ++t)
      text[b].col(t) = texts.x[t].col(b);
    pass.logits.col(b) = networks::multi_head(heads, mat(text[b].col(K - 1)), text[b], seen) + w.c;
  }
  if (back == Back::nothing)
    return pass;
  const mat G = from_logits(back, pass.logits, texts.name);
  for (const std::span<double> part : parts(pass.gradient))
    std::fill(part.begin(), part.end(), 0.);
  pass.gradient.c = arma::sum(G, 1);
  pass.x.assign(K, mat(n_words, B));
  for (uword b = 0; b < B; ++b) {
    const auto one =
        networks::multi_head_backward(heads, mat(text[b].col(K - 1)), text[b], seen, mat(G.col(b)));
    pass.gradient.head.W_Q += one.heads[0].W_Q;
    pass.gradient.head.W_K += one.heads[0].W_K;
    pass.gradient.head.W_V += one.heads[0].W_V;
    pass.gradient.head.W_O += one.heads[0].W_O;
    for (uword t = 0; t < K; ++t)
      pass.x[t].col(b) = one.y.col(t);
    pass.x[K - 1].col(b) += one.x;
  }
  return pass;
}

void add(networks::Cell<double>& sum, const networks::Cell<double>& term)
{
  sum.W += term.W;
  sum.U += term.U;
  sum.b += term.b;
}

Pass run_cells(Recaller network, const Weights& w, const Texts& texts, Back back)
{
  const uword K = texts.x.size(), B = texts.name.size();
  const mat zero(w.cell.U.n_cols, B, arma::fill::zeros);
  std::vector<networks::LstmState<double>> states{{zero, zero}};
  for (const mat& x : texts.x)
    states.push_back(is_lstm(network) ? networks::lstm_cell(w.cell, x, states.back())
                                      : networks::LstmState<double>{
                                            networks::rnn_cell(w.cell, x, states.back().h), zero});
  Pass pass{networks::dense(w.C, w.c, states.back().h), w, {}};
  if (back == Back::nothing)
    return pass;
  const auto last =
      networks::dense_backward(w.C, states.back().h, from_logits(back, pass.logits, texts.name));
  for (const std::span<double> part : parts(pass.gradient))
    std::fill(part.begin(), part.end(), 0.);
  pass.gradient.C = last.W;
  pass.gradient.c = last.b;
  pass.x.resize(K);
  networks::LstmState<double> G{last.x, zero};
  for (uword t = K; t-- > 0;) {
    if (is_lstm(network)) {
      const auto step = networks::lstm_cell_backward(w.cell, texts.x[t], states[t], G);
      add(pass.gradient.cell, step.cell);
      pass.x[t] = step.x;
      G = step.before;
    } else {
      const auto step = networks::rnn_cell_backward(w.cell, texts.x[t], states[t].h, G.h);
      add(pass.gradient.cell, step.cell);
      pass.x[t] = step.x;
      G.h = step.h;
    }
  }
  return pass;
}

Pass run(Recaller network, const Weights& w, const Texts& texts, Back back)
{
  return network == Recaller::attention ? run_head(w, texts, back)
                                        : run_cells(network, w, texts, back);
}

/// The norm of the right logit's gradient at each word: the mean over the texts.
vec at_words(Recaller network, const Weights& w, const Texts& texts)
{
  const Pass pass = run(network, w, texts, Back::right_logit);
  vec norms(texts.x.size());
  for (uword t = 0; t < norms.n_elem; ++t)
    norms(t) = arma::mean(arma::sqrt(arma::sum(arma::square(pass.x[t]))).t());
  return norms;
}

} // namespace

arma::uword parameters(Recaller network)
{
  std::mt19937_64 bits;
  Weights w = random_weights(network, bits);
  uword sum = 0;
  for (const std::span<double> part : parts(w))
    sum += part.size();
  return sum;
}

Recall recall(const RecallTask& task)
{
  if (task.T == 0)
    throw Error("recall: T must be at least 1, or the name is the last word");
  std::mt19937_64 of_weights(2 * task.seed), of_texts(2 * task.seed + 1);
  Weights w = random_weights(task.network, of_weights), m = w, v = w;
  const Texts some = random_texts(task.T, 64, of_texts);
  Recall result{0, at_words(task.network, w, some), {}};
  for (Weights* moment : {&m, &v})
    for (const std::span<double> part : parts(*moment))
      std::fill(part.begin(), part.end(), 0.);
  for (uword step = 0; step < recall_steps; ++step) {
    Pass pass = run(task.network, w, random_texts(task.T, recall_batch, of_texts), Back::loss);
    double squares = 0;
    for (const std::span<const double> part : parts(pass.gradient))
      squares += std::pow(training::norm(part), 2);
    const double factor = training::clipping_factor(std::sqrt(squares), 1);
    const auto to = parts(w), from = parts(pass.gradient), of_m = parts(m), of_v = parts(v);
    for (std::size_t i = 0; i < to.size(); ++i)
      training::adamw(to[i], of_m[i], of_v[i], from[i], {}, task.rate, 0, step + 1, factor);
  }
  const Texts fresh = random_texts(task.T, 512, of_texts);
  const mat logits = run(task.network, w, fresh, Back::nothing).logits;
  uword right = 0;
  for (uword b = 0; b < logits.n_cols; ++b)
    right += logits.col(b).index_max() == fresh.name[b] ? 1 : 0;
  result.right = static_cast<double>(right) / static_cast<double>(logits.n_cols);
  result.at_last = at_words(task.network, w, some);
  return result;
}

void climb_recall(const std::function<void(const RecallRun&)>& seen)
{
  for (const Recaller network :
       {Recaller::rnn, Recaller::lstm, Recaller::lstm_open, Recaller::attention})
    for (uword T = 4; T <= 64; T *= 2) {
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
