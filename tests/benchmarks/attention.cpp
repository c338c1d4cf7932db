// How the cost of attention and of its variants grows with the length, and from which length on a variant is faster here:
// operations (exact, attention/costs.hpp), memory and seconds (measured, in single precision) of one head on one thread,
// and of twelve heads that are divided among the processors. All are measured in turn, round after round, so that the
// machine's other work slows all of them; a crossover is found in each round, and their range is shown.
//
//   bench-attention [quick]    quick: up to 1024 tokens, three rounds
//
// The lists of keys of Longformer and BigBird, Linformer's mixtures and Performer's directions do not depend on the text
// and are made beforehand; Reformer's hashes do.

#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/linformer.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/blas.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/system/parallel.hpp"

#include <armadillo>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::attention;

namespace {

constexpr arma::uword d = 64;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct Contestant
{
  std::string name;
  Variant variant;
  arma::uword size;
  arma::uword longest; ///< with the matrix, memory is the limit
};

const std::vector<Contestant>& contestants()
{
  static const std::vector<Contestant> all{{"matrix", Variant::exact, 1, 8192},
                                           {"tiles", Variant::tiles, 128, 16384},
                                           {"Linformer", Variant::linformer, 256, 16384},
                                           {"Performer", Variant::performer, 256, 16384},
                                           {"Longformer", Variant::longformer, 256, 16384},
                                           {"BigBird", Variant::bigbird, 64, 16384},
                                           {"Reformer", Variant::reformer, 64, 16384}};
  return all;
}

/// One head: its vectors, and what does not depend on them.
struct Text
{
  explicit Text(arma::uword n)
      : Q(d, n, arma::fill::randn), K(d, n, arma::fill::randn), V(d, n, arma::fill::randn),
        mixtures(arma::fmat(256, n, arma::fill::randn) / 16), window(longformer_keys(n, 256)),
        blocks(bigbird_keys(n, 64, bigbird_random_blocks(n / 64, 3, n / 64)))
  {
  }

  arma::fmat Q, K, V, mixtures;
  arma::fmat directions{256, d, arma::fill::randn};
  std::vector<arma::fmat> rotations{4, arma::fmat(d, 32, arma::fill::randn)};
  KeyLists window, blocks;
};

/// @return  a number of the output, so that no compiler drops the work
float run(const Contestant& contestant, const Text& text)
{
  const auto first = [](const arma::fmat& Z) { return Z(0, 0); };
  switch (contestant.variant) {
  case Variant::exact:
    return first(attend(text.Q, text.K, text.V));
  case Variant::tiles:
    return first(tiled_attention(text.Q, text.K, text.V, contestant.size).Z);
  case Variant::linformer:
    return first(linformer_attention(text.Q, text.K, text.V, text.mixtures, text.mixtures));
  case Variant::performer:
    return first(performer_attention(text.Q, text.K, text.V, text.directions));
  case Variant::longformer:
    return first(sparse_attention(text.Q, text.K, text.V, text.window));
  case Variant::bigbird:
    return first(sparse_attention(text.Q, text.K, text.V, text.blocks));
  case Variant::reformer: {
    std::vector<arma::uvec> rounds;
    for (const arma::fmat& R : text.rotations)
      rounds.push_back(lsh_buckets(text.Q, R));
    return first(reformer_attention(text.Q, text.V, reformer_keys(rounds, contestant.size)));
  }
  }
  return 0;
}

/// What was measured at one length: seconds by contestant and round, and bytes by contestant.
struct Measured
{
  arma::mat seconds; ///< NaN where it was not run
  arma::vec bytes;
};

Measured measure(arma::uword n, arma::uword heads, int rounds)
{
  const OneBlasThread one_thread;
  const Text text(n);
  Measured measured{
      arma::mat(contestants().size(), arma::uword(rounds), arma::fill::value(missing)),
      arma::vec(contestants().size(), arma::fill::value(missing))};
  std::vector<float> sink(heads);
  const auto work = [&](const Contestant& contestant) {
    if (heads == 1)
      sink[0] = run(contestant, text);
    else
      parallel_for(heads, [&](std::size_t head) { sink[head] = run(contestant, text); });
  };
  const int repetitions = n <= 512 ? 5 : n <= 1024 ? 2 : 1;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t c = 0; c < contestants().size(); ++c)
      if (n <= contestants()[c].longest)
        measured.seconds(c, arma::uword(round)) =
            instruments::seconds_of([&] { work(contestants()[c]); }, repetitions);
  for (std::size_t c = 0; c < contestants().size(); ++c)
    if (n <= contestants()[c].longest) {
      instruments::release_freed_memory();
      const double before = instruments::resident_bytes();
      measured.bytes(c) = instruments::cost_of([&] { work(contestants()[c]); }).peak_bytes - before;
    }
  return measured;
}

