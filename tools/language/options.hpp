#pragma once

#include "common/output.hpp"

#include "epreuve/language/language.hpp"

#include <string>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// Which language a command is about, as it was typed.
struct LanguageOptions
{
  std::string lang = "en";
  std::string names_return = "3/4";
  bool json = false;

  /// @throws Error for an unknown tag, or a knob that is not a fraction from 0 to 1
  language::Language language() const;
};

/// Adds --lang, --names-return and --json.
void add_language_options(Command& command, LanguageOptions& options);

/// The beginning of a command's JSON document: see docs/language.schema.json.
Json begun_json(const std::string& command, const language::Language& language,
                const LanguageOptions& options);

/// A fraction as text, and as the nearest double.
Json fraction_json(const language::Rational& fraction);

} // namespace epreuve::tools
