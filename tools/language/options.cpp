#include "language/options.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/decimal.hpp"
#include "epreuve/text.hpp"

namespace epreuve::tools {
namespace {

language::Rational names_return(const std::string& text)
{
  try {
    const language::Rational fraction = evidence::parse_printed(text).value;
    if (fraction >= 0 && fraction <= 1)
      return fraction;
  } catch (const Error&) { // not a number: reported like a number out of range
  }
  throw Error("--names-return must be a fraction from 0 to 1, such as 3/4 or 0.75, got {}",
              in_quotes(text));
}

} // namespace

language::Language LanguageOptions::language() const
{
  const language::Rational fraction = tools::names_return(names_return);
  if (lang == "en")
    return language::english(fraction);
  if (lang == "fr")
    return language::french(fraction);
  throw Error("--lang must be en (English) or fr (French), got {}", in_quotes(lang));
}

void add_language_options(Command& command, LanguageOptions& options)
{
  command.add_option("--lang", options.lang, "en (English) or fr (French)")
      .type_name("TAG")
      .capture_default_str();
  command
      .add_option("--names-return", options.names_return,
                  "How often the second name of a sentence is its first")
      .type_name("P/Q")
      .capture_default_str();
  command.add_flag("--json", options.json, "As JSON (docs/language.schema.json)");
}

Json begun_json(const std::string& command, const language::Language& language,
                const LanguageOptions& options)
{
  return {{"format", "epreuve-language"},
          {"version", 1},
          {"command", command},
          {"language", language.tag()},
          {"names_return", names_return(options.names_return).str()}};
}

Json fraction_json(const language::Rational& fraction)
{
  return {{"fraction", fraction.str()}, {"value", double(fraction)}};
}

} // namespace epreuve::tools
