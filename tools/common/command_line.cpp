#include "common/command_line.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include <boost/algorithm/string/replace.hpp>
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
void refuse_unknown_command(const Command& app, int argc, char** argv, const std::string& path = "")
{
  std::vector<std::string> commands;
  for (const Command& command : app.subcommands())
    commands.push_back(command.name());
  const std::string word = argc > 1 ? argv[1] : "-";
  if (commands.empty() || word.starts_with('-'))
    return;
  const auto named = std::ranges::find(commands, word);
  if (named == commands.end())
    throw Error("there is no command \"{}{}\"; the nearest is \"{}{}\"", path, word, path,
                nearest(word, commands));
  refuse_unknown_command(app.subcommands()[static_cast<std::size_t>(named - commands.begin())],
                         argc - 1, argv + 1, path + word + " ");
}

/// Whether the words are nothing but a command's name: `gpt2`, `grade`, `language next`.
bool is_command_alone(const Command& app, int argc, char** argv)
{
  if (argc <= 1)
    return true;
  for (const Command& command : app.subcommands())
    if (command.name() == argv[1])
      return is_command_alone(command, argc - 1, argv + 1);
  return false;
}

/// Of a text that says how to call the suite, what to type here.
std::string as_typed_here(std::string text)
{
  if (installed())
    boost::replace_all(text, "./epreuve ", "epreuve ");
  return text;
}

/// Help as wide as the terminal: what is said of a name goes on below itself, or below the name if that leaves little
/// room.
std::string fitted(const std::string& text)
{
  const std::string help = as_typed_here(text);
  constexpr std::size_t enough = 40, indent = 6;
  const std::size_t width = evidence::typography_of_stdout().width;
  if (::isatty(STDOUT_FILENO) != 1)
    return help;
  std::string result;
  for (const std::string& line : split_lines(help)) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t gap = line.find("  ", begin);
    const std::size_t words = line.find_first_not_of(' ', gap);
    std::string before, said = line.substr(begin);
    std::size_t hang = begin;
    if (words != std::string::npos) {
      before = line.substr(0, words);
      said = line.substr(words);
      hang = display_width(before);
    }
    if (hang + enough > width && hang > indent) {
      if (words != std::string::npos)
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

int run_command_line(Command& app, const int& status, int argc, char** argv)
{
  app.name("epreuve");
  app.require_subcommand();
  app.set_version_flag("--version", fmt::format("epreuve {}", version()));
  try {
    refuse_unknown_command(app, argc, argv);
    if (!app.parse(argc, argv, fitted))
      return 0;
  } catch (const MissingArgument& e) {
    std::cerr << fmt::format("epreuve: {}\n", as_typed_here(e.what()));
    if (is_command_alone(app, argc, argv))
      std::cerr << '\n' << fitted(app.help());
    return 2;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: {}\n", visible(as_typed_here(e.what())));
    return 2;
  }
  if (!std::cout.flush()) {
    std::cerr << "epreuve: standard output could not be written completely\n";
    return 2;
  }
  return status;
}

} // namespace epreuve::tools
