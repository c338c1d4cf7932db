#include "common/output.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/petit/heads.hpp"
#include "epreuve/petit/logs.hpp"
#include "epreuve/petit/making.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct HeadsOptions
{
  std::vector<std::string> weights;
  std::size_t texts = 200;
  std::uint64_t seed = 20170612; // as the chapters
  bool json = false;
};

/// What a model's heads do, and what each is worth.
struct Heads
{
  petit::Log log; ///< of its training
  petit::Copying copying;
  std::map<std::string, arma::mat> scores;
  petit::Worth a_word, at_name;
};

Heads heads_of(const std::string& weights, const HeadsOptions& options)
{
  const auto [checkpoint, folder, language] = open_model_of_language(weights);
  const gpt2::Tokenizer tokenizer(folder);
  const petit::Speech speech(language, tokenizer);
  const language::Beliefs beliefs(language);
  const gpt2::Model<float> model{checkpoint};
  return {petit::read_log(folder), petit::copying(language, beliefs),
          petit::head_scores(model, speech, beliefs, options.seed),
          petit::worth_a_word(model, speech, options.seed, options.texts),
          petit::worth_at_name(model, speech, beliefs, options.seed)};
}

/// Rows, to four digits after the point.
Json to_json(const arma::mat& values)
{
  Json rows = Json::array();
  for (arma::uword i = 0; i < values.n_rows; ++i) {
    Json row = Json::array();
    for (const double value : values.row(i))
      row.push_back(std::round(value * 1e4) / 1e4);
    rows.push_back(row);
  }
  return rows;
}

Json to_json(const petit::Worth& worth, bool with_intervals)
{
  Json json{{"by_mean", to_json(worth.by_mean)}, {"resampled", to_json(worth.resampled)}};
  if (with_intervals) {
    json["by_mean_half_width"] = to_json(worth.by_mean_half_width);
    json["resampled_half_width"] = to_json(worth.resampled_half_width);
  }
  return json;
}

Json to_json(const Heads& heads)
{
  Json marks = Json::array(), scores;
  for (const petit::Mark& mark : heads.log.marks)
    marks.push_back(
        {mark.step, mark.by_choice.at(mark.by_choice.contains("name") ? "name" : "nothing")});
  for (const auto& [test, values] : heads.scores)
    scores[test] = to_json(values);
  return {{"names_return", heads.log.names_return},
          {"seed", heads.log.seed},
          {"gain", heads.copying.gain},
          {"gain_a_word", heads.copying.a_word},
          {"missing", marks},
          {"scores", scores},
          {"worth_a_word", to_json(heads.a_word, true)},
          {"worth_at_name", to_json(heads.at_name, false)}};
}

void print_heads(const Heads& heads)
{
  std::vector<Column> columns{{"", {}, Align::left}};
  for (const auto& [test, values] : heads.scores)
    columns.push_back({test});
  columns.insert(columns.end(),
                 {{"a word"}, {"± 95 %"}, {"at a name"}, {"it is", {}, Align::left}});
  const arma::uword layers = heads.a_word.resampled.n_rows, parts = heads.a_word.resampled.n_cols;
  for (arma::uword layer = 0; layer < layers; ++layer)
    for (arma::uword part = 0; part < parts; ++part) {
      const bool is_head = part + 1 < parts;
      std::vector<std::string> cells{is_head ? fmt::format("{}.{}", layer, part)
                                             : fmt::format("MLP {}", layer)};
      for (const auto& [test, values] : heads.scores)
        cells.push_back(is_head ? fmt::format("{:.2f}", values(layer, part)) : "");
      cells.push_back(fmt::format("{:.4f}", heads.a_word.resampled(layer, part)));
      cells.push_back(fmt::format("{:.4f}", heads.a_word.resampled_half_width(layer, part)));
      cells.push_back(fmt::format("{:.4f}", heads.at_name.resampled(layer, part)));
      cells.push_back(
          is_head
              ? fmt::format("{}", fmt::join(petit::names_of_head(heads.scores, layer, part), ", "))
              : "");
      for (std::size_t i = 0; i < cells.size(); ++i)
        columns[i].cells.push_back(cells[i]);
    }
  print_table(columns);
  std::cout << fmt::format(
      "\nTo be gained by copying a name: {:.4f} nats at the name, {:.5f} a word\n",
      heads.copying.gain, heads.copying.a_word);
}

void run_heads(const HeadsOptions& options)
{
  const std::vector<std::string> folders =
      options.weights.empty() ? std::vector<std::string>{""} : options.weights;
  std::string lines;
  for (const std::string& folder : folders) {
    const Heads heads = heads_of(folder, options);
    if (options.json)
      lines += (lines.empty() ? "[\n" : ",\n") + to_json(heads).dump();
    else
      print_heads(heads);
  }
  if (options.json)
    std::cout << lines << "\n]\n";
}

} // namespace

void add_heads(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "heads", "What the heads of a model of the language of known entropy do, and are worth");
  const auto options = std::make_shared<HeadsOptions>();
  command
      .add_option("--weights", options->weights,
                  "Folders that ./epreuve train petit wrote; else petit itself")
      .type_name("DIR");
  add_whole_number(command, "--texts", options->texts, {2, 1'000'000},
                   "Random texts of three sentences, on which heads are switched off");
  add_whole_number(command, "--seed", options->seed, {}, "Seed of the texts");
  command.add_flag("--json", options->json, "As JSON, an array with an entry for each folder");
  command.footer(
      "Scores are mean weights: on the token itself, the one before, <|endoftext|>, the last "
      "\".\"; of "
      "random words said twice,\non the same word and on the one after it; at a returning name, on "
      "the name. \"writing\" is how often the head's output\nraises that name most. A head is what "
      "it "
      "scores more than 1/2 in. What it is worth: nats lost with its output from\nanother random "
      "text.\n"
      "Example: ./epreuve gpt2 heads --texts 500");
  command.callback([options] { run_heads(*options); });
}

} // namespace epreuve::tools
