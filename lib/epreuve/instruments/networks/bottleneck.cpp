#include "epreuve/instruments/networks/bottleneck.hpp"

#include "epreuve/training/optimisers.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <span>
#include <utility>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;
using networks::Places, networks::Seq2Seq;

constexpr uword inputs = copy_symbols + 1; ///< the last one begins a text

mat uniform_entries(uword rows, uword columns, std::mt19937_64& bits)
{
  mat M(rows, columns);
  for (double& x : M)
    x = (std::ldexp(double(bits() >> 11U), -52) - 1) * std::sqrt(3 / double(columns));
  return M;
}

Seq2Seq random_network(const CopyTask& task, std::mt19937_64& bits)
{
  Seq2Seq network;
  for (networks::Cell<double>* cell : {&network.encoder, &network.decoder}) {
    *cell = {uniform_entries(4 * task.m, inputs, bits), uniform_entries(4 * task.m, task.m, bits),
             vec(4 * task.m)};
    cell->b.head(task.m).ones();
  }
  network.C = uniform_entries(copy_symbols, (task.attends ? 2 : 1) * task.m, bits);
  network.c.zeros(copy_symbols);
  return network;
}

Seq2Seq zeros_like(Seq2Seq network)
{
  for (const std::span<double> part : networks::parameters(network))
    std::ranges::fill(part, 0.);
  return network;
}

/// Texts of one length, as the two networks read them: what follows each place is the source.
struct Copies
{
  Places source, given;
  std::vector<std::vector<uword>> next;
};

/// @param symbol  of place t in text b
Copies copies(uword n, uword B, const std::function<uword(uword t, uword b)>& symbol)
{
  Copies all;
  for (uword t = 0; t < n; ++t) {
    mat x(inputs, B);
    std::vector<uword> at_t(B);
    for (uword b = 0; b < B; ++b) {
      at_t[b] = symbol(t, b);
      x(at_t[b], b) = 1;
    }
    all.source.push_back(x);
    all.next.push_back(at_t);
  }
  mat beginning(inputs, B);
  beginning.row(copy_symbols).ones();
  all.given.push_back(beginning);
  all.given.insert(all.given.end(), all.source.begin(), all.source.end() - 1);
  return all;
}

Copies random_copies(uword n, uword B, std::mt19937_64& bits)
{
  return copies(n, B, [&](uword, uword) { return uword(bits() % copy_symbols); });
}

/// The texts that the decoder says rightly, if it is given these states.
uword said_rightly(const Seq2Seq& network, const Places& states, const Copies& texts)
{
  const Places logits = networks::decoder_logits(network, states, texts.given);
  uword right = 0;
  for (uword b = 0; b < logits[0].n_cols; ++b) {
    bool all = true;
    for (std::size_t t = 0; t < logits.size(); ++t)
      all = all && logits[t].col(b).index_max() == texts.next[t][b];
    right += all ? 1 : 0;
  }
  return right;
}

CountedTexts counted(const Seq2Seq& network, unsigned bits)
{
  const uword B = uword(1) << 3 * copy_counted;
  const Copies texts =
      copies(copy_counted, B, [](uword t, uword b) { return b >> 3 * t & (copy_symbols - 1); });
  const mat h = rounded_state(networks::encoder_states(network, texts.source).back(), bits);
  std::set<std::vector<double>> different;
  h.each_col([&](const vec& state) { different.emplace(state.begin(), state.end()); });
  return {different.size(), said_rightly(network, {h}, texts)};
}

Seq2Seq trained(const CopyTask& task, std::mt19937_64& of_texts)
{
  std::mt19937_64 of_weights(2 * task.seed);
  Seq2Seq network = random_network(task, of_weights), m = zeros_like(network), v = m;
  const training::Schedule schedule{
      .rate = task.rate, .final_rate = task.rate / 20, .warm_up = 0, .steps = copy_steps};
  for (uword step = 0; step < copy_steps; ++step) {
    const Copies texts = random_copies(1 + of_texts() % copy_longest, copy_batch, of_texts);
    auto [loss, gradient] =
        networks::loss_and_gradient(network, texts.source, texts.given, texts.next);
    training::clipped_step(networks::parameters(network), networks::parameters(m),
                           networks::parameters(v), networks::parameters(gradient), {},
                           training::learning_rate(schedule, step), step + 1, 1);
  }
  return network;
}

} // namespace

uword parameters(const CopyTask& task)
{
  std::mt19937_64 bits;
  Seq2Seq network = random_network(task, bits);
  uword sum = 0;
  for (const std::span<double> part : networks::parameters(network))
    sum += part.size();
  return sum;
}

mat rounded_state(const mat& h, unsigned bits)
{
  const double values = std::ldexp(1., int(bits));
  const mat part = arma::clamp(arma::floor((h + 1) / 2 * values), 0, values - 1);
  return (2 * part + 1) / values - 1;
}

CopyRun copy_run(const CopyTask& task)
{
  std::mt19937_64 of_texts(2 * task.seed + 1);
  const Seq2Seq network = trained(task, of_texts);
  CopyRun run{task, {}, {}, {}};
  for (uword n = 1; n <= copy_longest_tried; ++n) {
    const Copies texts = random_copies(n, 512, of_texts);
    const Places states = networks::encoder_states(network, texts.source);
    run.right.push_back(double(said_rightly(network, states, texts)) / 512);
    if (task.attends && n == copy_longest) {
      run.pattern.zeros(n, n);
      for (uword b = 0; b < 512; ++b)
        run.pattern += networks::attention_to_states(network, states, texts.given, b) / 512;
    }
  }
  for (unsigned bits = 1; !task.attends && bits <= copy_bits; ++bits)
    run.counted.push_back(counted(network, bits));
  return run;
}

void climb_copying(const std::function<void(const CopyRun&)>& seen)
{
  for (const auto& [m, attends] : {std::pair(arma::uword(16), false), {16, true}, {32, false}})
    for (const double rate : {0.003, 0.01, 0.03})
      for (std::uint64_t seed = 1; seed <= 5; ++seed)
        seen(copy_run({m, attends, rate, seed}));
}

} // namespace epreuve::instruments
