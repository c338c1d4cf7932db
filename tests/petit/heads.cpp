// The tests that name heads, on models whose heads are made by hand; what a head is worth, by a second way.

#include "epreuve/petit/heads.hpp"
#include "epreuve/evidence/decimal.hpp"
#include "epreuve/petit/logs.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/petit/petit.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using gpt2::Token;
using language::Word;

namespace {

constexpr std::uint64_t seed = 5, seed_of_chapters = 20170612;

double x_log_x(double x)
{
  return x == 0 ? 0 : x * std::log(x);
}

} // namespace

struct Heads : petit::Petit<double>
{
  /// One head that sees only positions, and looks from each at the one `back` places before it, or at the first if there
  /// are not so many.
  gpt2::Model<double> looking_back(arma::uword back) const
  {
    gpt2::Config config = petit::config();
    config.layers = config.heads = 1;
    gpt2::Weights<double> weights = gpt2::zero_weights<double>(config);
    gpt2::Block<double>& block = weights.blocks.front();
    for (gpt2::Norm<double>* norm : {&block.ln_1, &block.ln_2, &weights.ln_f})
      norm->gain.ones();
    weights.wpe.eye();
    for (arma::uword i = 0; i < config.n; ++i) {
      block.qkv.neurons(i, i > back ? i - back : 0) = 20; // the query
      block.qkv.neurons(i, config.n + i) = 1;             // the key
    }
    if (back + 1 == config.n) // a normed stream has the sum 0
      block.qkv.b(0) = 100;
    return gpt2::Model<double>(std::move(weights));
  }
};

BOOST_FIXTURE_TEST_CASE(a_second_name_comes_after_forty_beginnings_and_returns_as_the_knob_says,
                        Heads)
{
  Rational sum = 0;
  const auto all = petit::before_returns(english, beliefs);
  for (const auto& [words, probability] : all) {
    sum += probability;
    BOOST_TEST((english.next(words)[words.front()] == Rational(3, 4)), english.text(words));
  }
  BOOST_TEST(all.size() == 40u); // five names; four places, three foods, or sleeping
  BOOST_TEST((sum == 1));
}

