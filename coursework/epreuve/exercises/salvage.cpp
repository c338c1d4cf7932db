#include "epreuve/exercises/salvage.hpp"

#include "epreuve/exercise_source.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <future>
#include <map>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

constexpr int most_rounds = 4;
constexpr double least_seconds = 2, most_of_one = 20;
constexpr std::size_t longest_line_shown = 200;

bool is_of_a_name(char c)
{
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Goes through a text like a compiler, but only to match braces.
class Scanner
{
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  Message imbalance()
  {
    while (at_ < text_.size() && flaw_.line == 0)
      step();
    if (flaw_.line == 0 && !braces_.empty())
      flaw_ = {braces_.back(), "this { is not closed before the next exercise begins", {}};
    if (flaw_.line == 0 && !conditions_.empty())
      flaw_ = {conditions_.back(), "this #if has no #endif before the next exercise begins", {}};
    return flaw_;
  }

private:
  bool looks_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void advance(std::size_t count)
  {
    for (; count > 0 && at_ < text_.size(); --count)
      line_ += text_[at_++] == '\n' ? 1 : 0;
  }
  /// Moves past the next occurrence; returns whether there is one.
  bool skip_to(std::string_view end)
  {
    const std::size_t found = text_.find(end, at_);
    advance(std::min(found, text_.size()) - at_);
    advance(end.size());
    return found != std::string_view::npos;
  }
  void expect(std::string_view end, const char* what)
  {
    const int begin = line_;
    if (!skip_to(end))
      flaw_ = {
          begin, fmt::format("this {} is not closed before the next exercise begins", what), {}};
  }
  /// A literal ends with its line at the latest.
  void skip_literal(char quote)
  {
    for (advance(1); at_ < text_.size() && text_[at_] != '\n'; advance(1)) {
      if (text_[at_] == '\\')
        advance(1);
      else if (text_[at_] == quote) {
        advance(1);
        return;
      }
    }
  }
  void skip_raw_literal()
  {
    const std::size_t begin = at_ + 2, open = text_.find('(', begin);
    const std::string delimiter(text_.substr(begin, std::min(open, begin + 16) - begin));
    expect(")" + delimiter + "\"", "literal");
  }
  void directive()
  {
    advance(1);
    const std::size_t word = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    const std::string_view rest = text_.substr(word);
    if (rest.starts_with("if"))
      conditions_.push_back(line_);
    else if (rest.starts_with("endif") && !conditions_.empty())
      conditions_.pop_back();
    else if (rest.starts_with("endif"))
      flaw_ = {line_, "this #endif has no #if in its exercise", {}};
  }
  void step()
  {
    const char before = at_ > 0 ? text_[at_ - 1] : '\n', c = text_[at_];
    const bool first = is_first_;
    is_first_ = c == '\n' || (first && (c == ' ' || c == '\t'));
    if (looks_at("//")) {
      skip_to("\n");
      is_first_ = true;
    } else if (looks_at("/*")) {
      expect("*/", "comment");
    } else if (looks_at("R\"") && !is_of_a_name(before)) {
      skip_raw_literal();
    } else if (c == '"' || (c == '\'' && !std::isdigit(static_cast<unsigned char>(before)))) {
      skip_literal(c);
    } else if (c == '#' && first) {
      directive();
    } else {
      if (c == '{')
        braces_.push_back(line_);
      else if (c == '}' && !braces_.empty())
        braces_.pop_back();
      else if (c == '}')
        flaw_ = {line_, "this } closes nothing that its exercise has opened", {}};
      advance(1);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_first_ = true; ///< there are only blanks before it in its line
  std::vector<int> braces_, conditions_;
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
  Parts(const std::string& text, const std::vector<Declaration>& declared)
      : source_(text), lines_(split_lines(text))
  {
    int line = 1 + count_lines(source_.preamble);
    for (const Source::Section& section : source_.sections) {
      const bool is_exercise = std::ranges::count(declared, section.name, &Declaration::name) == 1;
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
            error.words += fmt::format(" (without {}, which does not compile)", context);
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
      std::string reason = "does not compile: ";
      if (error.line > 0)
        reason += fmt::format("line {}: ", error.line);
      reason += error.words;
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
    for (const auto& [i, error] : reasons_)
      names.push_back(source_.sections[i].name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  Source source_;
  std::vector<std::string> lines_;
  std::vector<Extent> sections_;
  std::map<std::size_t, Message> reasons_; ///< why a section is left out
};

/// Functions that stand in for those that are left out.
std::string stand_ins(const std::vector<Declaration>& declared, const Parts& parts)
{
  std::string text = "#include \"exercises.hpp\"\n#include <stdexcept>\n";
  const std::string body = "throw NotStarted();";
  for (const Declaration& declaration : declared)
    if (parts.is_left_out(declaration.name)) {
      std::string section = stub(declaration, "");
      section.replace(section.find(body), body.size(),
                      fmt::format("throw std::logic_error(\"{} is called, and does not compile\");",
                                  declaration.name));
      text += section;
    }
  return text;
}

} // namespace

Message imbalance(std::string_view text)
{
  return Scanner(text).imbalance();
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

  const auto declared = declarations(read_text(compiler.header(chapter)));
  Parts parts(read_text(source), declared);
  Diagnostics& whole = salvage.diagnostics;
  if (!parts.has_line(whole.line))
    whole.line = 0;
  if (const Message flaw = parts.leave_out_unbalanced(); flaw.line > 0) {
    whole.line = flaw.line;
    whole.error = flaw.words;
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
    whole.error += " (outside the exercises, so none can be judged)";
  return salvage;
}

} // namespace epreuve::exercises
