#include "desk.hpp"

#include "epreuve/gpt2/attribution.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/patch.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/petit/next_words.hpp"
#include "epreuve/training/optimisers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Two models for the explorers, in double: petit, whose forward pass is looked at, and one that learns in the page.

using namespace epreuve;
using namespace epreuve::explore;

namespace {

// ---- petit --------------------------------------------------------------------------------------

/// The parameters of a model while its tensors come in, one by one.
std::optional<gpt2::Weights<double>> arriving;

/// A tensor of a safetensors file, by its name there.
void set_tensor(gpt2::Weights<double>& weights, const std::string& name, const double* values,
                arma::uword n)
{
  const auto parameter = gpt2::find_parameter(weights.config, name);
  if (!parameter)
    throw Error("the model has no tensor {}", name);
  const arma::uword expected =
      std::accumulate(parameter->shape.begin(), parameter->shape.end(), arma::uword{1},
                      [](arma::uword product, arma::uword length) { return product * length; });
  if (n != expected)
    throw Error("tensor {} has {} numbers, expected {}", name, n, expected);
  gpt2::visit_layers(
      [&](const gpt2::LayerName& layer, auto& parts) {
        gpt2::visit_parameters(
            [&](const char* kind, auto& array) {
              if (layer.text() + kind != name)
                return;
              if constexpr (requires { parts.neurons; })
                if (kind == std::string_view(".weight")) { // in x out in the file, row by row
                  array = arma::mat(values, array.n_cols, array.n_rows).t();
                  return;
                }
              std::copy_n(values, n, array.begin());
            },
            parts);
      },
      weights);
}

struct Petit
{
  gpt2::Model<double> model;
  gpt2::Tokenizer tokenizer;
  petit::Speech speech;

  Petit(gpt2::Weights<double> weights, gpt2::Tokenizer of)
      : model(std::move(weights)), tokenizer(std::move(of)), speech(language::english(), tokenizer)
  {
  }
};

std::optional<Petit> known;

/// A text's pass, from which the page asks one thing after another.
struct Passed
{
  std::string text;
  std::vector<gpt2::Token> tokens;
  gpt2::Trace<double> trace;
  arma::vec logits;                                 ///< of the token after the last: N
  std::optional<std::vector<language::Word>> words; ///< if it is a text of the language
  std::string why;                                  ///< if not

  gpt2::Token winner() const { return logits.index_max(); }
};

std::optional<Passed> passed;

std::string stream_name(arma::uword stage)
{
  return stage == 0 ? "blocks.0.resid_pre"
                    : fmt::format("blocks.{}.{}", (stage - 1) / 2,
                                  stage % 2 == 1 ? "resid_mid" : "resid_post");
}

/// The pass over a text, which is kept until another text is asked for.
const Passed& pass(const double* text, double length)
{
  const std::string said = bytes(text, length);
  if (passed && passed->text == said)
    return *passed;
  std::vector<std::string> sites = gpt2::attribution_sites();
  sites.insert(sites.end(), {"blocks.*.attn.pattern", "blocks.*.attn.result", "blocks.*.resid_*"});
  Passed now{.text = said,
             .tokens = {},
             .trace = gpt2::Trace<double>(sites),
             .logits = {},
             .words = {},
             .why = {}};
  const language::Language& language = known.value().speech.language();
  try {
    language.next(said);
    now.words = language.encode(said);
    now.tokens = known->speech.tokens(*now.words);
  } catch (const Error& error) {
    now.why = error.what();
    now.tokens = known->tokenizer.encode(said);
    now.tokens.insert(now.tokens.begin(), known->speech.begin());
  }
  now.logits = known->model.last_logits(now.tokens, &now.trace);
  passed = std::move(now);
  return *passed;
}

} // namespace

/// The sizes of a model, whose tensors are to come.
EXPORTED int explore_petit_sizes(double layers, double heads, double n, double N, double context,
                                 double mlp, double epsilon)
{
  return answer([&] {
    arriving = gpt2::zero_weights<double>({.layers = count("layers", layers),
                                           .heads = count("heads", heads),
                                           .n = count("n", n),
                                           .N = count("N", N),
                                           .context = count("context", context),
                                           .mlp = count("mlp", mlp),
                                           .layer_norm_epsilon = epsilon});
  });
}

/// A tensor as the file has it.
EXPORTED int explore_petit_tensor(const double* name, double length, const double* values, double n)
{
  return answer(
      [&] { set_tensor(arriving.value(), bytes(name, length), values, count("the length", n)); });
}

/// The texts of vocab.json and merges.txt: now the model is there.
EXPORTED int explore_petit_tokenizer(const double* vocab, double vocab_length, const double* merges,
                                     double merges_length)
{
  return answer([&] {
    const std::string vocab_json = bytes(vocab, vocab_length);
    const std::string merges_txt = bytes(merges, merges_length);
    passed.reset();
    known.emplace(std::move(arriving.value()), gpt2::Tokenizer::from_texts(vocab_json, merges_txt));
    arriving.reset();
  });
}

