#include "epreuve/exercise.hpp"

#include "epreuve/error.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <regex>
#include <utility>

namespace epreuve::exercises {

namespace {

constexpr std::string_view namespace_begins = "namespace exercise";

bool ends_namespace(std::string_view line)
{
  return line.starts_with('}') && !line.starts_with("};");
}

/// The names in a list of parameters, such as "const arma::vec& x, double p"; empty for one that has none.
std::vector<std::string> names_of_parameters(std::string_view list)
{
  std::vector<std::string> names;
  int nested = 0;
  for (std::size_t begin = 0, end = 0; end <= list.size(); ++end) {
    const char c = end < list.size() ? list[end] : ',';
    nested += c == '<' || c == '(' ? 1 : 0;
    nested -= c == '>' || c == ')' ? 1 : 0;
    if (c != ',' || nested > 0)
      continue;
    const std::string_view text = trimmed(list.substr(begin, end - begin));
    begin = end + 1;
    if (text.empty())
      continue;
    std::size_t name = text.size();
    while (name > 0 &&
           (std::isalnum(static_cast<unsigned char>(text[name - 1])) != 0 || text[name - 1] == '_'))
      --name;
    const std::string_view type = trimmed(text.substr(0, name));
    names.emplace_back(type.empty() || type.ends_with(':') ? "" : text.substr(name));
  }
  return names;
}

/// Reads a header line by line.
class Reader
{
public:
  Reader(std::string_view header, const std::string& file)
      : lines_(split_lines(header)), file_(file)
  {
  }

  std::vector<Exercise> read()
  {
    while (next() && !line().starts_with(namespace_begins)) {
    }
    while (next() && !ends_namespace(line()))
      read_in_namespace();
    if (number_ > lines_.size())
      fail_at(lines_.size(),
              "expected \"{}\", with the functions to write, and its \"}}\" on a line",
              namespace_begins);
    while (next())
      read_below();
    for (const Exercise& exercise : exercises_)
      if (exercise.hints.size() < fewest_hints)
        fail_at(static_cast<std::size_t>(exercise.line),
                "{} has hints: {}, expected {} at least. They follow after the namespace, below a "
                "line \"// [{}]\": each begins with \"// - \"",
                exercise.name, exercise.hints.size(), fewest_hints, exercise.name);
    return std::move(exercises_);
  }

private:
  static constexpr std::size_t fewest_hints = 3;

  bool next() { return ++number_ <= lines_.size(); }
  const std::string& line() const { return lines_[number_ - 1]; }

  template <typename... Arguments>
  [[noreturn]] void fail_at(std::size_t number, fmt::format_string<Arguments...> message,
                            Arguments&&... arguments) const
  {
    throw Error("{}:{}: {}", file_, number,
                fmt::format(message, std::forward<Arguments>(arguments)...));
  }

  void read_in_namespace()
  {
    static const std::regex declaration(R"([a-z][^(;{}=]*[ >&](\w+)\(.*)");
    std::smatch match;
    if (line().starts_with("///")) {
      comment_.push_back(line().substr(line().starts_with("/// ") ? 4 : 3));
    } else if (std::regex_match(line(), match, declaration)) {
      read_declaration(match[1]);
    } else {
      if (!comment_.empty() && comment_.front().starts_with("# "))
        fail_at(number_ - comment_.size(),
                "no function is declared directly below this comment: its return type begins a "
                "line, and its name follows there");
      comment_.clear();
    }
  }

  void read_declaration(const std::string& name)
  {
    const std::size_t begin = number_;
    Exercise exercise = with_comment(name);
    std::string& signature = exercise.signature;
    signature = line();
    while (!signature.ends_with(';'))
      if (!next() || line().empty() || line().find('{') != std::string::npos)
        fail_at(begin, "the declaration of {} does not end in \";\"", name);
      else
        signature += "\n" + line();
    signature.pop_back();
    const std::size_t list = signature.find(name + "(") + name.size() + 1;
    exercise.arguments =
        names_of_parameters(std::string_view(signature).substr(list, signature.rfind(')') - list));
    if (std::ranges::count(exercise.arguments, "") > 0)
      fail_at(begin, "{} has a parameter without a name, by which messages could call it", name);
    if (const auto same = std::ranges::find(exercises_, name, &Exercise::name);
        same != exercises_.end())
      fail_at(begin, "{} is declared a second time; the first comment of that name is in line {}",
              name, same->line);
    exercises_.push_back(std::move(exercise));
  }

  /// What the comment above the current line says of an exercise.
  Exercise with_comment(const std::string& name)
  {
    static const std::regex worth(R"(([1-9]\d?) points?, ([1-5]) stars?: (\S.*))");
    const std::vector<std::string> comment = std::exchange(comment_, {});
    const std::size_t begin = number_ - comment.size();
    Exercise exercise;
    exercise.name = name;
    exercise.line = static_cast<int>(begin);
    if (comment.empty() || !comment[0].starts_with("# ") || trimmed(comment[0].substr(2)).empty())
      fail_at(begin, "{} has no title: its comment begins with \"/// # \" and the title", name);
    exercise.title = comment[0].substr(2);
    std::smatch match;
    if (comment.size() < 2 || !std::regex_match(comment[1], match, worth))
      fail_at(begin + 1,
              "expected points, difficulty and source of {}, as in \"/// 2 points, 1 star: exo7 "
              "2.1\", got {}",
              name, comment.size() < 2 ? "no more comment" : in_quotes("/// " + comment[1]));
    exercise.points = std::stoi(match[1]);
    exercise.stars = std::stoi(match[2]);
    exercise.section = match[3];
    if (comment.size() < 3 || comment[2].empty())
      fail_at(begin + 2, "expected the statement of {}", name);
    for (std::size_t i = 2; i < comment.size(); ++i)
      exercise.statement += comment[i] + "\n";
    return exercise;
  }

