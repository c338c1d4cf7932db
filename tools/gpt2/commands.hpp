#pragma once

namespace CLI {
class App;
}

namespace epreuve::tools {

// One command of `gpt2` each; its help describes it.

void add_fetch(CLI::App& gpt2);
void add_tokenize(CLI::App& gpt2);
void add_train_tokenizer(CLI::App& gpt2);
void add_next(CLI::App& gpt2);
void add_logits(CLI::App& gpt2);
void add_attention(CLI::App& gpt2);
void add_lens(CLI::App& gpt2);
void add_trace(CLI::App& gpt2);
void add_generate(CLI::App& gpt2);
void add_patch(CLI::App& gpt2);
void add_perplexity(CLI::App& gpt2);
void add_inspect(CLI::App& gpt2);
void add_compare(CLI::App& gpt2);
void add_heads(CLI::App& gpt2);
void add_bench(CLI::App& gpt2);
void add_precision(CLI::App& gpt2, int& status); ///< status 1: float has a bug

} // namespace epreuve::tools
