#include "support/variants.hpp"

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace epreuve::tests {

namespace fs = std::filesystem;
using exercises::Source;

namespace {

/// What the number of a variant follows in a program. It is volatile, so the compiler reads it at each call.
constexpr std::string_view mark = "the chosen variant of a submission: ";

/// Puts the bodies of all variants before a solution's own.
void put_first(Source::Section& section, const std::vector<Bodies>& variants)
{
  std::string bodies;
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (const auto found = variants[i].find(section.name); found != variants[i].end())
      bodies += fmt::format("  case {}: {{\n{}\n  return {{}};\n  }}\n", i, found->second);
  if (!bodies.empty())
    section.text.insert(section.text.find("\n{\n") + 3,
                        "  switch (chosen_variant()) {\n" + bodies + "  }\n");
}

std::string text_of(const std::string& chapter, const std::vector<Bodies>& variants,
                    const std::string& above)
{
  Source source(with_body(chapter, Bodies{}));
  source.preamble += fmt::format(R"(
namespace {{
const volatile char mark[] = "{0}000";
int chosen_variant()
{{
  const volatile char* const number = mark + {1};
  return 100 * (number[0] - '0') + 10 * (number[1] - '0') + (number[2] - '0');
}}
}} // namespace
)",
                                 mark, mark.size()) +
                     above;
  for (Source::Section& section : source.sections)
    put_first(section, variants);
  return source.text();
}

} // namespace

Variants::Variants(const fs::path& programs, const std::string& chapter,
                   const std::vector<Bodies>& variants, bool sanitized, const std::string& above)
    : chapter_{chapter, exercises::judge_of(programs, chapter)},
      text_(text_of(chapter, variants, above)), sanitized_(sanitized)
{
  write_file(folder_ / "exercises.cpp", text_);
  const exercises::Compiler compiler(programs / "exercises");
  const auto compile = [&](const std::string& name, bool with_sanitizers) {
    // All bodies together take longer than a submission may.
    const exercises::Diagnostics said =
        compiler.compile(chapter, folder_ / "exercises.cpp", folder_ / name,
                         {.sanitized = with_sanitizers, .seconds = 200});
    if (!said.compiled)
      throw std::runtime_error("variants of " + chapter + ": " + said.error);
  };
  compile("worker", false);
  if (sanitized)
    compile("sanitized", true);
}

fs::path Variants::program(const std::string& name, std::size_t variant) const
{
  const fs::path chosen = folder_ / fmt::format("{}-{}", name, variant);
  if (!fs::exists(chosen)) {
    std::string program = read_file(folder_ / name);
    const std::size_t at = program.find(mark);
    if (at == program.npos)
      throw std::runtime_error("a program without the mark of its variant");
    program.replace(at + mark.size(), 3, fmt::format("{:03}", variant));
    write_file(chosen, program);
    fs::permissions(chosen, fs::status(folder_ / name).permissions());
  }
  return chosen;
}

std::vector<exercises::Result> Variants::judge_all(std::size_t variant,
                                                   const std::vector<std::string>& names,
                                                   bool sandboxed) const
{
  std::vector<std::string> words{"--worker", program("worker", variant).string()};
  if (sanitized_)
    words.insert(words.end(), {"--sanitized", program("sanitized", variant).string()});
  if (sandboxed)
    words.emplace_back("--sandbox");
  for (const std::string& name : names)
    words.insert(words.end(), {"--exercise", name});
  std::vector<exercises::About> all = exercises_of(chapter_);
  std::erase_if(all, [&](const exercises::About& about) {
    return std::ranges::find(names, about.name) == names.end();
  });
  std::vector<exercises::Result> results;
  exercises::run_judge(chapter_.judge, words, exercises::Charge(), exercises::JudgeLimits(),
                       [&](std::string_view line) {
                         results.push_back(exercises::read_verdict(line, all.at(results.size())));
                       });
  return results;
}

long Variants::line_of(const std::string& part) const
{
  return 1 + std::ranges::count(text_.substr(0, text_.find(part)), '\n');
}

} // namespace epreuve::tests
