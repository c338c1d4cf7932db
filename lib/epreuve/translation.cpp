#include "epreuve/translation.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cstdlib>
#include <libintl.h>

namespace epreuve {

namespace {

/// The language that is spoken if it is not English.
std::string& another_language()
{
  static std::string language;
  return language;
}

/// "fr" of "fr_FR.UTF-8" and of "fr:en"
std::string language_of(const std::string& locale)
{
  return locale.substr(0, locale.find_first_of("_.@:"));
}

/// "fr"; "en" or another name of no language if nothing is set, or the locale is C.
std::string language_of_environment()
{
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  std::string language;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (language.empty())
      language = language_of(value_of(name));
  const bool is_of_people = !language.empty() && language != "C" && language != "POSIX";
  if (const std::string preferred = language_of(value_of("LANGUAGE"));
      is_of_people && !preferred.empty())
    language = preferred;
  const bool is_name = std::ranges::all_of(
      language, [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
  return is_of_people && is_name ? language : "en";
}

} // namespace

void speak(const std::string& language, const std::filesystem::path& folder)
{
  const std::string spoken = language.empty() ? language_of_environment() : language;
  if (spoken == "en")
    return;
  if (!exists(folder / spoken / "LC_MESSAGES")) {
    if (language.empty())
      return;
    throw Error("there are no texts in the language \"{}\": {} has none", language,
                folder.string());
  }
  // gettext translates nothing in the locale C; C.UTF-8 is there on every system with glibc 2.35, and numbers stay as
  // they are.
  if (std::setlocale(LC_MESSAGES, "C.UTF-8") == nullptr)
    throw Error("this system lacks the locale C.UTF-8, without which gettext translates nothing");
  ::setenv("LANGUAGE", spoken.c_str(), 1);
  for (const char* catalogue : {"exercises", "checks", "diagnoses", "program"}) {
    ::bindtextdomain(catalogue, folder.c_str());
    ::bind_textdomain_codeset(catalogue, "UTF-8");
  }
  another_language() = spoken;
}

std::string spoken_language()
{
  return another_language();
}

std::string translated(const char* catalogue, const std::string& english)
{
  if (another_language().empty() || english.empty()) // gettext has the catalogue's header for ""
    return english;
  const char* const found = ::dgettext(catalogue, english.c_str());
  if (found != english.c_str())
    return found;
  return english.starts_with(' ') ? english : "[en] " + english;
}

} // namespace epreuve
