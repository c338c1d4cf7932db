#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/token_figures.hpp"
#include "gpt2/top.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace epreuve::tools {

namespace {

struct LensOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  arma::uword top = 5;
  FigureOptions figures;
};

/// The residual stream at one depth, and what the unembedding would predict from it.
struct Depth
{
  std::string name;              ///< "embed", then the layers from 0
  arma::vec norms;               ///< K: of the residual stream at each position
  arma::vec logits;              ///< N, after the last position
  std::vector<Candidate> likely; ///< by these
};

/// The stream after the last block must give the model's own logits.
/// @throws Error if it does not
template <typename Real>
void require_equal(const arma::Col<Real>& lens, const arma::Col<Real>& logits)
{
  const double tolerance = std::is_same_v<Real, float> ? 2e-4 : 1e-10;
  const double scale = std::max(1.0, static_cast<double>(arma::abs(logits).max()) / 100);
  const auto difference = static_cast<double>(arma::abs(lens - logits).max());
  if (!(difference <= tolerance * scale))
    throw Error("lens: the last layer gives logits that differ from the model's by {}; this is an "
                "error of the program, not of the input",
                difference);
}

template <typename Real>
std::vector<Depth> depths(const gpt2::Model<Real>& model, const std::vector<gpt2::Token>& tokens,
                          arma::uword count)
{
  gpt2::Trace<Real> trace({"blocks.0.resid_pre", "blocks.*.resid_post"});
  const arma::Col<Real> logits = model.last_logits(tokens, &trace);
  std::vector<Depth> all;
  arma::Col<Real> lens;
  const auto look = [&](const std::string& name, const std::string& activation) {
    const arma::Mat<Real> x = trace.matrix(activation);
    lens = model.unembed(x.tail_cols(1));
    const auto read = arma::conv_to<arma::vec>::from(lens);
    all.push_back({name, arma::conv_to<arma::mat>::from(arma::sqrt(arma::sum(arma::square(x)))).t(),
                   read, top(read, count)});
  };
  look("embed", "blocks.0.resid_pre");
  for (arma::uword layer = 0; layer < model.config().layers; ++layer)
    look(std::to_string(layer), fmt::format("blocks.{}.resid_post", layer));
  require_equal(lens, logits);
  return all;
}

void print_as_table(const std::vector<Depth>& all, const Prompt& prompt)
{
  Column names{"after", {}, Align::left}, norms{"|x|"};
  std::vector<Column> candidates(all.front().likely.size(), {"", {}, Align::left});
  for (std::size_t i = 0; i < candidates.size(); ++i)
    candidates[i].heading = fmt::format("{}.", i + 1);
  for (const Depth& depth : all) {
    names.cells.push_back(depth.name);
    norms.cells.push_back(fmt::format("{:.1f}", depth.norms.back()));
    for (std::size_t i = 0; i < candidates.size(); ++i)
      candidates[i].cells.push_back(fmt::format("{} {:.1f} %", prompt.label(depth.likely[i].id),
                                                100 * depth.likely[i].probability));
  }
  std::vector<Column> columns{names, norms};
  columns.insert(columns.end(), candidates.begin(), candidates.end());
  std::cout << fmt::format("after {}\n\n", fmt::join(prompt.labels(), " "));
  print_table(columns);
}

Json to_json(const std::vector<Depth>& all, const Prompt& prompt)
{
  Json json{{"tokens", prompt.entries(prompt.tokens)}};
  for (const Depth& depth : all)
    json["layers"].push_back({{"after", depth.name},
                              {"norms", arma::conv_to<std::vector<double>>::from(depth.norms)},
                              {"top", to_json(depth.likely, prompt)}});
  return json;
}

/// The last depth's most probable tokens, followed through all depths.
figures::Figure figure_of(const std::vector<Depth>& all, const Prompt& prompt)
{
  std::vector<std::string> labels;
  arma::uvec ids(all.back().likely.size());
  for (std::size_t i = 0; i < ids.n_elem; ++i) {
    ids[i] = all.back().likely[i].id;
    labels.push_back(prompt.label(all.back().likely[i].id));
  }
  std::vector<LensRow> rows;
  for (const Depth& depth : all)
    rows.push_back(
        {depth.name, prompt.label(depth.likely.front().id), math::softmax(depth.logits).elem(ids)});
  return lens_figure(prompt.named(), labels, rows);
}

void lens(const LensOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  prepare(options.figures);
  const std::vector<Depth> all = in_precision(options.precision, [&](auto real) {
    const gpt2::Model<decltype(real)> model(checkpoint);
    return depths(model, prompt.tokens, options.top);
  });
  if (options.prompt.json) {
    Json json = to_json(all, prompt);
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, {{"lens", figure_of(all, prompt)}});
    print(json);
    return;
  }
  print_as_table(all, prompt);
  if (options.figures.given())
    show(options.figures, {{"lens", figure_of(all, prompt)}});
}

} // namespace

void add_lens(Command& gpt2)
{
  Command command =
      gpt2.add_subcommand("lens", "The logit lens: what each layer would answer, and how long its "
                                  "vectors are");
  const auto options = std::make_shared<LensOptions>();
  add_prompt_options(command, options->prompt);
  add_top_option(command, options->top);
  add_precision_option(command, options->precision);
  add_figure_options(command, options->figures, "the answers by layer");
  command.footer("Each row reads the residual stream after a layer with the final layer norm and "
                 "the unembedding;\nthe last row is the model's answer. |x| is the norm of the "
                 "last token's vector.\n"
                 "Example: ./epreuve gpt2 lens \"The cat sat on the\"");
  command.callback([options] { lens(*options); });
}

} // namespace epreuve::tools