  void read_below()
  {
    const std::string_view text = line();
    if (text.starts_with("// [")) {
      begin_hints(text.substr(4));
    } else if (text == "// -" || text.starts_with("// - ")) {
      if (hints_ == nullptr)
        fail_at(number_, "a hint of no exercise: expected \"// [NAME]\" above it");
      if (trimmed(text.substr(4)).empty())
        fail_at(number_, "a hint of {} without words", of_);
      hints_->emplace_back(trimmed(text.substr(4)));
    } else if (text.starts_with("//   ") && hints_ != nullptr && !hints_->empty()) {
      hints_->back() += fmt::format(" {}", trimmed(text.substr(4)));
    } else if (!text.empty() && (hints_ != nullptr || !text.starts_with("//"))) {
      fail_at(number_,
              "expected a hint, which begins with \"// - \", or its next line, which begins with "
              "\"//   \", got {}",
              in_quotes(text));
    }
  }

  void begin_hints(std::string_view name)
  {
    if (name.empty() || name.find(']') != name.size() - 1)
      fail_at(number_, "expected \"// [NAME]\" alone, got {}", in_quotes(line()));
    name.remove_suffix(1);
    const auto found = std::ranges::find(exercises_, name, &Exercise::name);
    if (found == exercises_.end()) {
      std::vector<std::string> names;
      for (const Exercise& exercise : exercises_)
        names.push_back(exercise.name);
      fail_at(number_, "hints of {}, which is not declared above; the nearest name is {}",
              in_quotes(name), in_quotes(nearest(name, names)));
    }
    if (!found->hints.empty())
      fail_at(number_, "hints of {} for a second time", name);
    hints_ = &found->hints;
    of_ = name;
  }

  std::vector<std::string> lines_;
  const std::string& file_;
  std::size_t number_ = 0;           ///< of the line that is read, from 1
  std::vector<std::string> comment_; ///< the lines directly above it, without their slashes
  std::vector<Exercise> exercises_;
  std::vector<std::string>* hints_ = nullptr; ///< of the exercise whose hints these lines are
  std::string of_;                            ///< its name
};

/// The signature of a function in lines of at most 100 characters, with one parameter below the other.
std::string laid_out(std::string_view signature)
{
  std::string text, line;
  const auto is_blank = [](char c) { return c == ' ' || c == '\n'; };
  std::size_t indent = 0;
  for (std::size_t at = 0; at < signature.size();) {
    // Up to a comma after the parenthesis, except commas in the argument lists of types.
    std::size_t end = at, nested = 0;
    for (; end < signature.size() && (signature[end] != ',' || nested > 0 || indent == 0); ++end) {
      nested += signature[end] == '<' ? 1 : 0;
      nested -= signature[end] == '>' ? 1 : 0;
      if (signature[end] == '(' && indent == 0)
        indent = end + 1;
    }
    end = std::min(end + 1, signature.size());
    std::string piece;
    for (; at < end; ++at)
      if (!is_blank(signature[at]))
        piece += signature[at];
      else if (!piece.empty() && piece.back() != ' ')
        piece += ' ';
    if (line.empty()) {
      line = piece;
    } else if (display_width(line) + 1 + display_width(piece) <= 100) {
      line += " " + piece;
    } else {
      text += line + "\n";
      line = std::string(indent, ' ') + piece;
    }
    while (at < signature.size() && is_blank(signature[at]))
      ++at;
  }
  return text + line;
}

} // namespace

std::vector<Exercise> exercises_in(std::string_view header, const std::string& file)
{
  return Reader(header, file).read();
}

std::vector<Exercise> read_exercises(const std::filesystem::path& header)
{
  return exercises_in(read_text(header), header.string());
}

std::string for_compiler(std::string_view header, const std::string& file)
{
  std::string text = fmt::format("#line 1 \"{}\"\n", file), names;
  const char* next = header.data();
  for (const Token& token : tokens_of(header)) {
    if (token.kind != Token::Kind::comment)
      continue;
    text.append(next, token.text.data());
    text.append(static_cast<std::size_t>(token.last_line - token.line), '\n');
    next = token.text.data() + token.text.size();
  }
  text.append(next, header.data() + header.size());
  for (const Exercise& exercise : exercises_in(header, file))
    names += fmt::format(" each({})", exercise.name);
  return fmt::format("{}\n#define EPREUVE_EXERCISES(each){}\n", trimmed(text), names);
}

std::vector<About> abouts(const std::vector<Exercise>& exercises)
{
  return {exercises.begin(), exercises.end()};
}

std::string stub(const Exercise& exercise)
{
  std::string signature = exercise.signature;
  signature.insert(signature.rfind(exercise.name, signature.find('(')), "exercise::");
  return fmt::format("// [{}] {}\n{}\n{{\n  throw NotStarted();\n}}\n", exercise.name,
                     exercise.title, laid_out(signature));
}

} // namespace epreuve::exercises
