#include "gpt2/attention_figures.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/options.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct AttentionOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  std::optional<arma::uword> layer, head;
  bool all = false;
  FigureOptions figures;
};

void check(const AttentionOptions& options, const gpt2::Config& config)
{
  if (options.all && (options.layer || options.head))
    throw Error("both --all and a layer or head are given; leave one of them out");
  if (!options.all && !(options.layer && options.head))
    throw Error("which pattern? Give --layer and --head, as in --layer 4 --head 11, or --all");
  const auto require_below = [](const char* name, const auto& index, arma::uword count) {
    if (index && *index >= count)
      throw Error("{} {} is out of range: the model has {}, 0 to {}", name, *index, count,
                  count - 1);
  };
  require_below("--layer", options.layer, config.layers);
  require_below("--head", options.head, config.heads);
}

/// The patterns of every head of the layers that were asked for: K x K x heads each.
std::vector<arma::cube> patterns(const AttentionOptions& options,
                                 const gpt2::Checkpoint& checkpoint,
                                 const std::vector<gpt2::Token>& tokens)
{
  std::vector<std::string> names;
  for (arma::uword layer = 0; layer < checkpoint.config().layers; ++layer) {
    if (options.all || layer == *options.layer)
      names.push_back(fmt::format("blocks.{}.attn.pattern", layer));
  }
  return in_precision(options.precision, [&](auto real) {
    using Real = decltype(real);
    const gpt2::Model<Real> model(checkpoint);
    gpt2::Workspace<Real> workspace;
    gpt2::Trace<Real> trace(names);
    model.forward(tokens, workspace, nullptr, &trace);
    std::vector<arma::cube> found;
    for (const std::string& name : names)
      found.push_back(arma::conv_to<arma::cube>::from(trace[name]));
    return found;
  });
}

Json rows(const arma::mat& pattern)
{
  Json all = Json::array();
  for (arma::uword i = 0; i < pattern.n_rows; ++i)
    all.push_back(arma::conv_to<std::vector<double>>::from(pattern.row(i)));
  return all;
}

Json to_json(arma::uword layer, arma::uword head, const arma::mat& pattern)
{
  return {{"layer", layer}, {"head", head}, {"pattern", rows(pattern)}};
}

void one_head(const AttentionOptions& options, const Prompt& prompt, const arma::mat& pattern)
{
  const std::string name = fmt::format("{}.{}", *options.layer, *options.head);
  std::vector<NamedFigure> all{
      {"attention-" + name, attention_map(name, pattern, prompt.labels())}};
  if (prompt.tokens.size() <= most_tokens_with_lines)
    all.emplace_back("head-view-" + name, attention_lines(name, pattern, prompt.labels()));
  else if (!options.figures.folder.empty())
    std::cerr << fmt::format("epreuve: no head view: it takes at most {} tokens, this text has "
                             "{}\n",
                             most_tokens_with_lines, prompt.tokens.size());
  if (!options.prompt.json) {
    show(options.figures, all);
    return;
  }
  Json json = to_json(*options.layer, *options.head, pattern);
  json["tokens"] = prompt.entries(prompt.tokens);
  if (!options.figures.folder.empty())
    json["figures"] = drawn(options.figures, all);
  print(json);
}

/// The patterns of a whole context are too many for one Json value.
void all_heads(const AttentionOptions& options, const Prompt& prompt,
               const std::vector<arma::cube>& patterns)
{
  const std::vector<NamedFigure> sheet{
      {"attention-all", attention_sheet(patterns, prompt.labels())}};
  if (!options.prompt.json) {
    show(options.figures, sheet);
    return;
  }
  std::cout << "{\"tokens\":" << one_line(prompt.entries(prompt.tokens)) << ",\"patterns\":[";
  for (std::size_t layer = 0; layer < patterns.size(); ++layer)
    for (arma::uword head = 0; head < patterns[layer].n_slices; ++head)
      std::cout << (layer + head == 0 ? "" : ",")
                << one_line(to_json(layer, head, patterns[layer].slice(head)));
  std::cout << "]";
  if (!options.figures.folder.empty())
    std::cout << ",\"figures\":" << one_line(drawn(options.figures, sheet));
  std::cout << "}\n";
}

void attention(const AttentionOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  check(options, checkpoint.config());
  prepare(options.figures);
  const std::vector<arma::cube> found = patterns(options, checkpoint, prompt.tokens);
  if (options.all)
    all_heads(options, prompt, found);
  else
    one_head(options, prompt, found.front().slice(*options.head));
}

} // namespace

void add_attention(Command& gpt2)
{
  Command command = gpt2.add_subcommand("attention", "What each token attends to, in a head");
  const auto options = std::make_shared<AttentionOptions>();
  add_prompt_options(command, options->prompt);
  add_whole_number(command, "--layer", options->layer, {0, gpt2::most_layers - 1}, "Layer, from 0");
  add_whole_number(command, "--head", options->head, {0, gpt2::largest_size - 1}, "Head, from 0");
  command.add_flag("--all", options->all, "Every head of every layer");
  add_figure_options(command, options->figures,
                     "the pattern's heat map and head view, or the sheet");
  add_precision_option(command, options->precision);
  command.footer("A row is a query and shows how much it attends to each key; rows sum to 1.\n"
                 "Example: ./epreuve gpt2 attention \"The dog is black\" --layer 4 --head 11");
  command.callback([options] {
    // By default a pattern is shown as text.
    if (!options->figures.given() && options->figures.format.empty())
      options->figures.format = "terminal";
    attention(*options);
  });
}

} // namespace epreuve::tools
