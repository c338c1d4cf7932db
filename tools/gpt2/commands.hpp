#pragma once

namespace epreuve {
class Command;
}

namespace epreuve::tools {

// One command of `gpt2` each; its help describes it.

void add_fetch(Command& gpt2);
void add_tokenize(Command& gpt2);
void add_train_tokenizer(Command& gpt2);
void add_next(Command& gpt2);
void add_logits(Command& gpt2);
void add_attention(Command& gpt2);
void add_lens(Command& gpt2);
void add_trace(Command& gpt2);
void add_generate(Command& gpt2);
void add_patch(Command& gpt2);
void add_perplexity(Command& gpt2);
void add_inspect(Command& gpt2);
void add_compare(Command& gpt2);
void add_heads(Command& gpt2);
void add_bench(Command& gpt2);
void add_precision(Command& gpt2, int& status); ///< status 1: float has a bug

} // namespace epreuve::tools
