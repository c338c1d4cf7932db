#include "common/command_line.hpp"
#include "gpt2/commands.hpp"

#include "epreuve/command.hpp"

/// GPT-2's commands: `gpt2` and its own ones.
int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  epreuve::Command app{"GPT-2"};
  int status = 0;
  epreuve::Command gpt2 =
      app.add_subcommand("gpt2", "GPT-2: its tokens, logits, attention and texts");
  gpt2.require_subcommand();
  add_fetch(gpt2);
  add_tokenize(gpt2);
  add_train_tokenizer(gpt2);
  add_next(gpt2);
  add_logits(gpt2);
  add_generate(gpt2);
  add_attention(gpt2);
  add_lens(gpt2);
  add_trace(gpt2);
  add_patch(gpt2);
  add_perplexity(gpt2);
  add_inspect(gpt2);
  add_compare(gpt2);
  add_heads(gpt2);
  add_precision(gpt2, status);
  add_bench(gpt2);
  gpt2.footer("Each has its own --help.\n"
              "Example: ./epreuve gpt2 next \"The cat sat on the\" --top 5");
  return run_command_line(app, status, argc, argv);
}
