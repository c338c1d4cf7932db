#pragma once

namespace CLI {
class App;
}

namespace epreuve::tools {

// One command of `language` each; its help describes it.

void add_sample(CLI::App& language);
void add_next_word(CLI::App& language);
void add_entropy(CLI::App& language);

} // namespace epreuve::tools