/// By the odds of the names, 5 4 4 2 1, alone.
BOOST_AUTO_TEST_CASE(the_gain_of_copying_is_the_mutual_information_of_the_two_names)
{
  const std::array<double, 5> odds{5. / 16, 4. / 16, 4. / 16, 2. / 16, 1. / 16};
  for (const Rational& knob : {Rational(1, 5), Rational(1, 2), Rational(3, 4), Rational(1)}) {
    const language::Language english = language::english(knob);
    const auto r = static_cast<double>(knob), other = (1 - r) / 4;
    double gain = x_log_x(r) + 4 * x_log_x(other);
    for (const double p : odds)
      gain -= x_log_x(p * r + (1 - p) * other);
    const petit::Copying copying = petit::copying(english, language::Beliefs(english));
    BOOST_TEST(std::abs(copying.gain - gain) < 1e-12);
    double then = 0;
    const std::vector<Word> text = english.sample(seed, 20'000);
    for (const Word word : text)
      then += word == english.word("then");
    BOOST_TEST(std::abs(copying.a_word - gain * then / static_cast<double>(text.size())) <=
               0.05 * gain);
  }
}

BOOST_FIXTURE_TEST_CASE(a_head_has_the_name_of_what_it_looks_at, Heads)
{
  const std::array<std::pair<arma::uword, std::string>, 5> made{
      {{0, "itself"}, {1, "previous"}, {63, "marker"}, {20, "duplicate"}, {19, "induction"}}};
  for (const auto& [back, name] : made) {
    const auto scores = petit::head_scores(looking_back(back), speech, beliefs, seed);
    BOOST_TEST(scores.at(name)(0, 0) > 0.99, name);
    for (const auto& [back_of_other, other] : made)
      if (other != name && !(name == "duplicate" || name == "induction" || other == "marker"))
        BOOST_TEST(scores.at(other)(0, 0) < 0.5, name << " is not " << other);
  }
  BOOST_TEST(petit::names_of_head(petit::head_scores(looking_back(1), speech, beliefs, seed), 0,
                                  0) == std::vector<std::string>{"previous"},
             boost::test_tools::per_element());
}

/// The mean goes into the bias, and the head's part of W^O is zero.
BOOST_FIXTURE_TEST_CASE(a_head_switched_off_by_its_mean_is_a_model_without_it, Heads)
{
  constexpr std::size_t texts = 3;
  constexpr arma::uword layer = 1, head = 2;
  const petit::Worth worth = petit::worth_a_word(model, speech, seed, texts);
  std::mt19937_64 generator(seed);
  std::vector<std::vector<Token>> all;
  double words = 0, tokens = 0;
  arma::vec mean(model.config().n);
  for (std::size_t text = 0; text < texts; ++text) {
    const std::vector<Word> said = english.sample(generator(), 3);
    words += static_cast<double>(said.size());
    all.push_back(speech.tokens(said));
    gpt2::Trace<double> trace({"blocks.1.attn.result"});
    model.logits(all.back(), &trace);
    mean += arma::sum(trace.matrix("blocks.1.attn.result", head), 1);
    tokens += static_cast<double>(all.back().size());
  }
  gpt2::Weights<double> weights = model.weights();
  const arma::uword d = model.config().n / model.config().heads;
  weights.blocks[layer].heads.neurons.rows(head * d, (head + 1) * d - 1).zeros();
  weights.blocks[layer].heads.b += mean / tokens;
  const gpt2::Model<double> without(std::move(weights));
  double lost = 0;
  for (const std::vector<Token>& text : all) {
    const auto loss = [&](const gpt2::Model<double>& of) {
      const arma::mat logits = of.logits(text);
      double sum = 0;
      for (arma::uword i = 0; i + 1 < text.size(); ++i)
        sum += std::log(arma::accu(arma::exp(logits.col(i)))) - logits(text[i + 1], i);
      return sum;
    };
    lost += loss(without) - loss(model);
  }
  BOOST_TEST(std::abs(worth.by_mean(layer, head) - lost / words) < 1e-10);
  BOOST_TEST(std::abs(lost / words) > 1e-6);
}

BOOST_FIXTURE_TEST_CASE(a_head_that_writes_the_same_everywhere_is_worth_nothing, Heads)
{
  gpt2::Weights<double> weights = model.weights();
  weights.blocks[2].heads.neurons.zeros();
  const petit::Worth worth =
      petit::worth_at_name(gpt2::Model<double>(std::move(weights)), speech, beliefs, seed);
  BOOST_TEST(arma::abs(worth.by_mean(2, arma::span(0, 3))).max() == 0);
  BOOST_TEST(arma::abs(worth.resampled(2, arma::span(0, 3))).max() == 0);
  BOOST_TEST(arma::abs(worth.resampled(2, arma::span(4))).max() > 0);
}

/// copying.json is what ./epreuve gpt2 heads --json writes; its first entry is of the model in git.
BOOST_FIXTURE_TEST_CASE(the_log_of_copying_is_of_the_models_that_it_names, Heads)
{
  const std::vector<petit::CopyingLog> log = petit::read_copying(petit::folder());
  for (const petit::CopyingLog& training : log) {
    const language::Language of =
        language::english(evidence::parse_printed(training.names_return).value);
    const petit::Copying copying = petit::copying(of, language::Beliefs(of));
    BOOST_TEST(std::abs(training.gain - copying.gain) < 1e-9);
    BOOST_TEST(std::abs(training.gain_a_word - copying.a_word) < 1e-9);
  }
  const petit::CopyingLog& first = log.front();
  const std::vector<petit::Mark> marks = petit::read_log(petit::folder()).marks;
  BOOST_TEST_REQUIRE(first.missing.size() == marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    BOOST_TEST(first.missing[i].first == marks[i].step);
    BOOST_TEST(first.missing[i].second == marks[i].by_choice.at("name"));
  }
  const auto is_in_the_log = [](const std::vector<std::vector<double>>& rows,
                                const arma::mat& values) {
    for (arma::uword i = 0; i < values.n_rows; ++i)
      for (arma::uword j = 0; j < values.n_cols; ++j)
        BOOST_TEST(std::abs(rows.at(i).at(j) - values(i, j)) < 2e-4);
  };
  const gpt2::Model<float> in_float{gpt2::Checkpoint(petit::folder())};
  for (const auto& [test, values] : petit::head_scores(in_float, speech, beliefs, seed_of_chapters))
    is_in_the_log(first.scores.at(test), values);
  is_in_the_log(first.resampled_at_name,
                petit::worth_at_name(in_float, speech, beliefs, seed_of_chapters).resampled);
}
