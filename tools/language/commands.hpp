#pragma once

namespace epreuve {
class Command;
}

namespace epreuve::tools {

// One command of `language` each; its help describes it.

void add_sample(Command& language);
void add_next_word(Command& language);
void add_entropy(Command& language);

} // namespace epreuve::tools
