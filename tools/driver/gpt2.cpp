#include "gpt2.hpp"

#include "gpt2_commands.hpp"

#include <CLI/CLI.hpp>

namespace epreuve::driver {

void add_gpt2(CLI::App& app, int& status)
{
  CLI::App* gpt2 = app.add_subcommand("gpt2", "GPT-2: its tokens, logits, attention and texts");
  gpt2->require_subcommand(1);
  add_fetch(*gpt2);
  add_tokenize(*gpt2);
  add_next(*gpt2);
  add_logits(*gpt2);
  add_generate(*gpt2);
  add_attention(*gpt2);
  add_lens(*gpt2);
  add_trace(*gpt2);
  add_perplexity(*gpt2);
  add_inspect(*gpt2);
  add_precision(*gpt2, status);
  add_bench(*gpt2);
  gpt2->footer("Each has its own --help.\n"
               "Example: ./epreuve gpt2 next \"The cat sat on the\" --top 5");
}

} // namespace epreuve::driver
