#include "epreuve/petit/heads.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/patch.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace epreuve::petit {

namespace {

constexpr std::size_t sentences_of_each = 3, texts_of_tests = 100;
constexpr std::size_t repeated_texts = 50, repeated_words = 20;

std::string pattern_of(arma::uword layer)
{
  return fmt::format("blocks.{}.attn.pattern", layer);
}

std::string result_of(arma::uword layer)
{
  return fmt::format("blocks.{}.attn.result", layer);
}

double entropy(const std::map<Word, Rational>& probabilities)
{
  double sum = 0;
  for (const auto& [word, p] : probabilities)
    if (p > 0)
      sum -= static_cast<double>(p) * std::log(static_cast<double>(p));
  return sum;
}

/// Sums of weights of all heads of a model, as their mean.
class Mean
{
public:
  explicit Mean(const gpt2::Config& config) : sum_(config.layers, config.heads) {}

  /// @param of  pattern -> what to add
  template <typename Real>
  void add(const gpt2::Trace<Real>& trace, double weight,
           const std::function<double(const arma::Mat<Real>&)>& of)
  {
    for (arma::uword layer = 0; layer < sum_.n_rows; ++layer)
      for (arma::uword head = 0; head < sum_.n_cols; ++head)
        sum_(layer, head) += weight * of(trace[pattern_of(layer)].slice(head));
    weight_ += weight;
  }

