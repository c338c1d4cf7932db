#include "bigrams.hpp"

#include "epreuve/language/tables.hpp"

#include <algorithm>
#include <numeric>

using namespace epreuve::instruments;

namespace {

constexpr arma::uword kept = 11;

struct Table
{
  std::vector<std::string> names;
  RationalMatrix joint{kept + 1, kept + 1};
};

/// Frequent words first; of equally frequent ones, the language's order.
Table table_of_language()
{
  const epreuve::language::Language& english = epreuve::language::english();
  const std::vector<Rational> frequency = epreuve::language::word_probabilities(english);
  std::vector<arma::uword> order(frequency.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, [&](arma::uword a, arma::uword b) { return frequency[a] > frequency[b]; });
  std::vector<arma::uword> place(order.size(), kept);
  Table table;
  for (arma::uword k = 0; k < kept; ++k) {
    place[order[k]] = k;
    table.names.push_back(english.words()[order[k]]);
  }
  table.names.emplace_back("…");
  for (const auto& [words, probability] : epreuve::language::ngram_probabilities(english, 2))
    table.joint(place[words[1]], place[words[0]]) += probability;
  return table;
}

const Table& table()
{
  static const Table made = table_of_language();
  return made;
}

Bigrams mixed(const Rational& smoothing)
{
  const RationalMatrix& joint = table().joint;
  const arma::uword N = joint.cols();
  std::vector<Rational> pi(N, 0);
  for (arma::uword i = 0; i < N; ++i)
    for (arma::uword j = 0; j < N; ++j)
      pi[i] += joint(j, i);
  RationalMatrix P(N, N);
  Bigrams bigrams{table().names, {}, arma::vec(N)};
  for (arma::uword i = 0; i < N; ++i) {
    bigrams.pi(i) = static_cast<double>(pi[i]);
    for (arma::uword j = 0; j < N; ++j)
      P(j, i) = (1 - smoothing) * joint(j, i) / pi[i] + smoothing * pi[j];
  }
  bigrams.P = P.to_double();
  return bigrams;
}

} // namespace

RationalMatrix epreuve::next_words()
{
  return table().joint;
}

const std::vector<std::string>& epreuve::next_word_names()
{
  return table().names;
}

const Bigrams& epreuve::bare_bigrams()
{
  static const Bigrams made = mixed(0);
  return made;
}

const Bigrams& epreuve::smooth_bigrams()
{
  static const Bigrams made = mixed(Rational(1, 10));
  return made;
}

const std::vector<TrainedBigrams>& epreuve::trained()
{
  static const std::vector<TrainedBigrams> made = [] {
    std::vector<TrainedBigrams> networks;
    for (arma::uword n = 1; n <= kept; ++n)
      networks.push_back(train_bigrams(smooth_bigrams(), n, Tying::untied));
    return networks;
  }();
  return made;
}