/// A token as text, in `explore_message`.
EXPORTED int explore_petit_token(double token)
{
  return answer([&] {
    message = known.value().tokenizer.bytes(static_cast<gpt2::Token>(count("a token", token)));
  });
}

// Of a text's pass, each function one thing. Layers and heads count from 0, K is the number of tokens.

/// K; 1 if it is a text of the language, or else 0, and then `explore_message` says why not; the most probable next token;
/// then the tokens.
EXPORTED int explore_pass(const double* text, double length, double* result)
{
  return answer([&] {
    const Passed& of = pass(text, length);
    *result++ = static_cast<double>(of.tokens.size());
    *result++ = of.words ? 1 : 0;
    *result++ = of.winner();
    std::copy(of.tokens.begin(), of.tokens.end(), result);
    message = of.why;
  });
}

/// The pattern of a head, K x K.
EXPORTED int explore_pattern(const double* text, double length, double layer, double head,
                             double* pattern)
{
  return answer([&] {
    put(pattern, pass(text, length)
                     .trace.matrix(fmt::format("blocks.{}.attn.pattern", count("a layer", layer)),
                                   count("a head", head)));
  });
}

/// The length of each token's vector in the stream: before the first block, then after each attention and each MLP;
/// (2 layers + 1) x K.
EXPORTED int explore_stream_norms(const double* text, double length, double* norms)
{
  return answer([&] {
    const Passed& of = pass(text, length);
    arma::mat all(2 * known->model.config().layers + 1, of.tokens.size());
    for (arma::uword i = 0; i < all.n_rows; ++i)
      all.row(i) = arma::sqrt(arma::sum(arma::square(of.trace.matrix(stream_name(i)))));
    put(norms, all);
  });
}

/// The logit lens on the last token: before the first block and after each, the probability of the token that wins in the
/// end, the token that would win there, and its probability; 3 x (layers + 1).
EXPORTED int explore_lens(const double* text, double length, double* lens)
{
  return answer([&] {
    const Passed& of = pass(text, length);
    arma::mat all(3, known->model.config().layers + 1);
    for (arma::uword i = 0; i < all.n_cols; ++i) {
      const arma::mat x = of.trace.matrix(stream_name(2 * i)).tail_cols(1);
      const arma::vec p = math::softmax(arma::vec(known->model.unembed(x)));
      const arma::uword best = p.index_max();
      all.col(i) = arma::vec{p(of.winner()), static_cast<double>(best), p(best)};
    }
    put(lens, all);
  });
}

/// What each part adds to the logit of the token that wins: embedding, position; for each layer its heads, the bias of its
/// attention and its MLP; the last bias; 3 + layers (heads + 2).
EXPORTED int explore_attribution(const double* text, double length, double* parts)
{
  return answer([&] {
    const Passed& passed_text = pass(text, length);
    const gpt2::Weights<double>& weights = known->model.weights();
    const gpt2::LogitAttribution of =
        gpt2::logit_attribution(weights, passed_text.trace, passed_text.winner());
    *parts++ = of.embedding;
    *parts++ = of.position;
    for (arma::uword layer = 0; layer < weights.config.layers; ++layer) {
      for (arma::uword head = 0; head < weights.config.heads; ++head)
        *parts++ = of.heads(layer, head);
      *parts++ = of.attention_bias(layer);
      *parts++ = of.mlp(layer);
    }
    *parts = of.final_bias;
  });
}

/// The probabilities of all N tokens after the text.
EXPORTED int explore_next_tokens(const double* text, double length, double* p)
{
  return answer([&] { put(p, math::softmax(pass(text, length).logits)); });
}

/// The same, if some heads write at the last token what they write there in another text of as many tokens.
/// @param heads  their numbers, layer by layer
EXPORTED int explore_exchanged(const double* text, double length, const double* other,
                               double other_length, const double* heads, double n, double* p)
{
  return answer([&] {
    const std::vector<gpt2::Token> tokens = pass(text, length).tokens;
    const gpt2::Model<double>& model = known->model;
    std::vector<gpt2::Site> sites;
    for (arma::uword i = 0; i < count("the number of heads", n); ++i) {
      const arma::uword head = count("a head", heads[i]);
      sites.push_back({.name = fmt::format("blocks.{}.attn.result", head / model.config().heads),
                       .position = tokens.size() - 1,
                       .head = head % model.config().heads});
    }
    gpt2::Patch<double> patch(pass(other, other_length).trace, sites);
    put(p, math::softmax(model.last_logits(tokens, &patch)));
  });
}

/// For a text of the language, each word by its place: the model's probability, and the exact one; words x 2.
EXPORTED int explore_petit_words(const double* text, double length, double* p)
{
  return answer([&] {
    const Passed& of = pass(text, length);
    if (!of.words)
      throw Error("{}", of.why);
    const language::Language& language = known->speech.language();
    std::vector<language::Word> all(language.words().size());
    std::iota(all.begin(), all.end(), 0);
    arma::mat columns(all.size(), 2);
    for (const auto& [word, log_q] :
         petit::log_probabilities(known->model, known->speech, *of.words, all))
      columns(word, 0) = std::exp(log_q);
    arma::uword u = 0;
    for (const auto& exact : language.next(*of.words))
      columns(u++, 1) = static_cast<double>(exact);
    put(p, columns);
  });
}