  arma::mat value() const { return sum_ / weight_; }

private:
  arma::mat sum_;
  double weight_ = 0;
};

template <typename Real>
void score_texts(std::map<std::string, arma::mat>& scores, const gpt2::Model<Real>& model,
                 const Speech& speech, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  Mean itself(model.config()), previous = itself, marker = itself, full_stop = itself;
  for (std::size_t text = 0; text < texts_of_tests; ++text) {
    const std::vector<Token> tokens =
        speech.tokens(speech.language().sample(generator(), sentences_of_each));
    const Token stop = speech.chain(0, false).front();
    gpt2::Trace<Real> trace({"blocks.*.attn.pattern"});
    model.logits(tokens, &trace);
    arma::uword last_stop = 0;
    for (arma::uword i = 2; i < tokens.size(); ++i) {
      using Pattern = arma::Mat<Real>;
      itself.add<Real>(trace, 1, [i](const Pattern& h) { return h(i, i); });
      previous.add<Real>(trace, 1, [i](const Pattern& h) { return h(i, i - 1); });
      marker.add<Real>(trace, 1, [i](const Pattern& h) { return h(i, 0); });
      if (last_stop > 0)
        full_stop.add<Real>(trace, 1, [=](const Pattern& h) { return h(i, last_stop); });
      if (tokens[i] == stop)
        last_stop = i;
    }
  }
  scores["itself"] = itself.value();
  scores["previous"] = previous.value();
  scores["marker"] = marker.value();
  scores["\".\""] = full_stop.value();
}

/// The words that are one token, as another word's successor.
std::vector<Token> single_tokens(const Speech& speech)
{
  std::vector<Token> tokens;
  for (Word word = 0; word < speech.language().words().size(); ++word)
    if (speech.chain(word, false).size() == 1)
      tokens.push_back(speech.chain(word, false).front());
  if (tokens.size() < repeated_words)
    throw Error("the tests of heads repeat {} words of one token each; the tokenizer leaves {} "
                "words whole",
                repeated_words, tokens.size());
  return tokens;
}

template <typename Real>
void score_repetitions(std::map<std::string, arma::mat>& scores, const gpt2::Model<Real>& model,
                       const Speech& speech, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  std::vector<Token> words = single_tokens(speech);
  Mean duplicate(model.config()), induction = duplicate;
  for (std::size_t text = 0; text < repeated_texts; ++text) {
    std::vector<Token> tokens{speech.begin()};
    for (std::size_t i = 0; i < repeated_words; ++i) {
      std::swap(words[i], words[i + generator() % (words.size() - i)]);
      tokens.push_back(words[i]);
    }
    tokens.insert(tokens.end(), words.begin(), words.begin() + repeated_words);
    gpt2::Trace<Real> trace({"blocks.*.attn.pattern"});
    model.logits(tokens, &trace);
    for (arma::uword i = repeated_words + 1; i < tokens.size(); ++i) {
      const arma::uword first = i - repeated_words;
      using Pattern = arma::Mat<Real>;
      duplicate.add<Real>(trace, 1, [=](const Pattern& h) { return h(i, first); });
      induction.add<Real>(trace, 1, [=](const Pattern& h) { return h(i, first + 1); });
    }
  }
  scores["duplicate"] = duplicate.value();
  scores["induction"] = induction.value();
}

/// A random sentence, then one up to its second name.
struct Situation
{
  std::vector<Word> words;
  arma::uword name; ///< the position of the first name's token
  double probability;
};

std::vector<Situation> situations(const Speech& speech, const language::Beliefs& beliefs,
                                  std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  std::vector<Situation> all;
  for (const auto& [words, probability] : before_returns(speech.language(), beliefs)) {
    Situation now{speech.language().sample(generator(), 1), 0, static_cast<double>(probability)};
    now.name = speech.tokens(now.words).size();
    now.words.insert(now.words.end(), words.begin(), words.end());
    all.push_back(std::move(now));
  }
  return all;
}

/// The five names' tokens.
std::map<Word, Token> names(const Speech& speech, const language::Beliefs& beliefs)
{
  std::map<Word, Token> tokens;
  for (const auto& [words, probability] : before_returns(speech.language(), beliefs))
    tokens[words.front()] = speech.chain(words.front(), false).front();
  return tokens;
}

template <typename Real>
void score_names(std::map<std::string, arma::mat>& scores, const gpt2::Model<Real>& model,
                 const Speech& speech, const language::Beliefs& beliefs, std::uint64_t seed)
{
  const gpt2::Config& config = model.config();
  const std::map<Word, Token> candidates = names(speech, beliefs);
  Mean name(config);
  arma::mat writing(config.layers, config.heads);
  double weight = 0;
  for (const Situation& situation : situations(speech, beliefs, seed)) {
    const std::vector<Token> tokens = speech.tokens(situation.words);
    const arma::uword then = tokens.size() - 1;
    const Token right = tokens[situation.name];
    gpt2::Trace<Real> trace({"blocks.*.attn.pattern", "blocks.*.attn.result"});
    model.logits(tokens, &trace);
    name.add<Real>(trace, situation.probability,
                   [&](const arma::Mat<Real>& h) { return h(then, situation.name); });
    for (arma::uword layer = 0; layer < config.layers; ++layer)
      for (arma::uword head = 0; head < config.heads; ++head) {
        const arma::Col<Real> output = trace[result_of(layer)].slice(head).col(then);
        const arma::Col<Real> direction = model.weights().ln_f.gain % (output - arma::mean(output));
        const auto logit = [&](Token token) {
          return arma::dot(model.weights().wte.col(token), direction);
        };
        writing(layer, head) +=
            situation.probability * std::ranges::all_of(candidates, [&](const auto& candidate) {
              return candidate.second == right || logit(candidate.second) < logit(right);
            });
      }
    weight += situation.probability;
  }
  scores["name"] = name.value();
  scores["writing"] = writing / weight;
}

// --- switching off ------------------------------------------------------------------------------

template <typename Real>
using Values = std::map<std::string, arma::Cube<Real>>;

std::vector<std::string> written()
{
  return {"blocks.*.attn.result", "blocks.*.mlp_out"};
}

/// The site of column `part` of Worth's matrices.
gpt2::Site site(arma::uword layer, arma::uword part, arma::uword heads)
{
  if (part == heads)
    return {.name = fmt::format("blocks.{}.mlp_out", layer)};
  return {.name = result_of(layer), .head = part};
}

/// What heads and MLPs write on average, over all tokens of some texts.
template <typename Real>
Values<Real> means(const gpt2::Model<Real>& model, const std::vector<std::vector<Token>>& texts)
{
  Values<Real> sums;
  std::size_t count = 0;
  for (const std::vector<Token>& tokens : texts) {
    gpt2::Trace<Real> trace(written());
    model.logits(tokens, &trace);
    for (const std::string& name : trace.names()) {
      const arma::Cube<Real> sum = arma::sum(trace[name], 1);
      const auto place = sums.try_emplace(name, arma::size(sum), arma::fill::zeros).first;
      place->second += sum;
    }
    count += tokens.size();
  }
  for (auto& [name, sum] : sums)
    sum /= static_cast<Real>(count);
  return sums;
}

/// As if they had been seen in a pass over K tokens.
template <typename Real>
gpt2::Trace<Real> everywhere(const Values<Real>& means, arma::uword K)
{
  gpt2::Trace<Real> trace({});
  for (const auto& [name, mean] : means) {
    arma::Cube<Real> value(mean.n_rows, K, mean.n_slices);
    for (arma::uword slice = 0; slice < mean.n_slices; ++slice)
      value.slice(slice).each_col() = arma::Col<Real>(mean.slice(slice));
    trace.keep(name, std::move(value));
  }
  return trace;
}

/// The first K tokens of another text.
std::vector<Token> another(const Speech& speech, std::uint64_t seed, std::size_t K)
{
  for (std::size_t sentences = sentences_of_each;; sentences *= 2) {
    std::vector<Token> tokens = speech.tokens(speech.language().sample(seed, sentences));
    if (tokens.size() >= K) {
      tokens.resize(K);
      return tokens;
    }
  }
}

/// A text, how much its loss counts, and the loss of a pass over it.
template <typename Real>
struct Case
{
  std::vector<Token> tokens;
  double weight;
  double words; ///< by which the loss is divided
  std::function<double(const arma::Mat<Real>& logits)> loss;
};

template <typename Real>
Worth worth(const gpt2::Model<Real>& model, const Speech& speech,
            const std::vector<Case<Real>>& cases, std::uint64_t seed, bool random_cases)
{
  const OneBlasThread one_thread;
  const arma::uword layers = model.config().layers, heads = model.config().heads;
  std::vector<std::vector<Token>> texts;
  double words = 0;
  for (const Case<Real>& one : cases) {
    texts.push_back(one.tokens);
    words += one.weight * one.words;
  }
  const Values<Real> mean = means(model, texts);
  std::mt19937_64 generator(seed + 1);
  // What each case loses: slices 0 by the mean, 1 by resampling.
  std::vector<arma::cube> lost;
  for (const Case<Real>& one : cases) {
    gpt2::Trace<Real> other(written());
    model.logits(another(speech, generator(), one.tokens.size()), &other);
    const double whole = one.loss(model.logits(one.tokens));
    lost.emplace_back(layers, heads + 1, 2);
    const gpt2::Trace<Real> constant = everywhere(mean, one.tokens.size());
    for (arma::uword layer = 0; layer < layers; ++layer)
      for (arma::uword part = 0; part <= heads; ++part)
        for (const bool resampled : {false, true}) {
          gpt2::Patch<Real> patch(resampled ? other : constant, {site(layer, part, heads)});
          lost.back()(layer, part, resampled) = one.loss(model.logits(one.tokens, &patch)) - whole;
        }
  }
  arma::cube total(layers, heads + 1, 2), squares = total;
  for (std::size_t i = 0; i < cases.size(); ++i)
    total += cases[i].weight * lost[i] / words;
  // Texts are independent, their words are not: the mean is a quotient of two sums over texts.
  for (std::size_t i = 0; i < cases.size(); ++i)
    squares += arma::square(lost[i] - total * cases[i].words);
  const auto n = static_cast<double>(cases.size());
  const arma::cube half_width = random_cases
                                    ? arma::cube(1.96 * arma::sqrt(squares * (n / (n - 1))) / words)
                                    : arma::cube(arma::size(total), arma::fill::zeros);
  return {total.slice(0), half_width.slice(0), total.slice(1), half_width.slice(1)};
}

} // namespace

