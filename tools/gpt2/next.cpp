#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/token_figures.hpp"
#include "gpt2/top.hpp"

#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>
#include <memory>

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
  std::cout << fmt::format("after {}\n\n", fmt::join(prompt.labels(), " "));
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

void next(const NextOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  prepare(options.figures);
  const arma::vec logits = in_precision(options.precision, [&](auto real) {
    const gpt2::Model<decltype(real)> model(checkpoint);
    return arma::conv_to<arma::vec>::from(model.last_logits(prompt.tokens));
  });
  const std::vector<Candidate> candidates = top(logits, options.top);
  const double log_sum_exp = math::log_sum_exp(logits);
  if (options.prompt.json) {
    Json json{{"tokens", prompt.entries(prompt.tokens)},
              {"top", to_json(candidates, prompt)},
              {"log_sum_exp", log_sum_exp}};
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, {{"next", figure_of(candidates, prompt)}});
    print(json);
    return;
  }
  print_as_table(candidates, log_sum_exp, prompt);
  if (options.figures.given())
    show(options.figures, {{"next", figure_of(candidates, prompt)}});
}

} // namespace

void add_next(CLI::App& gpt2)
{
  CLI::App* command = gpt2.add_subcommand("next", "The most probable next tokens");
  const auto options = std::make_shared<NextOptions>();
  add_prompt_options(*command, options->prompt);
  add_top_option(*command, options->top);
  add_precision_option(*command, options->precision);
  add_figure_options(*command, options->figures, "the probabilities as bars");
  command->footer("Example: ./epreuve gpt2 next \"The cat sat on the\" --top 5");
  command->callback([options] { next(*options); });
}

} // namespace epreuve::tools
