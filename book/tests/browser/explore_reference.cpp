#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/attribution.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/patch.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/twins.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/positions/position_difference.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/rotations.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/through_time.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/petit/next_words.hpp"
#include "epreuve/training/optimisers.hpp"
#include "epreuve/translator/making.hpp"
#include "epreuve/translator/translator.hpp"

#include <armadillo>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <exception>
#include <iostream>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

// The native library's answers, so that explore.cjs can ask the browser's module the same questions: a list of
// {name, arguments, result} or {name, arguments, message}, on standard output. `name` is that of
// epreuve.library() in book/explore/library.js. `scale`, where there is one, is what absolute errors
// are measured against: |q|^T |k| for the sum that a dot product is, which may cancel.

using namespace epreuve::attention;
using namespace epreuve::math;
using Json = nlohmann::json;

namespace {

Json numbers(const arma::mat& values)
{
  return std::vector<double>(values.begin(), values.end());
}

Json cases = Json::array();

void add(const std::string& name, const Json& arguments, const arma::mat& result)
{
  cases.push_back({{"name", name}, {"arguments", arguments}, {"result", numbers(result)}});
}

void refuses(const std::string& name, const Json& arguments, const auto& call)
{
  try {
    call();
  } catch (const std::exception& error) {
    cases.push_back({{"name", name}, {"arguments", arguments}, {"message", error.what()}});
  }
}

std::mt19937_64 bits(2024);

double uniform(double lo, double hi)
{
  return lo + (hi - lo) * std::ldexp(static_cast<double>(bits() >> 11U), -53);
}

arma::vec draw(arma::uword n, double lo, double hi)
{
  arma::vec x(n);
  x.imbue([&] { return uniform(lo, hi); });
  return x;
}

void softmax_and_entropy()
{
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10, uniform(-1, 3));
    const arma::vec x = draw(1 + bits() % 12, -size, size);
    const double T = std::pow(10, uniform(-2, 2));
    const arma::vec sigma = softmax(x, T);
    add("softmax", {numbers(x), T}, sigma);
    // The same numbers go into the browser's entropy, so that only its own errors are compared.
    add("entropy", Json::array({numbers(sigma)}), arma::mat{entropy(sigma)});
  }
  const arma::mat M(draw(60, -20, 20).memptr(), 5, 12);
  add("softmaxRows", {numbers(M), 5}, softmax_rows(M));
  add("entropyRows", {numbers(softmax_rows(M)), 5}, entropy_rows(softmax_rows(M)));
}

