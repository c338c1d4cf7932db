#include "gpt2/commands.hpp"
#include "gpt2/figures.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"

#include "common/progress.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/patch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

using gpt2::Token;

struct PatchOptions
{
  std::string clean, corrupted, answer, other;
  std::vector<std::string> sites{"resid", "head", "mlp"};
  std::string weights, tokenizer;
  std::string precision = "float";
  bool json = false;
  FigureOptions figures;

  bool wants(const char* site) const { return std::ranges::find(sites, site) != sites.end(); }
};

/// The question: which of two tokens comes next, after two texts of as many tokens.
struct Question
{
  Prompt clean, corrupted;
  Token answer, other;

  arma::uword first_difference() const
  {
    return static_cast<arma::uword>(std::ranges::mismatch(clean.tokens, corrupted.tokens).in1 -
                                    clean.tokens.begin());
  }
  /// Of a position: the token, or both where the texts differ.
  std::vector<std::string> labels() const
  {
    std::vector<std::string> all = clean.labels();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (clean.tokens[k] != corrupted.tokens[k])
        all[k] += "/" + corrupted.label(corrupted.tokens[k]);
    return all;
  }
  std::string difference() const
  {
    return fmt::format("logit({}) - logit({})", clean.label(answer), clean.label(other));
  }
};

Question read_question(const PatchOptions& options, const gpt2::Config& config)
{
  const auto read = [&](const std::string& text) {
    PromptOptions prompt;
    prompt.text = text;
    prompt.weights = options.weights;
    prompt.tokenizer = options.tokenizer;
    return read_prompt(prompt, config);
  };
  Question question{read(options.clean), read(options.corrupted), 0, 0};
  question.answer = one_token(question.clean, "--answer", options.answer);
  question.other = one_token(question.clean, "--other", options.other);
  require_known({question.answer, question.other}, config.N);
  require_within_context(question.clean.tokens, config);
  const std::size_t K = question.clean.tokens.size(), L = question.corrupted.tokens.size();
  if (K != L) {
    const auto pieces = [](const Prompt& prompt) {
      constexpr std::size_t most = 30;
      return prompt.tokens.size() > most ? ""
                                         : fmt::format(": {}", fmt::join(prompt.labels(), " "));
    };
    throw Error(
        "the clean text is {} tokens{}; the corrupted one is {}{}; a position of one must be "
        "a position of the other, so give two texts of as many tokens",
        K, pieces(question.clean), L, pieces(question.corrupted));
  }
  if (question.clean.tokens == question.corrupted.tokens)
    throw Error("the clean and the corrupted text are the same; give two that differ in what "
                "decides the answer");
  if (question.answer == question.other)
    throw Error("--answer and --other are the same token, {}; give the answer to the clean text "
                "and another one",
                question.clean.label(question.answer));
  return question;
}

/// What comes back of the difference when values at one kind of site are those of the clean run.
struct Returns
{
  std::string name;              ///< "resid": of its file and in JSON
  std::string title;             ///< "residual stream before each layer"
  std::string row, column;       ///< what a row and a column are
  std::vector<std::string> rows; ///< "3", or of a head "3.1"
  std::vector<std::string> columns;
  arma::mat shares; ///< (patched - corrupted) / (clean - corrupted)
};

struct Answers
{
  double clean = 0, corrupted = 0; ///< the difference of logits
  std::vector<Returns> all;
};

std::vector<std::string> numbers(arma::uword count)
{
  std::vector<std::string> all;
  for (arma::uword i = 0; i < count; ++i)
    all.push_back(std::to_string(i));
  return all;
}

/// How many heads are patched token by token.
constexpr arma::uword most_heads = 12;

/// The heads that change the difference most, in the order of the pass: (layer, head).
std::vector<std::pair<arma::uword, arma::uword>> strongest(const arma::mat& shares)
{
  arma::uvec order = arma::stable_sort_index(arma::vectorise(arma::abs(shares.t())), "descend");
  order = arma::sort(order.head(std::min(most_heads, order.n_elem)));
  std::vector<std::pair<arma::uword, arma::uword>> heads;
  for (const arma::uword i : order)
    heads.emplace_back(i / shares.n_cols, i % shares.n_cols);
  return heads;
}

