#include "support/completions.hpp"

#include "support/process.hpp"

#include <filesystem>
#include <regex>

namespace epreuve::tests {

std::set<std::string> long_options(std::string text)
{
  text = text.substr(0, text.find("Example:"));
  text = std::regex_replace(text, std::regex("Excludes: --[a-z]+"), "");
  static const std::regex option("--[a-z][a-z-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), option), {}};
}

std::set<std::string> offered_by_bash(std::vector<std::string> words)
{
  const auto file = std::filesystem::path(EPREUVE_SOURCE_DIR) / "completions" / "epreuve.bash";
  words.insert(words.begin(),
               {"-c",
                "source \"$1\"; shift; COMP_WORDS=(epreuve \"$@\" --); COMP_CWORD=$(($# + 1)); "
                "_epreuve; printf '%s ' \"${COMPREPLY[@]}\"",
                "bash", file.string()});
  std::set<std::string> offered = long_options(run("/bin/bash", words).output);
  offered.erase("--preset");
  offered.erase("--no-install");
  offered.erase("--no-pager");
  return offered;
}

} // namespace epreuve::tests
