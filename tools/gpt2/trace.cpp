#include "gpt2/attention_figures.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/page.hpp"
#include "gpt2/prompt.hpp"
#include "gpt2/token_figures.hpp"
#include "gpt2/top.hpp"

#include "epreuve/command.hpp"
#include "epreuve/gpt2/attribution.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct TraceOptions
{
  PromptOptions prompt;
  std::optional<std::string> answer;
  std::string precision = "float";
  FigureOptions figures;
  std::string page; ///< empty: none
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

/// What one forward pass shows.
struct Traced
{
  std::vector<Activation> activations; ///< in the order of the pass
  arma::vec logits;                    ///< N, after the last token
  std::vector<arma::vec> lens; ///< N each: the same read off the embedding, and after each layer
  std::vector<arma::cube> patterns; ///< K x K x heads for each layer, if they are drawn
  gpt2::Token answer = 0;
  gpt2::LogitAttribution attribution; ///< of the answer's logit
};

/// @param answer  if none, the token with the largest logit
template <typename Real>
Traced one_pass(const gpt2::Model<Real>& model, const std::vector<gpt2::Token>& tokens,
                std::optional<gpt2::Token> answer, bool drawn)
{
  const arma::uword layers = model.config().layers;
  const std::vector<std::string> names = names_along_the_stream(layers);
  std::vector<std::string> kept = names;
  kept.emplace_back("blocks.*.attn.z");
  if (drawn)
    kept.emplace_back("blocks.*.attn.pattern");
  gpt2::Trace<Real> trace(kept);
  Traced found;
  found.logits = arma::conv_to<arma::vec>::from(model.last_logits(tokens, &trace));
  for (const std::string& name : names) {
    const auto vectors = arma::conv_to<arma::mat>::from(trace.matrix(name));
    arma::vec norms(vectors.n_cols);
    for (arma::uword k = 0; k < vectors.n_cols; ++k)
      norms(k) = arma::norm(vectors.col(k)); // also where squares overflow
    found.activations.push_back({name, norms});
  }
  found.answer = answer.value_or(static_cast<gpt2::Token>(found.logits.index_max()));
  found.attribution = gpt2::logit_attribution(model.weights(), trace, found.answer);
  if (!drawn)
    return found;
  const auto read = [&](const std::string& name) {
    const arma::Mat<Real> last = trace.matrix(name).tail_cols(1);
    found.lens.push_back(arma::conv_to<arma::mat>::from(model.unembed(last)));
  };
  read("blocks.0.resid_pre");
  for (arma::uword layer = 0; layer < layers; ++layer) {
    read(fmt::format("blocks.{}.resid_post", layer));
    found.patterns.push_back(
        arma::conv_to<arma::cube>::from(trace[fmt::format("blocks.{}.attn.pattern", layer)]));
  }
  return found;
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

/// The sum that the logit is, on a line.
void print_attribution(const Traced& found, const Prompt& prompt)
{
  const gpt2::LogitAttribution& parts = found.attribution;
  std::cout << fmt::format(
      "\nlogit of {} {:.2f} = embedding {:.2f}, positions {:.2f}, heads {:.2f}, "
      "MLPs {:.2f}, biases {:.2f}\n",
      prompt.label(found.answer), found.logits[found.answer], parts.embedding, parts.position,
      arma::accu(parts.heads), arma::accu(parts.mlp),
      arma::accu(parts.attention_bias) + parts.final_bias);
}

Json to_json(const Traced& found, const Prompt& prompt)
{
  const auto list = [](const auto& values) {
    return arma::conv_to<std::vector<double>>::from(values);
  };
  Json json{{"tokens", prompt.entries(prompt.tokens)}};
  for (const auto& [name, of_tokens] : found.activations)
    json["norms"][name] = list(of_tokens);
  const gpt2::LogitAttribution& parts = found.attribution;
  Json& attribution = json["attribution"];
  attribution = {{"answer", prompt.entry(found.answer)},
                 {"logit", found.logits[found.answer]},
                 {"embedding", parts.embedding},
                 {"positions", parts.position},
                 {"heads", Json::array()},
                 {"attention biases", list(parts.attention_bias)},
                 {"mlps", list(parts.mlp)},
                 {"final bias", parts.final_bias}};
  for (arma::uword layer = 0; layer < parts.heads.n_rows; ++layer)
    attribution["heads"].push_back(list(parts.heads.row(layer)));
  return json;
}

/// The figures of a pass, in the order of a page.
std::vector<NamedFigure> figures_of(const Traced& found, const Prompt& prompt)
{
  constexpr arma::uword count = 10;
  const std::vector<Candidate> likely = top(found.logits, count);
  std::vector<std::string> labels;
  arma::uvec ids(likely.size());
  for (std::size_t i = 0; i < likely.size(); ++i) {
    ids[i] = likely[i].id;
    labels.push_back(prompt.label(likely[i].id));
  }
  std::vector<LensRow> rows;
  for (std::size_t depth = 0; depth < found.lens.size(); ++depth) {
    const arma::vec& logits = found.lens[depth];
    rows.push_back({depth == 0 ? "embed" : std::to_string(depth - 1),
                    prompt.label(static_cast<gpt2::Token>(logits.index_max())),
                    math::softmax(logits).elem(ids)});
  }
  const std::string text = prompt.named(), answer = prompt.label(found.answer);
  return {{"next", next_figure(text, labels, math::softmax(found.logits).elem(ids))},
          {"lens", lens_figure(text, labels, rows)},
          {"trace", norms_figure(text, stream_norms(found.activations, found.patterns.size()))},
          {"attention-all", attention_sheet(found.patterns, prompt.labels())},
          {"attribution", attribution_figure(text, answer, found.attribution)},
          {"attribution-heads", head_attribution_figure(text, answer, found.attribution)}};
}

void trace(const TraceOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.prompt.weights);
  const Prompt prompt = read_prompt(options.prompt, checkpoint.config());
  require_within_context(prompt.tokens, checkpoint.config());
  std::optional<gpt2::Token> answer;
  if (options.answer) {
    answer = one_token(prompt, "--answer", *options.answer);
    require_known({*answer}, checkpoint.config().N);
  }
  prepare(options.figures);
  if (!options.page.empty())
    require_writable(options.page);
  const bool in_files = !options.figures.folder.empty() || !options.page.empty();
  const Traced found = in_precision(options.precision, [&](auto real) {
    return one_pass(gpt2::Model<decltype(real)>(checkpoint), prompt.tokens, answer, in_files);
  });
  const std::vector<NamedFigure> all =
      in_files ? figures_of(found, prompt) : std::vector<NamedFigure>{};
  if (!options.page.empty())
    write_page(options.page, prompt, all);
  if (options.prompt.json) {
    Json json = to_json(found, prompt);
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, all);
    if (!options.page.empty())
      json["page"] = options.page;
    print(json);
    return;
  }
  const StreamNorms norms = stream_norms(found.activations, checkpoint.config().layers);
  print_as_table(norms, prompt);
  print_attribution(found, prompt);
  if (!options.figures.folder.empty())
    show(options.figures, all);
  else if (options.figures.given())
    show(options.figures, {{"trace", norms_figure(prompt.named(), norms)}});
  if (!options.page.empty())
    std::cout << options.page << '\n';
}

} // namespace

