#include "epreuve/petit/next_words.hpp"

#include "epreuve/math/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace epreuve::petit {

namespace {

/// The sums of ln p along the words' chains.
/// @param after  tokens so far -> ln p of the next token
std::map<Word, double>
along_chains(const Speech& speech, std::vector<Token> tokens, bool is_first,
             std::span<const Word> words,
             const std::function<arma::vec(const std::vector<Token>&)>& after)
{
  std::map<std::vector<Token>, arma::vec> known; // chains begin alike: "the-mouse", "the-cheese"
  const std::size_t length = tokens.size();
  std::map<Word, double> result;
  for (const Word word : words) {
    tokens.resize(length);
    double sum = 0;
    for (const Token token : speech.chain(word, is_first)) {
      auto place = known.find(tokens);
      if (place == known.end())
        place = known.emplace(tokens, after(tokens)).first;
      sum += place->second[token];
      tokens.push_back(token);
    }
    result.emplace(word, sum);
  }
  return result;
}

template <typename Real>
arma::vec log_softmax(const arma::Col<Real>& logits)
{
  const arma::vec z = arma::conv_to<arma::vec>::from(logits);
  return z - math::log_sum_exp(z);
}

} // namespace

template <typename Real>
std::map<Word, double> log_probabilities(const gpt2::Model<Real>& model, const Speech& speech,
                                         std::span<const Word> text, std::span<const Word> words)
{
  return along_chains(speech, speech.tokens(text), text.empty(), words,
                      [&](const std::vector<Token>& tokens) {
                        return log_softmax<Real>(model.last_logits(tokens));
                      });
}

template <typename Real>
std::vector<Missing> missing_nats(const gpt2::Model<Real>& model, const Speech& speech,
                                  const language::Beliefs& beliefs, std::span<const Word> text)
{
  const std::vector<Token> whole = speech.tokens(text);
  const arma::Mat<Real> logits = model.logits(whole);
  const auto after = [&](const std::vector<Token>& tokens) {
    const bool on_the_way =
        tokens.size() <= whole.size() && std::equal(tokens.begin(), tokens.end(), whole.begin());
    return log_softmax<Real>(on_the_way ? arma::Col<Real>(logits.col(tokens.size() - 1))
                                        : model.last_logits(tokens));
  };
  std::vector<Missing> all;
  language::Beliefs::Belief belief = language::Beliefs::beginning;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto& exact = beliefs.next(belief);
    std::vector<Word> words;
    for (const auto& [word, probability] : exact)
      words.push_back(word);
    double divergence = 0;
    for (const auto& [word, log_q] :
         along_chains(speech, speech.tokens(text.first(i)), i == 0, words, after)) {
      const auto p = static_cast<double>(exact.at(word));
      divergence += p * (std::log(p) - log_q);
    }
    all.push_back({i, belief, divergence});
    belief = beliefs.after(belief, text[i]);
  }
  return all;
}

template std::map<Word, double> log_probabilities(const gpt2::Model<float>&, const Speech&,
                                                  std::span<const Word>, std::span<const Word>);
template std::map<Word, double> log_probabilities(const gpt2::Model<double>&, const Speech&,
                                                  std::span<const Word>, std::span<const Word>);
template std::vector<Missing> missing_nats(const gpt2::Model<float>&, const Speech&,
                                           const language::Beliefs&, std::span<const Word>);
template std::vector<Missing> missing_nats(const gpt2::Model<double>&, const Speech&,
                                           const language::Beliefs&, std::span<const Word>);

} // namespace epreuve::petit
