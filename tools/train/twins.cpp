#include "train/twins.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/logs/twins.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/training/log_file.hpp"
#include "epreuve/training/training.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

using gpt2::Token;
using language::Language;
using training::to_places;

constexpr std::uint64_t seed_of_twins = 21;

/// One vocabulary for both languages: what is written alike, "piano" or ".", is one token.
class TwinWords
{
public:
  std::vector<Token> tokens(const Language& language, const std::vector<language::Word>& words)
  {
    std::vector<Token> result;
    for (const language::Word word : words)
      result.push_back(token(language.words()[word]));
    return result;
  }
  Token token(const std::string& word)
  {
    return numbers_.emplace(word, static_cast<Token>(numbers_.size())).first->second;
  }
  arma::uword size() const { return numbers_.size(); }

private:
  std::map<std::string, Token> numbers_;
};

/// Sentences with the law of each next word.
struct Examination
{
  std::vector<std::vector<Token>> texts; ///< ".", then a sentence without its "."
  std::vector<arma::mat> laws;           ///< N x length of the text
};

Examination examination(const Language& language, TwinWords& words, std::size_t sentences)
{
  Examination result;
  std::vector<language::Word> sentence;
  arma::mat laws;
  for (const language::Word word : language.sample(seed_of_twins + 1, sentences)) {
    arma::vec law(words.size());
    const std::vector<Rational> next = language.next(sentence);
    for (std::size_t i = 0; i < next.size(); ++i)
      law(words.token(language.words()[i])) = static_cast<double>(next[i]);
    laws = arma::join_rows(laws, law);
    sentence.push_back(word);
    if (language.words()[word] == ".") {
      sentence.pop_back();
      std::vector<Token> text = words.tokens(language, sentence);
      text.insert(text.begin(), words.token("."));
      result.texts.push_back(std::move(text));
      result.laws.push_back(std::move(laws));
      sentence.clear();
      laws.reset();
    }
  }
  return result;
}

/// The mean of KL(law || model) over the first words of sentences, and over all others.
struct Distance
{
  double first, later;
};

Distance distance(const gpt2::Weights<float>& weights, const Examination& of)
{
  const gpt2::Model<float> model(weights);
  Distance sum{0, 0};
  double later = 0;
  for (std::size_t s = 0; s < of.texts.size(); ++s) {
    const arma::mat q =
        math::log_softmax_columns(arma::conv_to<arma::mat>::from(model.logits(of.texts[s])));
    for (arma::uword k = 0; k < q.n_cols; ++k) {
      double divergence = 0;
      for (arma::uword i = 0; i < q.n_rows; ++i)
        if (const double p = of.laws[s](i, k); p > 0)
          divergence += p * (std::log(p) - q(i, k));
      (k == 0 ? sum.first : sum.later) += divergence;
    }
    later += static_cast<double>(q.n_cols - 1);
  }
  return {sum.first / static_cast<double>(of.texts.size()), sum.later / later};
}

/// Trains, and notes in the log how far the model is at each of the given steps.
gpt2::Weights<float> trained(logs::TwinsLog& log, const std::string& what,
                             gpt2::Weights<float> weights, std::span<const Token> tokens,
                             const std::vector<unsigned>& marks, double final_rate,
                             const Examination& english, const Examination& french)
{
  training::Settings settings;
  settings.batch = 8;
  settings.context = 24;
  settings.schedule = {
      .rate = 2e-3, .final_rate = final_rate, .warm_up = 20, .steps = marks.back() + 1};
  settings.clip = 1;
  settings.seed = seed_of_twins;
  auto training = training::begin_training(std::move(weights), settings);
  for (unsigned step = 0;; ++step) {
    if (std::ranges::find(marks, step) != marks.end()) {
      const Distance en = distance(training.weights, english),
                     fr = distance(training.weights, french);
      log.marks.push_back({what, step, to_places(en.first, 4), to_places(en.later, 4),
                           to_places(fr.first, 4), to_places(fr.later, 4)});
      std::cout << fmt::format("{}, step {}: misses {:.4f} nats of English, {:.4f} of French\n",
                               what, step, en.later, fr.later)
                << std::flush;
    }
    if (step == marks.back())
      return std::move(training.weights);
    training::take_step(training, tokens);
  }
}

} // namespace

void train_twins(const std::string& out)
{
  const std::filesystem::path file = new_log(out, "twins");
  const OneBlasThread one;
  const Language &en = language::english(), &fr = language::french();
  TwinWords words;
  for (const Language* language : {&en, &fr})
    for (const std::string& word : language->words())
      words.token(word);
  const Examination english = examination(en, words, 100), french = examination(fr, words, 100);
  const std::vector<Token> in_english = words.tokens(en, en.sample(seed_of_twins, 10000)),
                           in_french = words.tokens(fr, fr.sample(seed_of_twins, 10000));
  std::vector<Token> in_both = in_english;
  in_both.insert(in_both.end(), in_french.begin(), in_french.end());
  const gpt2::Config config{
      .layers = 2, .heads = 4, .n = 48, .N = words.size(), .context = 32, .mlp = 192};

  logs::TwinsLog log;
  const gpt2::Weights<float> untrained = gpt2::random_weights<float>(config, seed_of_twins);
  const std::vector<unsigned> often{0, 5, 10, 20, 40, 80, 150, 300};
  const auto copy = [&](const gpt2::Weights<float>& weights) {
    gpt2::Weights<float> same = gpt2::zero_weights<float>(config);
    std::ranges::copy(gpt2::all_of(weights), gpt2::all_of(same).begin());
    return same;
  };
  const gpt2::Weights<float> pretrained =
      trained(log, "pretraining", copy(untrained), in_english, {0, 100, 200, 400, 800, 1500}, 2e-4,
              english, french);
  trained(log, "fine-tuning", copy(pretrained), in_french, often, 2e-3, english, french);
  // English says its words() first, so what French alone has comes after them.
  gpt2::Weights<float> anew = copy(pretrained);
  anew.wte.tail_cols(words.size() - en.words().size()) =
      untrained.wte.tail_cols(words.size() - en.words().size());
  trained(log, "new words anew", std::move(anew), in_french, often, 2e-3, english, french);
  trained(log, "from nothing", copy(untrained), in_french, often, 2e-3, english, french);
  trained(log, "with English", copy(pretrained), in_both, often, 2e-3, english, french);
  const auto likeness = [&](const gpt2::Weights<float>& weights) {
    const arma::fmat unit =
        arma::normalise(weights.wte.tail_cols(words.size() - en.words().size()));
    return arma::norm(arma::mean(unit, 1));
  };
  log.alike_before = to_places(double(likeness(untrained)), 4);
  log.alike_after_english = to_places(double(likeness(pretrained)), 4);
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