void print(const std::string& title, const std::vector<arma::uword>& lengths,
           const std::function<double(std::size_t, std::size_t)>& value)
{
  fmt::print("\n{:<28}", title);
  for (const Contestant& contestant : contestants())
    fmt::print("{:>11}", contestant.name);
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    fmt::print("\n{:>28}", fmt::format("n = {}", lengths[i]));
    for (std::size_t c = 0; c < contestants().size(); ++c) {
      const double shown = value(i, c);
      fmt::print("{:>11}", std::isnan(shown) ? "" : fmt::format("{:.3g}", shown));
    }
  }
  fmt::print("\n");
}

/// The length at which the ratio of times comes below 1 for good, between two measured ones by a straight line on
/// logarithmic axes: 0 if it is below 1 at the shortest, infinite if it is not at the longest.
double crossover(const std::vector<arma::uword>& lengths, const arma::vec& ratios)
{
  for (std::size_t i = lengths.size(); i-- > 0;)
    if (ratios(i) >= 1) {
      if (i + 1 == lengths.size())
        return arma::datum::inf;
      const double at = std::log(ratios(i)) / std::log(ratios(i) / ratios(i + 1));
      return std::exp((1 - at) * std::log(lengths[i]) + at * std::log(lengths[i + 1]));
    }
  return 0;
}

std::string text_of(double length, const std::vector<arma::uword>& lengths)
{
  return length == 0          ? fmt::format("below {}", lengths.front())
         : std::isinf(length) ? fmt::format("beyond {}", lengths.back())
                              : fmt::format("{:.0f}", length);
}

/// From which length on each is faster than one that is exact: the median over the rounds, and their range, in which the
/// median of ever more rounds would be with probability 1 - 2^{1 - rounds}.
void print_crossovers(const std::vector<arma::uword>& lengths, const std::vector<Measured>& all,
                      std::size_t exact)
{
  fmt::print("\n{:<28}{:>12}{:>16}{:>28}\n", "faster than " + contestants()[exact].name + " from",
             "operations", "median", "least and largest");
  std::vector<arma::uword> compared; // where all rounds were run
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (all[i].seconds.n_cols == all.front().seconds.n_cols &&
        lengths[i] <= contestants()[exact].longest)
      compared.push_back(lengths[i]);
  for (std::size_t c = 0; c < contestants().size(); ++c) {
    if (c == exact)
      continue;
    const Contestant& contestant = contestants()[c];
    arma::vec found(all.front().seconds.n_cols);
    for (arma::uword round = 0; round < found.n_elem; ++round) {
      arma::vec ratios(compared.size());
      for (std::size_t i = 0; i < compared.size(); ++i)
        ratios(i) = all[i].seconds(c, round) / all[i].seconds(exact, round);
      found(round) = crossover(compared, ratios);
    }
    const auto counted = cheaper_from(contestant.variant, d, contestant.size);
    found = arma::sort(found);
    fmt::print("{:<28}{:>12}{:>16}{:>28}\n", contestant.name,
               contestant.variant == Variant::exact ? ""
               : counted                            ? fmt::format("{}", *counted)
                                                    : "never",
               text_of(found(found.n_elem / 2), compared),
               text_of(found.front(), compared) + " … " + text_of(found.back(), compared));
  }
}

void measure_all(arma::uword heads, arma::uword longest, int rounds)
{
  fmt::print("\n{}, d = {}\n",
             heads == 1 ? "One head, one thread" : fmt::format("{} heads on all processors", heads),
             d);
  std::vector<arma::uword> lengths;
  std::vector<Measured> all;
  for (arma::uword n = 128; n <= longest; n *= 2) {
    lengths.push_back(n);
    all.push_back(measure(n, heads, n <= 4096 ? rounds : 1));
  }
  print("operations", lengths, [&](std::size_t i, std::size_t c) {
    return double(heads) *
           cost_of_head(contestants()[c].variant, lengths[i], d, contestants()[c].size).operations;
  });
  print("MB, largest at a time", lengths,
        [&](std::size_t i, std::size_t c) { return all[i].bytes(c) / 1e6; });
  print("milliseconds, median", lengths, [&](std::size_t i, std::size_t c) {
    const arma::vec seconds = all[i].seconds.row(c).t();
    return seconds.has_nan() ? missing : 1000 * arma::median(seconds);
  });
  for (const std::size_t exact : {0, 1})
    print_crossovers(lengths, all, exact);
}

} // namespace

int main(int argc, char** argv)
{
  try {
    const bool quick = argc == 2 && std::string(argv[1]) == "quick";
    if (argc > 1 && !quick) {
      fmt::print(stderr, "bench-attention: expected nothing or \"quick\", got \"{}\"\n", argv[1]);
      return 2;
    }
    arma::arma_rng::set_seed(1);
    fmt::print(
        "Attention in single precision; OpenBLAS's kernel for {}\n"
        "Linformer: k = 256; Performer: m = 256; Longformer: w = 256; BigBird: blocks of 64, 3 at "
        "random;\nReformer: chunks of 64, 4 rounds, 64 buckets; tiles of 128\n",
        blas_kernel());
    measure_all(1, quick ? 1024 : 16384, quick ? 3 : 5);
    measure_all(12, quick ? 512 : 4096, quick ? 3 : 5);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-attention: {}\n", error.what());
    return 2;
  }
}
