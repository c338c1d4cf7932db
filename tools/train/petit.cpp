#include "train/petit.hpp"

#include "language/options.hpp"

#include "epreuve/gpt2/vocabulary.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/petit/choices.hpp"
#include "epreuve/petit/comparison.hpp"
#include "epreuve/petit/logs.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/system/write_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

constexpr std::size_t texts_of_a_mark = 500;
constexpr std::uint64_t seed_of_marks = 2;

/// 0, 8 and by a sixth more from mark to mark; and the last.
bool is_mark(std::uint64_t step, std::uint64_t steps)
{
  std::uint64_t mark = 0;
  while (mark < step && mark < steps)
    mark = std::max(std::uint64_t{8}, mark + mark / 6);
  return mark == step || step == steps;
}

/// What the training is about.
struct Petit
{
  Petit(const Inputs& inputs)
      : language(LanguageOptions{.names_return = inputs.data.at("names-return")}.language()),
        tokenizer(gpt2::Tokenizer::from_texts(inputs.vocab_json, inputs.merges_txt))
  {
  }

  language::Language language;
  language::Beliefs beliefs{language};
  std::vector<std::string> choices = petit::choices(language, beliefs);
  gpt2::Tokenizer tokenizer;
  petit::Speech speech{language, tokenizer};
};

Json head(const Petit& petit, const Inputs& inputs)
{
  Json best = Json::array();
  for (unsigned k = 0; k <= language::longest_context; ++k)
    best.push_back(language::best_loss(petit.language, k).middle());
  return {{"names_return", inputs.data.at("names-return")},
          {"seed", inputs.settings.seed},
          {"texts", texts_of_a_mark},
          {"entropy_rate", language::entropy_rate(petit.language).middle()},
          {"best_loss", best}};
}

petit::Mark mark_of(std::uint64_t step, const petit::Comparison& comparison)
{
  const auto rounded = [](double nats) { return std::round(nats * 1e7) / 1e7; };
  petit::Mark mark{step, rounded(comparison.mean()), rounded(comparison.half_width), {}};
  for (const auto& [choice, part] : comparison.by_choice)
    mark.by_choice[choice] = rounded(part.nats / static_cast<double>(comparison.all.prefixes));
  return mark;
}

/// Writes log.json with another mark, and without later ones, to which a training that goes on comes again.
void note(const std::filesystem::path& file, const Json& head, const petit::Mark& mark)
{
  std::vector<petit::Mark> marks;
  if (exists(file))
    marks = petit::read_log(file.parent_path()).marks;
  std::erase_if(marks, [&](const petit::Mark& one) { return one.step >= mark.step; });
  marks.push_back(mark);
  write_file(file, petit::text_of(head, marks));
}

} // namespace

void begin_petit(Inputs& inputs, const TrainOptions& options)
{
  inputs.config = petit::config();
  inputs.precision = "single";
  inputs.settings = petit::settings(options.given.contains("seed") ? options.settings.seed : 1);
  training::Schedule& schedule = inputs.settings.schedule;
  if (options.given.contains("steps"))
    schedule.steps = options.settings.schedule.steps;
  schedule.warm_up = std::min(schedule.warm_up, schedule.steps / 4);
  inputs.data["names-return"] = options.names_return;
}

void complete_petit(Inputs& inputs, const TrainOptions& options)
{
  const gpt2::VocabularyFiles files = gpt2::write_vocabulary(petit::vocabulary());
  inputs.vocab_json = files.vocab_json;
  inputs.merges_txt = files.merges_txt;
  inputs.tokenizer_config = Json{{"tokenizer_class", "GPT2Tokenizer"},
                                 {"bos_token", gpt2::end_of_text_marker},
                                 {"eos_token", gpt2::end_of_text_marker},
                                 {"add_bos_token", true}}
                                .dump(2) +
                            "\n";
  inputs.stored = gpt2::Stored::f16;
  const auto petit = std::make_shared<Petit>(inputs);
  const std::uint64_t seed = inputs.settings.seed, steps = inputs.settings.schedule.steps;
  inputs.fill = [petit, seed](training::Batch& batch, std::uint64_t step) {
    petit::fill(batch, petit->speech, seed, step);
  };
  if (options.out.empty())
    return;
  inputs.watch = [petit, steps, first = head(*petit, inputs),
                  file = std::filesystem::path(options.out) /
                         "log.json"](std::uint64_t step, const gpt2::Weights<float>& weights) {
    if (is_mark(step, steps))
      note(file, first,
           mark_of(step, petit::compare(gpt2::Model<float>(weights), petit->speech, petit->beliefs,
                                        petit->choices, seed_of_marks, texts_of_a_mark)));
  };
}

} // namespace epreuve::tools