void add_trace(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "trace",
      "The whole forward pass: norms along the residual stream, what gives a logit, figures");
  const auto options = std::make_shared<TraceOptions>();
  add_prompt_options(command, options->prompt);
  add_precision_option(command, options->precision);
  add_figure_options(command, options->figures,
                     "the next tokens, the lens, the norms, all patterns and what gives the logit");
  command
      .add_option("--page", options->page, "Write all figures as one page, which needs no network")
      .type_name("FILE.html");
  command
      .add_option("--answer", options->answer,
                  "Whose logit is taken apart: one token, \" mouse\"; else the most probable")
      .type_name("TOKEN");
  command.footer(
      "|x| is the norm of the last token's vector after a layer; attention and MLP add vectors "
      "too, "
      "and\ntheir norms are shown. JSON has the norms of all tokens, under the activations' "
      "names.\n"
      "The logit of the answer t is a sum over the parts p that were added to the last token's\n"
      "vector x (embedding, position, each head, each bias, each MLP). With a = wte_t, and g and b "
      "the\n"
      "gain and bias of the final layer norm, whose scale s = sqrt(var x + epsilon) is frozen, p "
      "gives\n"
      "<a, g (p - mean p) / s>; the bias gives <a, b>. What is added to the logits of all tokens "
      "alike\n"
      "changes no probability, but is in these numbers.\n"
      "Example: ./epreuve gpt2 trace \"The cat sat on the\" --page cat.html");
  command.callback([options] { trace(*options); });
}

} // namespace epreuve::tools
