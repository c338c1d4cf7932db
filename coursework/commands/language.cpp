#include "commands/language.hpp"

#include "epreuve/command.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/translation.hpp"

namespace epreuve::tools {

namespace {

/// What --lang named; a process has one command line.
std::string& named_language()
{
  static std::string language;
  return language;
}

} // namespace

void add_language_option(Command& command, const char* description)
{
  command.add_option("--lang", named_language(), description).one_of({"en", "fr"});
}

void speak_as_asked()
{
  speak(named_language(), translations_folder());
}

void speak_as_named()
{
  if (!named_language().empty())
    speak_as_asked();
}

std::string title_of(const exercises::About& about)
{
  return translated("exercises", about.title);
}

std::string counted_points(int points)
{
  return points == 1 ? said("1 point") : said("{} points", points);
}

} // namespace epreuve::tools