template <typename Real>
Answers measure(const PatchOptions& options, const Question& question,
                const gpt2::Checkpoint& checkpoint)
{
  const gpt2::Model<Real> model(checkpoint);
  // A small model's products are done before a second thread has woken up.
  constexpr arma::uword small = 512;
  std::optional<OneBlasThread> one_thread;
  if (model.config().n < small)
    one_thread.emplace();
  const auto [layers, heads] = std::pair(model.config().layers, model.config().heads);
  const arma::uword K = question.clean.tokens.size(), first = question.first_difference();
  gpt2::Trace<Real> trace({options.wants("resid") ? "blocks.*.resid_pre" : "",
                           options.wants("head") ? "blocks.*.attn.z" : "",
                           options.wants("mlp") ? "blocks.*.mlp_out" : ""});
  double largest = 0;
  const auto difference = [&](const std::vector<Token>& tokens, gpt2::Hook<Real>* hook) {
    const auto logits = arma::conv_to<arma::vec>::from(model.last_logits(tokens, hook));
    largest = std::max(largest, arma::abs(logits).max());
    return logits[question.answer] - logits[question.other];
  };
  Answers found{difference(question.clean.tokens, &trace),
                difference(question.corrupted.tokens, nullptr),
                {}};
  const double rounding = 64 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * largest;
  if (std::abs(found.clean - found.corrupted) <= rounding)
    throw Error("{} is {:.4g} after both texts, so nothing can come back; give two texts after "
                "which it differs",
                question.difference(), found.clean);

  const arma::uword tokens = K - first, all_heads = layers * heads;
  const arma::uword kinds_by_layer =
      arma::uword{options.wants("resid")} + arma::uword{options.wants("mlp")};
  Progress progress(
      kinds_by_layer * layers * tokens +
      (options.wants("head") ? all_heads + std::min(most_heads, all_heads) * tokens : 0));
  const auto share = [&](gpt2::Site site) {
    progress.begin("patched runs");
    gpt2::Patch<Real> patch(trace, {std::move(site)});
    return (difference(question.corrupted.tokens, &patch) - found.corrupted) /
           (found.clean - found.corrupted);
  };
  const auto name = [](arma::uword layer, const char* value) {
    return fmt::format("blocks.{}.{}", layer, value);
  };
  // Before the first token that differs both runs are the same, so nothing comes back from there.
  const auto by_position = [&](const char* kind, const char* title, const char* value) {
    Returns returns{kind,
                    title,
                    "layer",
                    "token",
                    numbers(layers),
                    question.labels(),
                    arma::mat(layers, K, arma::fill::zeros)};
    for (arma::uword layer = 0; layer < layers; ++layer)
      for (arma::uword k = first; k < K; ++k)
        returns.shares(layer, k) = share({.name = name(layer, value), .position = k, .head = {}});
    found.all.push_back(std::move(returns));
  };
  if (options.wants("resid"))
    by_position("resid", "the residual stream before each layer", "resid_pre");
  if (options.wants("head")) {
    Returns by_head{"head",         "the output of each head", "layer", "head", numbers(layers),
                    numbers(heads), arma::mat(layers, heads)};
    for (arma::uword layer = 0; layer < layers; ++layer)
      for (arma::uword head = 0; head < heads; ++head)
        by_head.shares(layer, head) =
            share({.name = name(layer, "attn.z"), .position = {}, .head = head});
    const auto strong = strongest(by_head.shares);
    Returns placed{"head-position",
                   fmt::format("the output of {} heads, by token", strong.size()),
                   "head",
                   "token",
                   {},
                   question.labels(),
                   arma::mat(strong.size(), K, arma::fill::zeros)};
    for (const auto& [layer, head] : strong) {
      for (arma::uword k = first; k < K; ++k)
        placed.shares(placed.rows.size(), k) =
            share({.name = name(layer, "attn.z"), .position = k, .head = head});
      placed.rows.push_back(fmt::format("{}.{}", layer, head));
    }
    found.all.push_back(std::move(by_head));
    found.all.push_back(std::move(placed));
  }
  if (options.wants("mlp"))
    by_position("mlp", "the output of each MLP", "mlp_out");
  return found;
}

void print_as_table(const Answers& found, const Question& question)
{
  print_table({{"", {"clean", "corrupted"}, Align::left},
               {question.difference(),
                {fmt::format("{:.4f}", found.clean), fmt::format("{:.4f}", found.corrupted)}},
               {"after",
                {fmt::format("{}", fmt::join(question.clean.labels(), " ")),
                 fmt::format("{}", fmt::join(question.corrupted.labels(), " "))},
                Align::left}});
  for (const Returns& returns : found.all) {
    std::cout << fmt::format("\nWhat comes back from {}\n\n", returns.title);
    std::vector<Column> columns{{returns.row, returns.rows}};
    for (arma::uword j = 0; j < returns.shares.n_cols; ++j) {
      columns.push_back({returns.columns[j]});
      for (const double share : arma::vec(returns.shares.col(j)))
        columns.back().cells.push_back(fmt::format("{:.2f}", std::round(100 * share) / 100 + 0.0));
    }
    print_table(columns);
  }
}

