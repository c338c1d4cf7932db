#pragma once

#include <string>

namespace CLI {
class App;
}

namespace epreuve::driver {

struct FetchOptions
{
  std::string from; ///< folder or address; empty: where the model is published
  std::string to;   ///< folder; empty: gpt2::default_folder()
  bool json = false;
};

/// Gets GPT-2's files and prints what is in the folder; the exit status. Throws Error if they
/// cannot be had.
int gpt2_fetch(const FetchOptions& options);

/// Adds the command `fetch` to `gpt2`; it runs when they are parsed.
void add_fetch(CLI::App& gpt2, int& status);

} // namespace epreuve::driver