// ---- a model that learns ------------------------------------------------------------------------

namespace {

/// A GPT-2 of one layer whose tokens are the words of the language, and its training: each step reads the next
/// batch x context words of an endless text.
struct Learner
{
  gpt2::Weights<double> weights, gradient, m, v;
  gpt2::Pass<double> pass;
  gpt2::Batch batch;
  std::uint64_t seed, drawn = 0, steps = 0;
  std::vector<language::Word> text; ///< words that are still to be read

  Learner(const gpt2::Config& config, arma::uword texts, std::uint64_t of_seed)
      : weights(gpt2::random_weights<double>(config, of_seed)),
        gradient(gpt2::zero_weights<double>(config)), m(gpt2::zero_weights<double>(config)),
        v(gpt2::zero_weights<double>(config)), seed(of_seed)
  {
    batch.inputs.set_size(config.context, texts);
    batch.targets.set_size(config.context, texts);
  }

  void read()
  {
    constexpr std::size_t sentences = 100;
    const arma::uword n = batch.inputs.n_elem;
    while (text.size() < n + 1) {
      const auto more = language::english().sample(1000 * seed + drawn++, sentences);
      text.insert(text.end(), more.begin(), more.end());
    }
    for (arma::uword i = 0; i < n; ++i) {
      batch.inputs(i) = static_cast<gpt2::Token>(text[i]);
      batch.targets(i) = static_cast<gpt2::Token>(text[i + 1]);
    }
    text.erase(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(n));
  }

  /// @return the loss before the step
  double step(double rate)
  {
    read();
    const double loss = gpt2::loss_and_gradient(gradient, weights, batch, pass);
    const std::span<double> g = gpt2::all_of(gradient);
    const double factor = training::clipping_factor(training::norm<double>(g), 1);
    training::adamw<double>(gpt2::all_of(weights), gpt2::all_of(m), gpt2::all_of(v), g,
                            {.beta2 = 0.99}, rate, 0, ++steps, factor);
    return loss;
  }
};

std::optional<Learner> learner;

} // namespace

/// A new model with one layer, and a new text for it: the number of its parameters.
/// @param texts, context  in a step: so many, of so many words
EXPORTED int explore_learner(double n, double heads, double texts, double context, double seed,
                             double* parameters)
{
  return answer([&] {
    const gpt2::Config config{.layers = 1,
                              .heads = count("heads", heads),
                              .n = count("n", n),
                              .N = language::english().words().size(),
                              .context = count("the context", context),
                              .mlp = 4 * count("n", n)};
    learner.reset();
    learner.emplace(config, count("the texts", texts),
                    static_cast<std::uint64_t>(whole("the seed", seed)));
    *parameters = static_cast<double>(gpt2::parameter_count(config));
  });
}

/// Some steps, and the loss before each.
EXPORTED int explore_learn(double rate, double steps, double* losses)
{
  return answer([&] {
    for (arma::uword i = 0; i < count("the steps", steps); ++i)
      losses[i] = learner.value().step(rate);
  });
}

/// The words after a text, which follows the end of a sentence: the learner's probabilities, and the exact ones; words x 2.
EXPORTED int explore_learner_words(const double* text, double length, double* p)
{
  return answer([&] {
    const language::Language& language = language::english();
    const std::vector<language::Word> words = language.encode(bytes(text, length));
    std::vector<gpt2::Token> tokens{0}; // the "." of a sentence before
    tokens.insert(tokens.end(), words.begin(), words.end());
    const gpt2::Model<double> model(learner.value().weights);
    arma::mat columns(language.words().size(), 2);
    columns.col(0) = math::softmax(model.last_logits(tokens));
    arma::uword u = 0;
    for (const auto& exact : language.next(words))
      columns(u++, 1) = static_cast<double>(exact);
    put(p, columns);
  });
}

/// The least mean losses of predictors that see 0, 1, 2, 3 words, and the entropy rate: language::best_loss and
/// language::entropy_rate, in double.
EXPORTED int explore_best_losses(double* losses)
{
  return answer([&] {
    const language::Language& language = language::english();
    double shorter = 0;
    for (unsigned k = 1; k <= language::longest_ngram; ++k) {
      double entropy = 0;
      for (const auto& [words, probability] : language::ngram_probabilities(language, k)) {
        const auto p = static_cast<double>(probability);
        entropy -= p * std::log(p);
      }
      *losses++ = entropy - shorter; // H(X_k | X_1 ... X_{k-1})
      shorter = entropy;
    }
    const auto visits = language::expected_visits(language.automaton());
    double of_sentence = 0;
    for (std::size_t s = 1; s < visits.size(); ++s)
      for (const language::Arc& arc : language.automaton().states[s]) {
        const auto p = static_cast<double>(arc.probability);
        of_sentence -= static_cast<double>(visits[s]) * p * std::log(p);
      }
    *losses = of_sentence / static_cast<double>(language::expected_length(language));
  });
}
