#include "epreuve/exercises/salvage.hpp"

#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

constexpr int most_rounds = 4;
constexpr double least_seconds = 2, most_of_one = 20;
constexpr std::size_t longest_line_shown = 200;

/// Matches braces, and the #if and #endif of a text.
class Balance
{
public:
  /// The first flaw; its line is 0 if there is none.
  Message of(std::string_view text)
  {
    for (const Token& token : tokens_of(text))
      if (token.kind == Token::Kind::directive)
        directive(token);
      else
        match(token, token.line);
    if (!braces_.empty())
      note(braces_.back(), said("this {{ is not closed before the next exercise begins"));
    if (!conditions_.empty())
      note(conditions_.back(), said("this #if has no #endif before the next exercise begins"));
    return flaw_;
  }

private:
  /// Only the first flaw counts.
  void note(int line, std::string words)
  {
    if (flaw_.line == 0)
      flaw_ = {line, std::move(words), {}};
  }

  void match(const Token& token, int line)
  {
    const bool is_comment = token.kind == Token::Kind::comment;
    if (!token.ended && (is_comment || is_raw_string(token)))
      note(line, is_comment ? said("this comment is not closed before the next exercise begins")
                            : said("this literal is not closed before the next exercise begins"));
    else if (token.text == "{")
      braces_.push_back(line);
    else if (token.text == "}" && !braces_.empty())
      braces_.pop_back();
    else if (token.text == "}")
      note(line, said("this }} closes nothing that its exercise has opened"));
  }

  void directive(const Token& whole)
  {
    const std::vector<Token> tokens = tokens_of(whole.text.substr(1));
    const std::string_view word = tokens.empty() ? std::string_view() : tokens.front().text;
    if (word.starts_with("if"))
      conditions_.push_back(whole.line);
    else if (word == "endif" && !conditions_.empty())
      conditions_.pop_back();
    else if (word == "endif")
      note(whole.line, said("this #endif has no #if in its exercise"));
    for (const Token& token : tokens) // a macro may stand for a brace
      match(token, whole.line + token.line - 1);
  }

  /// Other literals end with their line, at the latest.
  static bool is_raw_string(const Token& token)
  {
    return token.kind == Token::Kind::string &&
           token.text.substr(0, token.text.find('"')).ends_with('R');
  }

  std::vector<int> braces_, conditions_; ///< the lines of those that are open
  Message flaw_;
};

int count_lines(std::string_view text)
{
  return static_cast<int>(std::ranges::count(text, '\n'));
}

/// A file in its sections, some of which are left out.
class Parts
{
public:
  Parts(const std::string& text, const std::vector<Exercise>& declared)
      : source_(text), lines_(split_lines(text))
  {
    int line = 1 + count_lines(source_.preamble);
    for (const Source::Section& section : source_.sections) {
      const bool is_exercise = std::ranges::count(declared, section.name, &Exercise::name) == 1;
      sections_.push_back({line, line + count_lines(section.text), is_exercise});
      line = sections_.back().end;
    }
  }

  /// Whether the compiler's lines are those of the file.
  bool has_its_own_lines() const
  {
    return std::ranges::none_of(lines_, [](std::string_view line) {
      const auto skip_blanks = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      };
      skip_blanks();
      if (!line.starts_with('#'))
        return false;
      line.remove_prefix(1);
      skip_blanks();
      return line.starts_with("line") || line.find_first_of("0123456789") == 0;
    });
  }
  bool has_line(int line) const { return static_cast<std::size_t>(line) <= lines_.size(); }
  bool is_before_the_sections(int line) const
  {
    return line > 0 && !sections_.empty() && line < sections_.front().begin;
  }
  bool any_is_left_out() const { return !reasons_.empty(); }
  bool is_left_out(std::string_view exercise) const
  {
    return std::ranges::any_of(reasons_, [&](const auto& entry) {
      return source_.sections[entry.first].name == exercise;
    });
  }

  /// Leaves out sections that are not balanced, unless the file as a whole is: then that is intended. In an unbalanced
  /// file the compiler's messages are about later lines.
  /// @return  the first flaw; its line is 0 if there is none
  Message leave_out_unbalanced()
  {
    if (imbalance(source_.text()).line == 0)
      return {};
    if (const Message flaw = imbalance(source_.preamble); flaw.line > 0)
      return flaw;
    for (std::size_t i = 0; i < sections_.size(); ++i)
      if (const Message flaw = imbalance(source_.sections[i].text); flaw.line > 0)
        leave_out(i, {sections_[i].begin + flaw.line - 1, flaw.words, {}});
    return reasons_.empty() ? Message() : reasons_.begin()->second;
  }
  /// Leaves out the sections that hold errors. Returns whether it left out any more.
  bool leave_out(const std::vector<Message>& errors)
  {
    const std::string context = names_left_out();
    bool any = false;
    for (Message error : errors)
      for (std::size_t i = 0; i < sections_.size(); ++i)
        if (error.line > 0 ? sections_[i].begin <= error.line && error.line < sections_[i].end
                           : source_.sections[i].name == error.function) {
          if (!context.empty())
            error.words = said("{} (without {}, which does not compile)", error.words, context);
          any |= leave_out(i, error);
          break;
        }
    return any;
  }

  std::string rest() const
  {
    std::string text = source_.preamble;
    for (std::size_t i = 0; i < sections_.size(); ++i)
      text +=
          reasons_.contains(i)
              ? std::string(static_cast<std::size_t>(sections_[i].end - sections_[i].begin), '\n')
              : source_.sections[i].text;
    return text;
  }
  std::vector<Broken> broken() const
  {
    std::vector<Broken> result;
    for (const auto& [i, error] : reasons_) {
      std::string reason =
          said("does not compile: {}",
               error.line > 0 ? said("line {}: {}", error.line, error.words) : error.words);
      if (const auto number = static_cast<std::size_t>(error.line);
          number > 0 && number <= lines_.size())
        reason += fmt::format("\n{} | {}", number,
                              printable(lines_[number - 1].substr(0, longest_line_shown)));
      result.push_back({source_.sections[i].name, reason});
    }
    return result;
  }