Json to_json(const Answers& found, const Question& question)
{
  const auto side = [](const Prompt& prompt, double difference) {
    return Json{{"tokens", prompt.entries(prompt.tokens)}, {"difference", difference}};
  };
  Json json{{"answer", question.clean.entry(question.answer)},
            {"other", question.clean.entry(question.other)},
            {"clean", side(question.clean, found.clean)},
            {"corrupted", side(question.corrupted, found.corrupted)}};
  for (const Returns& returns : found.all)
    for (arma::uword i = 0; i < returns.shares.n_rows; ++i)
      json["shares"][returns.name].push_back(
          {{returns.row, returns.rows[i]},
           {"by " + returns.column,
            arma::conv_to<std::vector<double>>::from(returns.shares.row(i))}});
  return json;
}

NamedFigure figure_of(const Returns& returns, const Question& question)
{
  const arma::mat& shares = returns.shares;
  const bool tokens = returns.column == "token";
  const double most = std::max(1.0, arma::abs(shares).max());
  const arma::uword strongest = arma::abs(shares).index_max(), row = strongest % shares.n_rows,
                    column = strongest / shares.n_rows;
  const bool labelled = shares.n_cols <= most_labels;
  figures::Figure figure;
  figure.title(fmt::format("What comes back from {}", returns.title))
      .size(pixels(190, tokens ? 58 : 52, std::min<std::size_t>(shares.n_cols, most_labels), 520),
            pixels(190, 30, shares.n_rows, 280))
      .x_label(returns.column)
      .y_label(returns.row)
      .heat_map(shares, {.row_labels = returns.rows,
                         .column_labels = labelled ? returns.columns : std::vector<std::string>{},
                         .range = figures::Range{-most, most},
                         .palette = figures::Palette::diverging,
                         .value_text = labelled,
                         .scale_label = "share",
                         .square_cells = false})
      .caption(fmt::format(
          "What comes back of {} after {} when {} is taken from the run over {}: 0 is nothing, 1 "
          "is "
          "all. {}",
          question.difference(), question.corrupted.named(), returns.title, question.clean.named(),
          tokens ? "A column is a token; where the texts differ, the clean one comes first."
                 : "A head is taken over at all tokens."))
      .alt(fmt::format("Heat map of shares, {} by {}. The largest is {:.2f}, of {} {} and {} {}.",
                       returns.row, returns.column, shares(strongest), returns.row,
                       returns.rows[row], returns.column, returns.columns[column]));
  return {"patch-" + returns.name, figure};
}

void patch(const PatchOptions& options)
{
  const gpt2::Checkpoint checkpoint = open_checkpoint(options.weights);
  const Question question = read_question(options, checkpoint.config());
  prepare(options.figures);
  const Answers found = in_precision(options.precision, [&](auto real) {
    return measure<decltype(real)>(options, question, checkpoint);
  });
  std::vector<NamedFigure> all;
  for (const Returns& returns : found.all)
    all.push_back(figure_of(returns, question));
  if (options.json) {
    Json json = to_json(found, question);
    if (!options.figures.folder.empty())
      json["figures"] = drawn(options.figures, all);
    print(json);
    return;
  }
  print_as_table(found, question);
  if (options.figures.given())
    show(options.figures, all);
}

} // namespace

void add_patch(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "patch", "Which values of the forward pass decide between two answers: activation patching");
  const auto options = std::make_shared<PatchOptions>();
  command.add_option("CLEAN", options->clean, "The text with the right answer").required();
  command
      .add_option("CORRUPTED", options->corrupted,
                  "A text of as many tokens, with what decides the answer changed")
      .required();
  command
      .add_option("--answer", options->answer,
                  "The answer to CLEAN, one token: most words need a blank before them, \" mouse\"")
      .required()
      .type_name("TOKEN");
  command
      .add_option("--other", options->other, "Another answer, one token, as the one to CORRUPTED")
      .required()
      .type_name("TOKEN");
  command
      .add_option("--site", options->sites,
                  "resid, head or mlp, or several of them, with commas; else all")
      .one_of({"resid", "head", "mlp"})
      .delimiter(',')
      .allow_extra_args(false)
      .type_name("SITE");
  add_weights_option(command, options->weights);
  add_tokenizer_option(command, options->tokenizer);
  command.add_flag("--json", options->json, "As JSON");
  add_precision_option(command, options->precision);
  add_figure_options(command, options->figures, "a heat map for each kind of site");
  command.footer(
      "With D = logit(answer) - logit(other) at the last token, the model reads CORRUPTED again "
      "and "
      "again, each time\nwith one value taken from its run over CLEAN, and prints how much of D "
      "comes "
      "back: (D patched - D corrupted) /\n(D clean - D corrupted), 0 nothing, 1 all. resid is the "
      "residual stream before a layer, at one token; head what a\nhead puts out, at all tokens, "
      "and "
      "at one token for the twelve heads that matter most; mlp what an MLP adds, at one\ntoken.\n"
      "Example: ./epreuve gpt2 patch \"When John and Mary went out, Mary gave it to\" \\\n"
      "           \"When John and Mary went out, John gave it to\" --answer \" John\" --other "
      "\" Mary\"");
  command.callback([options] { patch(*options); });
}

} // namespace epreuve::tools
