#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/token_figures.hpp"
#include "gpt2/top.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/petit/next_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct NextOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  arma::uword top = 10;
  FigureOptions figures;
};

void print_as_table(const std::vector<Candidate>& candidates, double log_sum_exp,
                    const Prompt& prompt)
{
  print_line(fmt::format("after {}\n", fmt::join(prompt.labels(), " ")));
  Column ids{"id"}, texts{"token", {}, Align::left}, logit{"logit"}, probability{"probability"};
  for (const Candidate& candidate : candidates) {
    ids.cells.push_back(std::to_string(candidate.id));
    texts.cells.push_back(prompt.label(candidate.id));
    logit.cells.push_back(fmt::format("{:.4f}", candidate.logit));
    probability.cells.push_back(fmt::format("{:.3f} %", 100 * candidate.probability));
  }
  if (prompt.tokenizer)
    print_table({ids, texts, logit, probability});
  else
    print_table({ids, logit, probability});
  std::cout << fmt::format("\nlog-sum-exp {:.4f}\n", log_sum_exp);
}

figures::Figure figure_of(const std::vector<Candidate>& candidates, const Prompt& prompt)
{
  std::vector<std::string> labels;
  arma::vec probabilities(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    labels.push_back(prompt.label(candidates[i].id));
    probabilities[i] = candidates[i].probability;
  }
  return next_figure(prompt.named(), labels, probabilities);
}

/// A word of the language that the model was trained on.
struct NextWord
{
  std::string text;
  double probability; ///< by the model
  Rational exact;
};

/// What a model of the language says about a text, next to what is so.
struct Compared
{
  std::string not_a_text;      ///< why it is not a text of the language; then there is nothing else
  std::vector<NextWord> words; ///< those that can be next
  double anything_else = 1;    ///< the rest of the model's probability
  double missing = 0;          ///< the divergence, in nats
};

template <typename Real>
Compared compare(const gpt2::Model<Real>& model, const language::Language& language, Prompt& prompt)
{
  std::vector<Rational> exact;
  try {
    exact = language.next(*prompt.typed);
  } catch (const Error& error) {
    Compared none;
    none.not_a_text = error.what();
    return none;
  }
  const petit::Speech speech(language, *prompt.tokenizer);
  const std::vector<language::Word> text = language.encode(*prompt.typed);
  prompt.tokens = speech.tokens(text); // "sleeps." as the language writes it: "sleeps ."
  Compared compared;
  for (const auto& [word, log_q] :
       petit::log_probabilities(model, speech, text, language::most_probable_first(exact))) {
    const auto p = static_cast<double>(exact[word]);
    const double q = std::exp(log_q);
    compared.missing += p * (std::log(p) - log_q);
    compared.anything_else -= q;
    compared.words.push_back({language.words()[word], q, exact[word]});
  }
  std::ranges::sort(compared.words, std::greater(), &NextWord::probability);
  return compared;
}

void print_words(const Compared& compared, const Prompt& prompt)
{
  constexpr std::size_t widest_bar = 40, narrowest_bar = 8, before_bar = 21;
  print_line(fmt::format("after {}\n", prompt.named()));
  std::size_t width = 0;
  for (const NextWord& word : compared.words)
    width = std::max(width, word.text.size());
  const std::size_t room = line_width() - std::min(line_width(), width + before_bar);
  const auto columns = static_cast<double>(std::clamp(room, narrowest_bar, widest_bar));
  for (const auto& [text, probability, exact] : compared.words)
    std::cout << fmt::format("{:<{}}  petit  {:>8.3f} %  {}\n{:<{}}  exact  {:>10}  {}\n", text,
                             width, 100 * probability, bar(columns * probability), "", width,
                             exact.str(), bar(columns * static_cast<double>(exact)));
  std::cout << fmt::format("\nanything else: petit {:.3f} %\n",
                           100 * std::max(0.0, compared.anything_else));
  print_line(fmt::format(
      "missing {:.5f} nats: the divergence of the model's probabilities from the exact ones",
      compared.missing));
}

Json to_json(const Compared& compared)
{
  if (!compared.not_a_text.empty())
    return {{"not_of_the_language", compared.not_a_text}};
  Json words = Json::array();
  for (const auto& [text, probability, exact] : compared.words)
    words.push_back(
        {{"word", text},
         {"probability", probability},
         {"exact", {{"fraction", exact.str()}, {"value", static_cast<double>(exact)}}}});
  return {{"words", words},
          {"anything_else", compared.anything_else},
          {"missing_nats", compared.missing}};
}

figures::Figure figure_of(const Compared& compared, const Prompt& prompt)
{
  std::vector<std::string> labels;
  arma::vec model(compared.words.size()), exact(compared.words.size());
  for (std::size_t i = 0; i < compared.words.size(); ++i) {
    labels.push_back(compared.words[i].text);
    model[i] = compared.words[i].probability;
    exact[i] = static_cast<double>(compared.words[i].exact);
  }
  return compared_figure(prompt.named(), labels, model, exact, compared.missing);
}

void next(const NextOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  const std::optional<language::Language> language =
      prompt.typed ? petit::language_of(checkpoint.file().parent_path()) : std::nullopt;
  require_within_context(prompt.tokens, checkpoint.config());
  prepare(options.figures);
  std::optional<Compared> compared;
  const arma::vec logits = with_model(options.precision, checkpoint, [&](const auto& model) {
    if (language)
      compared = compare(model, *language, prompt);
    return arma::conv_to<arma::vec>::from(model.last_logits(prompt.tokens));
  });
  const std::vector<Candidate> candidates = top(logits, options.top);
  const double log_sum_exp = math::log_sum_exp(logits);
  const bool in_words = compared && compared->not_a_text.empty();
  const figures::Figure figure =
      in_words ? figure_of(*compared, prompt) : figure_of(candidates, prompt);
  if (options.prompt.json) {
    Json json{{"tokens", prompt.entries(prompt.tokens)},
              {"top", to_json(candidates, prompt)},
              {"log_sum_exp", log_sum_exp}};
    if (compared)
      json.update(to_json(*compared));
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, {{"next", figure}});
    print(json);
    return;
  }
  if (in_words)
    print_words(*compared, prompt);
  else
    print_as_table(candidates, log_sum_exp, prompt);
  if (compared && !in_words)
    print_line(fmt::format("\nno text of the language that petit was trained on: {}",
                           compared->not_a_text));
  if (options.figures.given())
    show(options.figures, {{"next", figure}});
}

} // namespace

void add_next(Command& gpt2)
{
  Command command = gpt2.add_subcommand("next", "The most probable next tokens");
  const auto options = std::make_shared<NextOptions>();
  add_prompt_options(command, options->prompt);
  add_top_option(command, options->top);
  add_any_precision_option(command, options->precision);
  add_figure_options(command, options->figures, "the probabilities as bars");
  command.footer("Where petit answers a text of the language that it was trained on, its words "
                 "are shown, each "
                 "with two bars: the\nmodel's probability, and the exact one as a fraction.\n"
                 "Example: ./epreuve gpt2 next \"The cat sat on the\" --top 5");
  command.callback([options] { next(*options); });
}

} // namespace epreuve::tools