private:
  struct Extent
  {
    int begin, end; ///< lines
    bool is_exercise;
  };

  /// Only the first reason counts.
  bool leave_out(std::size_t i, const Message& reason)
  {
    return sections_[i].is_exercise && reasons_.emplace(i, reason).second;
  }
  std::string names_left_out() const
  {
    std::vector<std::string> names;
    for (const auto& [i, error] : reasons_) // several sections may have one name
      if (std::ranges::find(names, source_.sections[i].name) == names.end())
        names.push_back(source_.sections[i].name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  Source source_;
  std::vector<std::string> lines_;
  std::vector<Extent> sections_;
  std::map<std::size_t, Message> reasons_; ///< why a section is left out
};

/// Functions that stand in for those that are left out.
std::string stand_ins(const std::vector<Exercise>& declared, const Parts& parts)
{
  std::string text = "#include \"exercises.hpp\"\n#include <stdexcept>\n";
  const std::string body = "throw NotStarted();";
  for (const Exercise& exercise : declared)
    if (parts.is_left_out(exercise.name)) {
      std::string section = stub(exercise);
      section.replace(section.find(body), body.size(),
                      fmt::format("throw std::logic_error(\"{} is called, and does not compile\");",
                                  exercise.name));
      text += section;
    }
  return text;
}

} // namespace

Message imbalance(std::string_view text)
{
  return Balance().of(text);
}

Salvage compile_what_compiles(const Compiler& compiler, const std::string& chapter,
                              const fs::path& source, const Programs& programs, bool sandboxed,
                              double seconds)
{
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto left = [&] {
    return seconds - std::chrono::duration<double>(Clock::now() - begin).count();
  };
  const auto for_one = [&] { return std::min(most_of_one, std::max(left(), least_seconds)); };
  // At the same time, for the second core; a file that does not compile is compiled only once.
  std::future<bool> second = std::async(std::launch::async, [&] {
    return !programs.sanitized.empty() &&
           compiler
               .compile(chapter, source, programs.sanitized,
                        {.sandboxed = sandboxed, .sanitized = true, .seconds = for_one()})
               .compiled;
  });
  Salvage salvage;
  salvage.diagnostics = compiler.compile(chapter, source, programs.worker,
                                         {.sandboxed = sandboxed, .seconds = for_one()});
  salvage.has_sanitized = second.get();
  salvage.has_program = salvage.diagnostics.compiled;
  if (salvage.has_program)
    return salvage;

  const auto declared = read_exercises(compiler.header(chapter));
  Parts parts(read_text(source), declared);
  Diagnostics& whole = salvage.diagnostics;
  if (!parts.has_line(whole.line))
    whole.line = 0;
  if (const Message flaw = parts.leave_out_unbalanced(); flaw.line > 0) {
    whole.line = flaw.line;
    whole.error = flaw.words;
    whole.errors = {flaw};
  } else if (parts.has_its_own_lines()) {
    parts.leave_out(whole.errors);
  }
  bool is_new = parts.any_is_left_out();
  const TemporaryFolder folder;
  for (int round = 1; is_new && round < most_rounds; ++round) {
    if (left() < least_seconds)
      break;
    write_file(folder / "exercises.cpp", parts.rest());
    write_file(folder / "left-out.cpp", stand_ins(declared, parts));
    CompileOptions options{.sandboxed = sandboxed,
                           .also = folder / "left-out.cpp",
                           .included = source.parent_path(),
                           .seconds = for_one()};
    const Diagnostics said =
        compiler.compile(chapter, folder / "exercises.cpp", programs.worker, options);
    if (said.compiled) {
      options.sanitized = true;
      options.seconds = for_one();
      salvage.has_sanitized =
          !programs.sanitized.empty() &&
          compiler.compile(chapter, folder / "exercises.cpp", programs.sanitized, options).compiled;
      salvage.has_program = true;
      salvage.broken = parts.broken();
      whole.warnings = said.warnings;
      return salvage;
    }
    is_new = parts.has_its_own_lines() && parts.leave_out(said.errors);
  }
  if (parts.is_before_the_sections(whole.line))
    whole.error = said("{} (outside the exercises, so none can be judged)", whole.error);
  return salvage;
}

} // namespace epreuve::exercises
