#include "train/masked.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/instruments/networks/masked.hpp"
#include "epreuve/language/holes.hpp"
#include "epreuve/logs/masked.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/training/log_file.hpp"
#include "epreuve/training/optimisers.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

using arma::uword;
using language::Language, language::Word;
using training::to_places;
using Sentence = std::vector<Word>;
using Model = networks::EncoderDecoder<float>;

constexpr std::uint64_t seed_of_masked = 21;
constexpr unsigned sentences_per_step = 16;

std::vector<Sentence> sentences_of(const Language& language, std::uint64_t seed, std::size_t count)
{
  std::vector<Sentence> sentences(1);
  for (const Word word : language.sample(seed, count)) {
    sentences.back().push_back(word);
    if (language.words()[word] == ".")
      sentences.emplace_back();
  }
  sentences.pop_back();
  return sentences;
}

/// The law of a place, by the model, where some places are hidden.
arma::vec law_by(const Model& model, Sentence sentence, const std::set<std::size_t>& hidden,
                 std::size_t place)
{
  const Word mask = model.source.n_cols - 1;
  for (const std::size_t i : hidden)
    sentence[i] = mask;
  const arma::fvec logits = instruments::masked_logits(model, sentence).col(place);
  return math::softmax(arma::vec(arma::conv_to<arma::vec>::from(logits.head(mask))));
}

arma::vec exact_law(const Language& language, const Sentence& sentence,
                    const std::set<std::size_t>& hidden, std::size_t place)
{
  const std::vector<Rational> law = language::law_of_hole(language, sentence, place, hidden);
  arma::vec p(law.size());
  std::ranges::transform(law, p.begin(), [](const Rational& x) { return static_cast<double>(x); });
  return p;
}

double divergence(const arma::vec& p, const arma::vec& q)
{
  double sum = 0;
  for (uword i = 0; i < p.n_elem; ++i)
    if (p(i) > 0)
      sum += p(i) * std::log(p(i) / q(i));
  return sum;
}

/// A hole, and its exact law.
struct Hole
{
  const Sentence* sentence;
  std::size_t place;
  arma::vec law;
};

std::vector<Hole> holes_of(const Language& language, const std::vector<Sentence>& sentences)
{
  std::vector<Hole> holes;
  for (const Sentence& sentence : sentences)
    for (std::size_t i = 0; i < sentence.size(); ++i)
      holes.push_back({&sentence, i, exact_law(language, sentence, {i}, i)});
  return holes;
}

logs::MaskedMark mark_of(unsigned step, const Model& model, const std::vector<Hole>& holes)
{
  double missing = 0, impossible = 0;
  for (const auto& [sentence, place, p] : holes) {
    const arma::vec q = law_by(model, *sentence, {place}, place);
    missing += divergence(p, q);
    impossible += arma::accu(q.elem(arma::find(p == 0)));
  }
  const auto count = static_cast<double>(holes.size());
  return {step, to_places(missing / count, 4), to_places(impossible / count, 4)};
}

/// What happens where two words of a sentence are hidden: the means over pairs of places.
logs::TwoHoles two_holes(const Language& language, const Model& model,
                         const std::vector<Sentence>& sentences)
{
  std::mt19937_64 bits(seed_of_masked);
  double missing = 0, orders = 0;
  for (const Sentence& sentence : sentences) {
    const std::size_t first = bits() % (sentence.size() - 1),
                      second = first + 1 + bits() % (sentence.size() - 1 - first);
    const std::set<std::size_t> both{first, second};
    const arma::vec p = exact_law(language, sentence, both, first),
                    of_second = exact_law(language, sentence, both, second),
                    q = law_by(model, sentence, both, first),
                    q_of_second = law_by(model, sentence, both, second);
    missing += (divergence(p, q) + divergence(of_second, q_of_second)) / 2;
    orders += std::abs(std::log(q(sentence[first])) +
                       std::log(law_by(model, sentence, {second}, second)(sentence[second])) -
                       std::log(q_of_second(sentence[second])) -
                       std::log(law_by(model, sentence, {first}, first)(sentence[first])));
  }
  const auto count = static_cast<double>(sentences.size());
  return {to_places(missing / count, 4), to_places(orders / count, 4)};
}

instruments::MaskedTexts some_hidden(const std::vector<Sentence>& sentences, Word mask,
                                     std::mt19937_64& bits)
{
  instruments::MaskedTexts texts;
  uword begin = 0;
  for (unsigned b = 0; b < sentences_per_step; ++b) {
    Sentence text = sentences[bits() % sentences.size()];
    std::set<std::size_t> hidden{bits() % text.size()};
    for (std::size_t i = 0; i < text.size(); ++i)
      if (bits() % 100 < 10)
        hidden.insert(i);
    for (const std::size_t i : hidden) {
      texts.places.push_back(begin + i);
      texts.words.push_back(text[i]);
      text[i] = mask;
    }
    begin += text.size();
    texts.texts.push_back(std::move(text));
  }
  return texts;
}

} // namespace

void train_masked(const std::string& out)
{
  const std::filesystem::path file = new_log(out, "masked");
  const OneBlasThread one;
  const Language& english = language::english();
  const Word mask = english.words().size();
  Model model = networks::initial_encoder_decoder<float>({.n = 32,
                                                          .heads = 4,
                                                          .hidden = 128,
                                                          .blocks = 2,
                                                          .source_tokens = mask + 1,
                                                          .target_tokens = 1},
                                                         seed_of_masked);
  model.target.reset();
  model.decoder.clear();
  Model m = model, v = model;
  for (Model* moment : {&m, &v})
    for (const std::span<float> part : parameters(*moment))
      std::ranges::fill(part, 0.F);

  logs::MaskedLog log;
  const std::vector<Sentence> corpus = sentences_of(english, seed_of_masked, 30'000),
                              fresh = sentences_of(english, seed_of_masked + 1, 100);
  const std::vector<Hole> holes = holes_of(english, fresh);
  const training::Schedule schedule{
      .rate = 3e-3, .final_rate = 1e-4, .warm_up = 100, .steps = 6001};
  std::mt19937_64 bits(seed_of_masked);
  constexpr unsigned marks[] = {0, 50, 100, 200, 400, 800, 1500, 3000, 6000};
  for (unsigned step = 0;; ++step) {
    if (std::ranges::find(marks, step) != std::end(marks)) {
      log.marks.push_back(mark_of(step, model, holes));
      std::cout << fmt::format("step {:4} of {}, missing {:.4f} nats\n", step, std::end(marks)[-1],
                               log.marks.back().missing)
                << std::flush;
    }
    if (step == std::end(marks)[-1])
      break;
    auto of = instruments::masked_loss_and_gradient(model, some_hidden(corpus, mask, bits));
    training::clipped_step(parameters(model), parameters(m), parameters(v), parameters(of.gradient),
                           {}, learning_rate(schedule, step), step + 1, 0);
  }
  log.two_holes = two_holes(english, model, sentences_of(english, seed_of_masked + 2, 200));
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