std::vector<BeforeReturn> before_returns(const language::Language& english,
                                         const language::Beliefs& beliefs)
{
  const Word then = english.word("then");
  std::vector<BeforeReturn> all;
  Rational sum = 0;
  std::function<void(const BeforeReturn&)> go_on = [&](const BeforeReturn& before) {
    for (const auto& [word, probability] : beliefs.next(beliefs.after(before.words))) {
      BeforeReturn longer{before.words, before.probability * probability};
      longer.words.push_back(word);
      if (word == then) {
        sum += longer.probability;
        all.push_back(std::move(longer));
      } else if (word != 0) {
        go_on(longer);
      }
    }
  };
  for (const char* name : {"Ada", "Leo", "Mia", "Tom", "Zoe"}) {
    const Word word = english.word(name);
    go_on({{word}, beliefs.next(language::Beliefs::beginning).at(word)});
  }
  for (BeforeReturn& one : all)
    one.probability /= sum;
  return all;
}

Copying copying(const language::Language& english, const language::Beliefs& beliefs)
{
  std::map<Word, Rational> second;
  double known = 0;
  for (const auto& [words, probability] : before_returns(english, beliefs)) {
    const auto& next = beliefs.next(beliefs.after(words));
    for (const auto& [word, p] : next)
      second[word] += probability * p;
    known += static_cast<double>(probability) * entropy(next);
  }
  Rational sentences = 0; // that begin with a name: each has one that returns
  for (const auto& [word, p] : second)
    sentences += beliefs.next(language::Beliefs::beginning).at(word);
  const double gain = entropy(second) - known;
  const double length =
      language::sentence_entropy(english).middle() / language::entropy_rate(english).middle();
  return {gain, gain * static_cast<double>(sentences) / length};
}

