#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/language/language.hpp"

#include <filesystem>
#include <string>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// Adds --weights DIR; without it the files are those that `gpt2 fetch` fetched, or petit's.
void add_weights_option(Command& command, std::string& weights);
/// Adds --tokenizer DIR; without it the tokenizer is that of the weights.
void add_tokenizer_option(Command& command, std::string& tokenizer);

// Each throws Error naming the file that is missing or wrong, and how to get it.

/// Of the folder or file `weights`; if that is empty, GPT-2's, or, if none of its files is there, petit's, which is then
/// said on standard error.
gpt2::Checkpoint open_checkpoint(const std::string& weights);
/// The same without petit.
gpt2::Checkpoint open_checkpoint_of_gpt2(const std::string& weights);
/// A model that ./epreuve train petit made, and the language that it learnt.
struct ModelOfLanguage
{
  gpt2::Checkpoint checkpoint;
  std::filesystem::path folder;
  language::Language language;
};
/// Of the folder `weights`; if that is empty, petit itself.
ModelOfLanguage open_model_of_language(const std::string& weights);

/// Of the folder `tokenizer`; if that is empty, of the weights' folder.
gpt2::Tokenizer open_tokenizer(const std::string& tokenizer, const std::string& weights);
/// Whether <|endoftext|> is put before each text: "add_bos_token" in the tokenizer's tokenizer_config.json, Hugging Face's
/// name for it, which petit has and GPT-2 has not.
bool begins_with_end_of_text(const std::string& tokenizer, const std::string& weights);

/// Adds --precision float|double, for commands that look into the model.
void add_precision_option(Command& command, std::string& precision);
/// Adds --precision float|double|int8, for commands that only ask it for logits.
void add_any_precision_option(Command& command, std::string& precision);

/// Calls use(Real()) with the number type that --precision names.
template <typename Use>
auto in_precision(const std::string& precision, const Use& use)
{
  return precision == "double" ? use(double()) : use(float());
}

/// Calls use(model) with the model in the precision that --precision names.
template <typename Use>
auto with_model(const std::string& precision, const gpt2::Checkpoint& checkpoint, const Use& use)
{
  if (precision == "int8")
    return use(gpt2::Model<float>(gpt2::load_weights_in_eight_bits(checkpoint)));
  return in_precision(precision,
                      [&](auto real) { return use(gpt2::Model<decltype(real)>(checkpoint)); });
}

} // namespace epreuve::tools
