#include "common/command_line.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

// CLI11 would only say that a command is required. `path` is the command before the word: "gpt2 ".
void refuse_unknown_command(const CLI::App& app, int argc, char** argv,
                            const std::string& path = "")
{
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    commands.push_back(command->get_name());
  const std::string word = argc > 1 ? argv[1] : "-";
  if (commands.empty() || word.starts_with('-'))
    return;
  if (std::find(commands.begin(), commands.end(), word) == commands.end())
    throw Error("there is no command \"{}{}\"; the nearest is \"{}{}\"", path, word, path,
                nearest(word, commands));
  refuse_unknown_command(*app.get_subcommand(word), argc - 1, argv + 1, path + word + " ");
}

/// Whether the words are nothing but a command's name: `gpt2`, `grade`, `language next`.
bool is_command_alone(const CLI::App& app, int argc, char** argv)
{
  if (argc <= 1)
    return true;
  for (const CLI::App* command : app.get_subcommands(nullptr))
    if (command->get_name() == argv[1])
      return is_command_alone(*command, argc - 1, argv + 1);
  return false;
}

} // namespace

int run_command_line(CLI::App& app, const int& status, int argc, char** argv)
{
  app.name("epreuve");
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("epreuve {}", version()));
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return 0;
  } catch (const CLI::CallForVersion& asked) {
    std::cout << asked.what() << '\n';
    return 0;
  } catch (const CLI::RequiredError& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    if (is_command_alone(app, argc, argv))
      std::cerr << '\n' << app.help();
    return 2;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: {}\n", visible(e.what()));
    return 2;
  }
  if (!std::cout.flush()) {
    std::cerr << "epreuve: standard output could not be written completely\n";
    return 2;
  }
  return status;
}

} // namespace epreuve::tools
