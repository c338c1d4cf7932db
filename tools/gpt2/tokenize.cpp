#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"
#include "gpt2/prompt.hpp"

#include "epreuve/command.hpp"

#include <memory>
#include <string>

namespace epreuve::tools {

namespace {

void tokenize(const PromptOptions& options)
{
  require_one_source(options);
  Prompt prompt;
  prompt.tokenizer = open_tokenizer(options.tokenizer, options.weights);
  prompt.tokens =
      options.tokens ? parse_tokens(*options.tokens)
                     : prompt.tokenizer->encode(
                           options.text ? *options.text
                                        : standard_input("give one, or put one on standard input"));
  require_known(prompt.tokens, prompt.tokenizer->vocabulary_size());
  if (options.json) {
    print({{"tokens", prompt.entries(prompt.tokens)}});
    return;
  }
  Column ids{"id"}, texts{"token", prompt.labels(), Align::left};
  for (const gpt2::Token token : prompt.tokens)
    ids.cells.push_back(std::to_string(token));
  print_table({ids, texts});
}

} // namespace

void add_tokenize(Command& gpt2)
{
  Command command = gpt2.add_subcommand("tokenize", "The tokens of a text, byte for byte");
  const auto options = std::make_shared<PromptOptions>();
  add_prompt_options(command, *options);
  command.get_option("TEXT").description("The text; without it, standard input, byte for byte");
  command.get_option("--tokens").description("The texts of these tokens instead");
  command.footer("Needs vocab.json and merges.txt alone. In JSON a byte of invalid UTF-8 is "
                 "U+FFFD; in the table\nblanks are ␣ and newlines ↵.\n"
                 "Example: ./epreuve gpt2 tokenize \"The dog is black\" --json");
  command.callback([options] { tokenize(*options); });
}

} // namespace epreuve::tools
