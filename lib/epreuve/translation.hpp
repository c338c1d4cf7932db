#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

namespace epreuve {

/// From now on `translated` gives texts in another language than English: in the one that is named, or else in that of
/// the environment, as gettext reads it (LC_ALL, LC_MESSAGES or LANG, and LANGUAGE where one of them is set).
/// @param language  "fr"; "" for that of the environment
/// @param folder    of the compiled catalogues, LANGUAGE/LC_MESSAGES/CATALOGUE.mo
/// @throws Error if there is no translation into a language that is named
void speak(const std::string& language, const std::filesystem::path& folder);

/// The language that `speak` has decided on, for a program that this one starts: "fr"; "" if it is English.
std::string spoken_language();

/// An English text in the language of `speak`. What has no translation, formulas aside, is marked: "[en] a number".
/// @param catalogue  "exercises", "checks", "diagnoses" or "program": translations/LANGUAGE/CATALOGUE.po has the text whole
std::string translated(const char* catalogue, const std::string& english);

/// A sentence of a program with its values, as fmt::format's. The translation has the same placeholders; if their order
/// is another one, they are numbered.
template <typename... Arguments>
std::string said(fmt::format_string<Arguments...> english, Arguments&&... arguments)
{
  const fmt::string_view text = english;
  const std::string sentence = translated("program", std::string(text.data(), text.size()));
  return fmt::format(fmt::runtime(sentence), std::forward<Arguments>(arguments)...);
}

/// Marks a sentence of a table, which is translated where it is said: said(fmt::runtime(words), value).
constexpr const char* to_say(const char* english)
{
  return english;
}

} // namespace epreuve
