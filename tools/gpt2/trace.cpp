#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"
#include "gpt2/token_figures.hpp"

#include "epreuve/gpt2/model.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>

namespace epreuve::tools {

namespace {

struct TraceOptions
{
  PromptOptions prompt;
  std::string precision = "float";
  FigureOptions figures;
};

/// An activation of the forward pass, and how long its vectors are.
struct Activation
{
  std::string name; ///< as gpt2::Trace calls it
  arma::vec norms;  ///< K, of the token vectors
};

/// The residual stream and what is added to it, in the order of the pass.
std::vector<std::string> names_along_the_stream(arma::uword layers)
{
  std::vector<std::string> names{"embed", "pos_embed"};
  for (arma::uword layer = 0; layer < layers; ++layer)
    for (const char* site : {"resid_pre", "attn_out", "resid_mid", "mlp_out", "resid_post"})
      names.push_back(fmt::format("blocks.{}.{}", layer, site));
  names.emplace_back("ln_final.normalized");
  return names;
}

template <typename Real>
std::vector<Activation> activations(const gpt2::Model<Real>& model,
                                    const std::vector<gpt2::Token>& tokens)
{
  const std::vector<std::string> names = names_along_the_stream(model.config().layers);
  gpt2::Workspace<Real> workspace;
  gpt2::Trace<Real> trace(names);
  model.forward(tokens, workspace, nullptr, &trace);
  std::vector<Activation> all;
  for (const std::string& name : names) {
    const auto vectors = arma::conv_to<arma::mat>::from(trace.matrix(name));
    arma::vec norms(vectors.n_cols);
    for (arma::uword k = 0; k < vectors.n_cols; ++k)
      norms(k) = arma::norm(vectors.col(k)); // also where squares overflow
    all.push_back({name, norms});
  }
  return all;
}

const arma::vec& norms_of(const std::vector<Activation>& all, const std::string& name)
{
  return std::ranges::find(all, name, &Activation::name)->norms;
}

StreamNorms stream_norms(const std::vector<Activation>& all, arma::uword layers)
{
  StreamNorms norms{{norms_of(all, "blocks.0.resid_pre")}, arma::vec(layers), arma::vec(layers)};
  for (arma::uword layer = 0; layer < layers; ++layer) {
    const std::string block = fmt::format("blocks.{}.", layer);
    norms.stream.push_back(norms_of(all, block + "resid_post"));
    norms.attention[layer] = norms_of(all, block + "attn_out").back();
    norms.mlp[layer] = norms_of(all, block + "mlp_out").back();
  }
  return norms;
}

void print_as_table(const StreamNorms& norms, const Prompt& prompt)
{
  Column names{"after layer", {}, Align::left}, attention{"attention adds"}, mlp{"MLP adds"},
      last{"|x|"}, first{"|x| of the first token"};
  for (std::size_t depth = 0; depth < norms.stream.size(); ++depth) {
    const auto added = [&](const arma::vec& by_layer) {
      return depth == 0 ? "" : fmt::format("{:.2f}", by_layer[depth - 1]);
    };
    names.cells.push_back(depth == 0 ? "embed" : std::to_string(depth - 1));
    attention.cells.push_back(added(norms.attention));
    mlp.cells.push_back(added(norms.mlp));
    last.cells.push_back(fmt::format("{:.2f}", norms.stream[depth].back()));
    first.cells.push_back(fmt::format("{:.2f}", norms.stream[depth].front()));
  }
  std::cout << fmt::format("{}\n\n", fmt::join(prompt.labels(), " "));
  print_table({names, attention, mlp, last, first});
}

void trace(const TraceOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  prepare(options.figures);
  const std::vector<Activation> all = in_precision(options.precision, [&](auto real) {
    return activations(gpt2::Model<decltype(real)>(checkpoint), prompt.tokens);
  });
  const StreamNorms norms = stream_norms(all, checkpoint.config().layers);
  const auto figures = [&]() -> std::vector<NamedFigure> {
    return {{"trace", norms_figure(prompt.named(), norms)}};
  };
  if (options.prompt.json) {
    Json json{{"tokens", prompt.entries(prompt.tokens)}};
    for (const auto& [name, of_tokens] : all)
      json["norms"][name] = arma::conv_to<std::vector<double>>::from(of_tokens);
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, figures());
    print(json);
    return;
  }
  print_as_table(norms, prompt);
  if (options.figures.given())
    show(options.figures, figures());
}

} // namespace

void add_trace(CLI::App& gpt2)
{
  CLI::App* command = gpt2.add_subcommand(
      "trace", "How long the vectors of the residual stream are, and what each layer adds");
  const auto options = std::make_shared<TraceOptions>();
  add_prompt_options(*command, options->prompt);
  add_precision_option(*command, options->precision);
  add_figure_options(*command, options->figures, "the norms along the residual stream");
  command->footer("|x| is the norm of the last token's vector after a layer; attention and MLP add "
                  "vectors too, and\ntheir norms are shown. JSON has the norms of all tokens, "
                  "under the activations' names.\n"
                  "Example: ./epreuve gpt2 trace \"The cat sat on the\" --figures .");
  command->callback([options] { trace(*options); });
}

} // namespace epreuve::tools
