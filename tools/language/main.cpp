#include "common/command_line.hpp"
#include "language/commands.hpp"

#include "epreuve/command.hpp"

/// The commands on the language of known entropy: `language` and its own ones.
int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  epreuve::Command app{"The language of known entropy"};
  const int status = 0;
  epreuve::Command language = app.add_subcommand(
      "language", "A language whose every probability is known: sentences, next words, entropy");
  language.require_subcommand();
  add_sample(language);
  add_next_word(language);
  add_entropy(language);
  language.footer("Each has its own --help.\n"
                  "Example: ./epreuve language next \"after the war a woman signs\"");
  return run_command_line(app, status, argc, argv);
}