template <typename Real>
std::map<std::string, arma::mat> head_scores(const gpt2::Model<Real>& model, const Speech& speech,
                                             const language::Beliefs& beliefs, std::uint64_t seed)
{
  const OneBlasThread one_thread;
  std::map<std::string, arma::mat> scores;
  score_texts(scores, model, speech, seed);
  score_repetitions(scores, model, speech, seed);
  score_names(scores, model, speech, beliefs, seed);
  return scores;
}

std::vector<std::string> names_of_head(const std::map<std::string, arma::mat>& scores,
                                       arma::uword layer, arma::uword head)
{
  std::vector<std::string> names;
  for (const auto& [test, values] : scores)
    if (test != "writing" && values(layer, head) > threshold_of_tests)
      names.push_back(test);
  if (scores.at("name")(layer, head) > threshold_of_tests &&
      scores.at("writing")(layer, head) > threshold_of_writing)
    names.emplace_back("copies");
  return names;
}

template <typename Real>
Worth worth_a_word(const gpt2::Model<Real>& model, const Speech& speech, std::uint64_t seed,
                   std::size_t texts)
{
  std::mt19937_64 generator(seed);
  std::vector<Case<Real>> cases;
  for (std::size_t text = 0; text < texts; ++text) {
    const std::vector<Word> words = speech.language().sample(generator(), sentences_of_each);
    const std::vector<Token> tokens = speech.tokens(words);
    cases.push_back(
        {tokens, 1, static_cast<double>(words.size()), [tokens](const arma::Mat<Real>& logits) {
           double loss = 0;
           for (arma::uword i = 0; i + 1 < tokens.size(); ++i) {
             const auto z = arma::conv_to<arma::vec>::from(logits.col(i));
             loss += math::log_sum_exp(z) - z[tokens[i + 1]];
           }
           return loss;
         }});
  }
  return worth(model, speech, cases, seed, true);
}

template <typename Real>
Worth worth_at_name(const gpt2::Model<Real>& model, const Speech& speech,
                    const language::Beliefs& beliefs, std::uint64_t seed)
{
  std::vector<Case<Real>> cases;
  for (const Situation& situation : situations(speech, beliefs, seed)) {
    std::map<Token, double> exact;
    for (const auto& [word, p] : beliefs.next(beliefs.after(situation.words)))
      exact[speech.chain(word, false).front()] = static_cast<double>(p);
    cases.push_back({speech.tokens(situation.words), situation.probability, 1,
                     [exact](const arma::Mat<Real>& logits) {
                       const auto z = arma::conv_to<arma::vec>::from(logits.col(logits.n_cols - 1));
                       double divergence = 0;
                       for (const auto& [token, p] : exact)
                         divergence += p * (std::log(p) - z[token] + math::log_sum_exp(z));
                       return divergence;
                     }});
  }
  return worth(model, speech, cases, seed, false);
}

template std::map<std::string, arma::mat> head_scores(const gpt2::Model<float>&, const Speech&,
                                                      const language::Beliefs&, std::uint64_t);
template std::map<std::string, arma::mat> head_scores(const gpt2::Model<double>&, const Speech&,
                                                      const language::Beliefs&, std::uint64_t);
template Worth worth_a_word(const gpt2::Model<float>&, const Speech&, std::uint64_t, std::size_t);
template Worth worth_a_word(const gpt2::Model<double>&, const Speech&, std::uint64_t, std::size_t);
template Worth worth_at_name(const gpt2::Model<float>&, const Speech&, const language::Beliefs&,
                             std::uint64_t);
template Worth worth_at_name(const gpt2::Model<double>&, const Speech&, const language::Beliefs&,
                             std::uint64_t);

} // namespace epreuve::petit