void positions_and_rotations()
{
  for (const arma::uword n : {2U, 6U, 32U, 64U, 768U})
    for (const double base : {3.0, 100.0, 10'000.0}) {
      add("frequencies", {n, base}, frequencies(n, base));
      for (const std::int64_t k : {0LL, 1LL, 63LL, 1'000'003LL, -5LL})
        for (const Ordering ordering : {Ordering::cosine_first, Ordering::sine_first}) {
          const int sine_first = ordering == Ordering::sine_first ? 1 : 0;
          add("positionVector", {k, n, base, sine_first}, position_vector(k, n, base, ordering));
          const arma::vec x = draw(n, -1, 1);
          add("rotate", {numbers(x), k, base, sine_first}, rotate(x, k, base, ordering));
        }
    }
  add("positionMatrix", {64, 32, 10'000}, position_matrix(64, 32, 10'000));
  add("positionMatrix", {7, 6, 100, 1}, position_matrix(7, 6, 100, Ordering::sine_first));
  for (const arma::uword n : {2U, 8U, 32U})
    for (const std::int64_t l : {0, 1, -2, 3}) {
      const arma::vec from = position_vector(20, n, 100), to = position_vector(20 + l, n, 100);
      add("readDifference", {numbers(from), numbers(to), 100}, read_difference(from, to, 100));
      // A pair's angle is known to a few roundings of numbers up to pi.
      cases.back()["scale"] = numbers(4 / frequencies(n, 100));
    }
  for (int i = 0; i < 300; ++i) {
    const double epsilon = std::pow(10, uniform(-5, 1));
    const arma::vec x = draw(3, -9, 9), ones(3, arma::fill::ones);
    if (arma::stddev(x, 1) > 1)
      add("layerNorm", {numbers(x), epsilon}, layer_norm(x, ones, 0 * ones, epsilon));
    add("rmsNorm", {numbers(x), epsilon}, rms_norm(x, ones, epsilon));
  }
  for (int i = 0; i < 300; ++i) {
    const double omega = uniform(-100, 100);
    const arma::mat M = rotation(omega);
    add("rotation", {omega}, M);
    arma::mat power(2, 2, arma::fill::eye);
    const auto l = static_cast<int>(bits() % 25);
    for (int j = 0; j < l; ++j)
      power = M * power;
    add("rotationPower", {omega, l}, power);
  }
}

void scores()
{
  for (const arma::uword d : {1U, 2U, 3U, 7U, 64U, 1000U}) {
    const arma::mat Q(draw(d * 5, -3, 3).memptr(), d, 5);
    const arma::mat K(draw(d * 9, -3, 3).memptr(), d, 9);
    const arma::mat scale = arma::abs(Q).t() * arma::abs(K);
    add("attentionScores", {numbers(Q), numbers(K), d}, attention_scores(Q, K));
    cases.back()["scale"] = numbers(scale);
    add("scaledAttentionScores", {numbers(Q), numbers(K), d}, scaled_attention_scores(Q, K));
    cases.back()["scale"] = numbers(scale / std::sqrt(static_cast<double>(d)));
  }
}

void attention_of_a_sentence()
{
  for (int k = 0; k < 40; ++k) {
    // Up to 3 across and up, as far as the explorer lets them be dragged.
    const double reach = k % 2 == 0 ? 1 : 3;
    const arma::mat Q(draw(12, -reach, reach).memptr(), 2, 6),
        K(draw(12, -reach, reach).memptr(), 2, 6);
    const int causal = k % 4 < 2 ? 0 : 1;
    const arma::mat A = causal == 0 ? epreuve::attention::attention_pattern(Q, K)
                                    : epreuve::attention::causal_pattern(Q, K);
    add("attentionPattern", {numbers(Q), numbers(K), 2, causal}, A);
    const arma::mat V(draw(12, -1, 1).memptr(), 2, 6);
    add("headOutput", {numbers(V), numbers(A), 2}, epreuve::attention::head_output(V, A));
  }
}

/// explore_normal_numbers of the bindings, which is no function of the library: the polar
/// method as in Knuth, The Art of Computer Programming, 3.4.1, algorithm P.
void normal_numbers()
{
  for (const std::uint64_t seed : {1U, 2U, 5489U}) {
    std::mt19937_64 generator(seed);
    std::vector<double> z;
    while (z.size() < 2000) {
      const double v1 = std::ldexp(static_cast<double>(generator() >> 11U), -52) - 1;
      const double v2 = std::ldexp(static_cast<double>(generator() >> 11U), -52) - 1;
      const double s = v1 * v1 + v2 * v2;
      if (s >= 1 || s == 0)
        continue;
      z.push_back(v1 * std::sqrt(-2 * std::log(s) / s));
      z.push_back(v2 * std::sqrt(-2 * std::log(s) / s));
    }
    add("normalNumbers", {seed, 2000}, arma::vec(z));
  }
}

void gelu_forms()
{
  const arma::vec x = arma::join_cols(draw(3000, -40, 40), arma::linspace(-5, 5, 1001),
                                      arma::vec{0, -0.0, 1e-300, -1e-300, 1e300, -1e300, 5e-324});
  add("gelu", Json::array({numbers(x)}), gelu(x));
  add("geluTanh", Json::array({numbers(x)}), gelu_tanh(x));
  add("geluTanhAsPrinted", Json::array({numbers(x)}), gelu_tanh_as_printed(x));
  add("geluSigmoid", Json::array({numbers(x)}), gelu_sigmoid(x));
}

void stream()
{
  const auto same = [](const arma::mat& u) { return u; };
  const arma::mat I(2, 2, arma::fill::eye);
  for (int k = 0; k < 20; ++k) {
    const arma::vec W = draw(4, -2, 2), first = draw(4, -2, 2), read = draw(4, -2, 2);
    const arma::vec second = draw(4, -2, 2), x = draw(2, -2, 2);
    const auto square = [](const arma::vec& entries) { return arma::reshape(entries, 2, 2); };
    const std::vector<StreamBlock> blocks{{I, same, square(first)},
                                          {square(read), same, square(second)}};
    const auto terms = read_by_source(square(W), blocks, x);
    const double scale = 2 * (1 + 4) * (1 + 4 * 4); // no entry or partial sum is larger than that
    cases.push_back(
        {{"name", "readBySource"},
         {"arguments", {numbers(W), numbers(first), numbers(read), numbers(second), numbers(x)}},
         {"result", numbers(arma::join_rows(terms[0], terms[1], terms[2]))},
         {"scale", numbers(arma::mat(2, 3).fill(scale))}});
  }
}

void masks()
{
  const auto as_numbers = [](const arma::umat& M) { return arma::conv_to<arma::mat>::from(M); };
  for (arma::uword size = 1; size <= 6; ++size) {
    const std::vector<arma::umat> of_explorer{window_visibility(10, size),
                                              strided_visibility(10, size),
                                              causal_visibility(10) % block_visibility(10, size),
                                              prefix_visibility(10, size), causal_visibility(10)};
    for (std::size_t kind = 0; kind < of_explorer.size(); ++kind)
      add("visibility", {kind, 10, size}, as_numbers(of_explorer[kind]));
    arma::mat both(10, 20);
    std::vector<arma::umat> layers;
    for (arma::uword l = 0; l < 2; ++l) {
      layers.emplace_back(arma::reshape(draw(100, 0, 1), 10, 10) > 0.8);
      both.cols(10 * l, 10 * l + 9) = as_numbers(layers.back());
    }
    add("seenThrough", {numbers(both), 10}, as_numbers(seen_through(layers)));
  }
}

/// petit as the native library reads it, on texts of the language and on others.
void forward_passes()
{
  using namespace epreuve;
  const gpt2::Model<double> model{gpt2::Checkpoint(petit::folder())};
  const gpt2::Tokenizer tokenizer(petit::folder());
  const language::Language& english = language::english();
  const petit::Speech speech(english, tokenizer);
  const arma::uword layers = model.config().layers, heads = model.config().heads;
  for (const std::string text :
       {"the cat sits on the", "", "after the war a woman with her cat signs", "the cat sleeps.",
        "Once upon a time", "it's 12 o'clock,   l\u2019\u00e9t\u00e9  "}) {
    std::vector<gpt2::Token> tokens{speech.begin()};
    bool is_text = true;
    try {
      english.next(text);
      tokens = speech.tokens(english.encode(text));
    } catch (const Error&) {
      is_text = false;
      for (const gpt2::Token token : tokenizer.encode(text))
        tokens.push_back(token);
    }
    gpt2::Trace<double> trace({"*"});
    const arma::vec logits = model.last_logits(tokens, &trace);
    const auto answer = static_cast<gpt2::Token>(logits.index_max());
    add("petitTokens", {text}, arma::conv_to<arma::vec>::from(arma::Col<gpt2::Token>(tokens)));
    add("nextTokens", {text}, softmax(logits));

    arma::mat norms(2 * layers + 1, tokens.size()), lens(3, layers + 1);
    std::vector<double> parts;
    const gpt2::LogitAttribution of = gpt2::logit_attribution(model.weights(), trace, answer);
    parts = {of.embedding, of.position};
    for (arma::uword l = 0; l < layers; ++l) {
      const std::string block = "blocks." + std::to_string(l);
      if (l == 0)
        norms.row(0) = arma::sqrt(arma::sum(arma::square(trace.matrix(block + ".resid_pre"))));
      norms.row(2 * l + 1) =
          arma::sqrt(arma::sum(arma::square(trace.matrix(block + ".resid_mid"))));
      norms.row(2 * l + 2) =
          arma::sqrt(arma::sum(arma::square(trace.matrix(block + ".resid_post"))));
      for (arma::uword h = 0; h < heads; ++h) {
        add("pattern", {text, l, h}, trace.matrix(block + ".attn.pattern", h));
        parts.push_back(of.heads(l, h));
      }
      parts.push_back(of.attention_bias(l));
      parts.push_back(of.mlp(l));
    }
    parts.push_back(of.final_bias);
    for (arma::uword l = 0; l <= layers; ++l) {
      const arma::mat x = trace.matrix(l == 0 ? "blocks.0.resid_pre"
                                              : "blocks." + std::to_string(l - 1) + ".resid_post");
      const arma::vec p = softmax(arma::vec(model.unembed(x.tail_cols(1))));
      lens.col(l) = arma::vec{p(answer), static_cast<double>(p.index_max()), p.max()};
    }
    add("streamNorms", {text}, norms);
    add("lens", {text}, lens);
    add("attribution", {text}, arma::vec(parts));
    if (!is_text)
      continue;
    const std::vector<language::Word> prefix = english.encode(text);
    std::vector<language::Word> words(english.words().size());
    std::iota(words.begin(), words.end(), 0);
    arma::mat columns(words.size(), 2);
    for (const auto& [word, log_q] : petit::log_probabilities(model, speech, prefix, words))
      columns(word, 0) = std::exp(log_q);
    const auto exact = english.next(prefix);
    for (const language::Word word : words)
      columns(word, 1) = static_cast<double>(exact[word]);
    add("petitWords", {text, words.size()}, columns);
  }
  refuses("petitWords", {"the cat flies", 80}, [&] { english.next("the cat flies"); });
}

/// Some heads of petit, numbered layer by layer, write at the last token what they write there in another text.
void exchanged_heads()
{
  using namespace epreuve;
  const gpt2::Model<double> model{gpt2::Checkpoint(petit::folder())};
  const gpt2::Tokenizer tokenizer(petit::folder());
  const language::Language& english = language::english();
  const petit::Speech speech(english, tokenizer);
  const auto exchanged = [&](const std::string& text, const std::string& other,
                             const std::vector<arma::uword>& heads) -> arma::vec {
    const std::vector<gpt2::Token> tokens = speech.tokens(english.encode(text));
    gpt2::Trace<double> trace({"blocks.*.attn.result"});
    model.last_logits(speech.tokens(english.encode(other)), &trace);
    std::vector<gpt2::Site> sites;
    for (const arma::uword head : heads)
      sites.push_back({.name = "blocks." + std::to_string(head / 4) + ".attn.result",
                       .position = tokens.size() - 1,
                       .head = head % 4});
    gpt2::Patch<double> patch(trace, sites);
    return softmax(model.last_logits(tokens, &patch));
  };
  const std::string ada = "Ada sits on the bed then", leo = "Leo sits on the bed then";
  for (const std::vector<arma::uword>& heads :
       std::vector<std::vector<arma::uword>>{{5}, {0, 5, 6}, {11}})
    add("exchanged", {ada, leo, heads}, exchanged(ada, leo, heads));
  add("exchanged", {ada, leo, Json::array()},
      softmax(model.last_logits(speech.tokens(english.encode(ada)))));
  refuses("exchanged", {ada, "Leo sleeps then", {5}},
          [&] { exchanged(ada, "Leo sleeps then", {5}); });
}

/// Twelve steps of the model that learns in the page, as an independent loop, and the losses that are proven.
void learning()
{
  using namespace epreuve;
  const language::Language& english = language::english();
  const gpt2::Config config{
      .layers = 1, .heads = 4, .n = 32, .N = english.words().size(), .context = 32, .mlp = 128};
  add("learner", {32, 4, 8, 32, 1}, arma::mat{static_cast<double>(gpt2::parameter_count(config))});
  gpt2::Weights<double> weights = gpt2::random_weights<double>(config, 1);
  gpt2::Weights<double> gradient = gpt2::zero_weights<double>(config),
                        m = gpt2::zero_weights<double>(config),
                        v = gpt2::zero_weights<double>(config);
  std::vector<language::Word> text;
  for (std::uint64_t seed = 1000; text.size() < 12 * 256 + 1; ++seed) {
    const auto more = english.sample(seed, 100);
    text.insert(text.end(), more.begin(), more.end());
  }
  gpt2::Pass<double> pass;
  gpt2::Batch batch{arma::Mat<gpt2::Token>(32, 8), arma::Mat<gpt2::Token>(32, 8)};
  arma::vec losses(12);
  for (arma::uword step = 0; step < losses.n_elem; ++step) {
    for (arma::uword i = 0; i < 256; ++i) {
      batch.inputs(i) = static_cast<gpt2::Token>(text[256 * step + i]);
      batch.targets(i) = static_cast<gpt2::Token>(text[256 * step + i + 1]);
    }
    losses(step) = gpt2::loss_and_gradient(gradient, weights, batch, pass);
    const std::span<double> g = gpt2::all_of(gradient);
    training::adamw<double>(gpt2::all_of(weights), gpt2::all_of(m), gpt2::all_of(v), g,
                            {.beta2 = 0.99}, 0.01, 0, step + 1,
                            training::clipping_factor(training::norm<double>(g), 1));
  }
  add("learn", {0.01, losses.n_elem}, losses);
  arma::mat columns(english.words().size(), 2);
  columns.col(0) = softmax(
      gpt2::Model<double>(weights).last_logits({0, static_cast<gpt2::Token>(english.word("the")),
                                                static_cast<gpt2::Token>(english.word("cat"))}));
  const auto exact = english.next("the cat");
  for (language::Word word = 0; word < exact.size(); ++word)
    columns(word, 1) = static_cast<double>(exact[word]);
  add("learnerWords", {"the cat", exact.size()}, columns);

  arma::vec best(language::longest_context + 2);
  for (unsigned k = 0; k <= language::longest_context; ++k)
    best(k) = language::best_loss(english, k).middle();
  best(language::longest_context + 1) = language::entropy_rate(english).middle();
  add("bestLosses", Json::array(), best);
}

/// The translator as the native library reads it, on sentences of the language and on words in no order.
void translations()
{
  using namespace epreuve;
  const translator::Translator model = translator::read(translator::folder());
  const auto as_numbers = [](const auto& places) {
    return arma::vec(arma::conv_to<arma::vec>::from(
        arma::uvec(std::vector<arma::uword>(places.begin(), places.end()))));
  };
  for (const std::string text :
       {"the little green creature sits on the floor .", "two cats sleep not one, two .",
        "the big black cat eats the-cheese .", "sits the on floor ."}) {
    const std::vector<language::Word> words = language::english().encode(text);
    const translator::Written written =
        translator::translate(model, std::vector<translator::Token>(words.begin(), words.end()));
    add("writtenWords", {text}, as_numbers(written.target));
    for (arma::uword t = 0; t < written.laws.n_cols; ++t)
      add("translatedWord", {text, t, written.laws.n_rows}, written.laws.col(t));
    for (std::size_t block = 0; block < written.cross.size(); ++block)
      for (arma::uword head = 0; head < written.cross[block].n_slices; ++head)
        add("crossPattern", {text, block, head}, written.cross[block].slice(head));
    if (const auto twins = language::translation(language::english(), language::french(), words))
      add("rightTranslation", {text},
          arma::join_cols(as_numbers(twins->target), as_numbers(twins->renders)));
  }
  refuses("writtenWords", Json::array({"the cat flies"}),
          [] { language::english().encode("the cat flies"); });
}

void recurrent_networks()
{
  using namespace epreuve::networks;
  for (int i = 0; i < 100; ++i)
    for (const arma::uword gates : {1U, 4U}) {
      const arma::vec W = draw(gates, 0, 1), U = draw(gates, 0, 1), b = draw(gates, 0, 1);
      const arma::mat x = draw(5, 0, 1).t();
      const Cell<double> cell{arma::mat(W), arma::mat(U), b};
      const arma::vec g{1};
      add("gradientsBack", {numbers(W), numbers(U), numbers(b), numbers(x), numbers(g)},
          gates == 4 ? lstm_gradients_back(cell, x, g) : rnn_gradients_back(cell, x, g));
    }
}

/// Every variant at the ends and in the middle of the explorer's sliders.
void costs_of_attention()
{
  using epreuve::attention::Variant;
  for (const Variant variant :
       {Variant::exact, Variant::tiles, Variant::linformer, Variant::performer, Variant::longformer,
        Variant::bigbird, Variant::reformer}) {
    const int kind = static_cast<int>(variant);
    for (const arma::uword n : {128U, 2048U, 16384U})
      for (const arma::uword h : {1U, 12U, 16U})
        for (const arma::uword size : {16U, 128U}) {
          const LayerCost of = cost_of_layer(variant, 3, n, 64 * h, h, size);
          add("attentionCost", {kind, 3, n, 64 * h, h, size},
              arma::vec{of.heads, of.projections, of.kept, of.depth});
        }
    for (const arma::uword d : {16U, 64U, 128U})
      for (const arma::uword size : {16U, 256U, 1024U})
        add("cheaperFrom", {kind, d, size},
            arma::mat{static_cast<double>(cheaper_from(variant, d, size).value_or(0))});
  }
}

void refusals()
{
  refuses("visibility", {0, 10, 0}, [] { window_visibility(10, 0); });
  refuses("attentionCost", {5, 1, 100, 64, 1, 64},
          [] { cost_of_layer(Variant::bigbird, 1, 100, 64, 1, 64); });
  refuses("visibility", {3, 2, 3}, [] { prefix_visibility(2, 3); });
  refuses("softmax", {{1, 2}, 0}, [] { softmax(arma::vec{1, 2}, 0); });
  refuses("softmax", {{1, 2}, -0.125}, [] { softmax(arma::vec{1, 2}, -0.125); });
  refuses("softmax", {Json::array(), 1}, [] { softmax(arma::vec{}, 1); });
  refuses("frequencies", {7, 100}, [] { frequencies(7, 100); });
  refuses("positionVector", {1, 6, -3.5}, [] { position_vector(1, 6, -3.5); });
  refuses("positionVector", {9007199254740992, 6, 0.5},
          [] { position_vector(9007199254740992, 6, 0.5); });
  refuses("readDifference", {{1, 0, 1}, {1, 0, 1}, 100},
          [] { read_difference({1, 0, 1}, {1, 0, 1}, 100); });
  refuses("positionMatrix", {0, 6, 100}, [] { position_matrix(0, 6, 100); });
  refuses("entropy", Json::array({{0.5, 0.25}}), [] { entropy(arma::vec{0.5, 0.25}); });
  refuses("entropy", Json::array({{1.5, -0.5}}), [] { entropy(arma::vec{1.5, -0.5}); });
}

} // namespace

int main()
{
  softmax_and_entropy();
  positions_and_rotations();
  scores();
  attention_of_a_sentence();
  masks();
  normal_numbers();
  stream();
  gelu_forms();
  forward_passes();
  exchanged_heads();
  learning();
  translations();
  recurrent_networks();
  costs_of_attention();
  refusals();
  std::cout << cases.dump() << '\n';
}
