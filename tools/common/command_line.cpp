#include "common/command_line.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <unistd.h>
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

/// The words of the command line from the last to the first, as CLI11 takes them. `--json -` is standard output, also for
/// the commands whose --json takes no file.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv)
{
  const CLI::App* command = &app;
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    for (const CLI::App* below : command->get_subcommands(nullptr))
      if (below->get_name() == word) {
        command = below;
        break;
      }
    const CLI::Option* json = command->get_option_no_throw("--json");
    const bool is_flag = json != nullptr && json->get_items_expected_max() == 0;
    if (!(is_flag && word == "-" && words.back() == "--json"))
      words.push_back(word);
  }
  std::ranges::reverse(words);
  return words;
}

/// Help as wide as the terminal: what is said of a name goes on below itself, or below the name if that leaves little
/// room.
std::string fitted(const std::string& help)
{
  constexpr std::size_t enough = 40, indent = 6;
  const std::size_t width = evidence::typography_of_stdout().width;
  if (::isatty(STDOUT_FILENO) != 1)
    return help;
  std::string result;
  for (const std::string& line : split_lines(help)) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", begin);
    const std::size_t text = line.find_first_not_of(' ', gap);
    std::string before, said = line.substr(begin);
    std::size_t hang = begin;
    if (text != std::string::npos) {
      before = line.substr(0, text);
      said = line.substr(text);
      hang = display_width(before);
    }
    if (hang + enough > width && hang > indent) {
      if (text != std::string::npos)
        result += line.substr(0, gap) + "\n";
      before.clear();
      hang = indent;
    }
    if (before.empty())
      before = std::string(hang, ' ');
    for (const std::string& part : wrap(said, static_cast<double>(width - hang))) {
      result += part.empty() ? "\n" : before + part + "\n";
      before = std::string(hang, ' ');
    }
  }
  result.pop_back(); // the last line has no end
  return result;
}

} // namespace

int run_command_line(CLI::App& app, const int& status, int argc, char** argv)
{
  app.name("epreuve");
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("epreuve {}", version()));
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(words_of(app, argc, argv));
  } catch (const CLI::CallForHelp&) {
    std::cout << fitted(app.help());
    return 0;
  } catch (const CLI::CallForVersion& asked) {
    std::cout << asked.what() << '\n';
    return 0;
  } catch (const CLI::RequiredError& e) {
    std::cerr << fmt::format("epreuve: {}\n", e.what());
    if (is_command_alone(app, argc, argv))
      std::cerr << '\n' << fitted(app.help());
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
