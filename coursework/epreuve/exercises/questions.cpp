#include "epreuve/exercises/questions.hpp"

#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace epreuve::exercises {

namespace {

constexpr std::size_t most_questions = 3;

/// A number that depends on nothing but a text.
std::size_t number_of(std::string_view text)
{
  Sha256 hash;
  hash.add_text(std::string(text));
  return std::stoul(std::move(hash).hex().substr(0, 8), nullptr, 16);
}

/// A line of a function's body that is one statement.
struct Line
{
  int number; ///< in the file
  std::string text;
  std::string sets;           ///< the variable that it assigns, if it does
  std::set<std::string> uses; ///< the names in it, members left out
};

/// The variable before the first `=` of a statement, in `A(i, j) += 1` A; empty if there is none.
std::string variable_set(const std::vector<Token>& tokens)
{
  std::string last;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    const std::string_view before = i > 0 ? tokens[i - 1].text : "",
                           after = i + 1 < tokens.size() ? tokens[i + 1].text : "";
    if (text == "(" || text == "[")
      ++depth;
    else if (text == ")" || text == "]")
      --depth;
    else if (depth == 0 && text == "=")
      return after == "=" || before == "<" || before == ">" || before == "!" ? "" : last;
    else if (depth == 0 && tokens[i].kind == Token::Kind::identifier && before != "." &&
             before != ":" && !(before == ">" && i > 1 && tokens[i - 2].text == "-"))
      last = text == "auto" ? "" : text; // of several, auto [a, b], nothing is said
  }
  return "";
}

/// The statements of a section that each have a line of their own.
std::vector<Line> statements_in(const std::string& section, int first_line)
{
  constexpr std::array<std::string_view, 8> controls{"if", "else", "for",     "while",
                                                     "do", "case", "default", "switch"};
  std::map<int, std::vector<Token>> by_line;
  std::set<int> begun; // lines that begin a statement of the block that they are in
  std::string_view before;
  bool in_body = false;
  for (const Token& token : tokens_of(section)) {
    if (token.kind == Token::Kind::comment)
      continue;
    if (in_body && !by_line.contains(token.line) &&
        (before == ";" || before == "{" || before == "}") &&
        std::ranges::find(controls, token.text) == controls.end())
      begun.insert(token.line);
    if (in_body && token.line == token.last_line)
      by_line[token.line].push_back(token);
    in_body = in_body || token.text == "{";
    before = token.text;
  }
  const std::vector<std::string> texts = split_lines(section);
  std::vector<Line> lines;
  for (const auto& [number, tokens] : by_line) {
    const auto count = [&](std::string_view text) {
      return std::ranges::count(tokens, text, &Token::text);
    };
    const bool is_whole = tokens.back().text == ";" && count(";") == 1 && count("{") == 0 &&
                          count("}") == 0 && count("(") == count(")");
    if (!is_whole || !begun.contains(number) || count("NotStarted") > 0)
      continue;
    Line line{.number = first_line + number - 1,
              .text = std::string(trimmed(texts.at(static_cast<std::size_t>(number) - 1))),
              .sets = variable_set(tokens),
              .uses = {}};
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i].kind == Token::Kind::identifier && (i == 0 || tokens[i - 1].text != "."))
        line.uses.emplace(tokens[i].text);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string shown(const Line& line)
{
  return fmt::format("{}  {}", line.number, line.text);
}

/// The clauses of a statement: what it says of each argument and of the result, and its sentences without the formulas,
/// which are indented.
std::vector<std::string> clauses_of(const std::string& comment)
{
  std::vector<std::string> clauses;
  bool continues = false;
  for (const std::string& line : split_lines(comment)) {
    const std::string text(trimmed(line));
    constexpr std::size_t indented = 4;
    if (text.empty() || (!continues && line.find_first_not_of(' ') >= indented)) {
      continues = false;
    } else if (continues && !text.starts_with('@')) {
      clauses.back() += ' ' + text;
    } else {
      clauses.push_back(text);
      continues = true;
    }
  }
  return clauses;
}

/// The words of a text that say something, of four letters or more.
std::set<std::string> words_of(const std::string& text)
{
  constexpr std::size_t shortest = 4;
  std::set<std::string> words;
  std::string word;
  for (const char c : in_lower_case(text) + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (word.size() >= shortest)
      words.insert(word);
    word.clear();
  }
  return words;
}

std::string right_result(const Example& example)
{
  return example.expected.empty()
             ? fmt::format("For {} ({}) several results are right", example.call, example.name)
             : fmt::format("{} is {} ({})", example.call, example.expected, example.name);
}

/// One exercise in which somebody has written something.
struct Written
{
  std::string of;
  const Exercise* exercise;
  std::vector<Example> examples;
  std::vector<Line> lines;
  const Result* result;
  std::size_t number; ///< by which all is chosen
};

std::optional<Question> on_lines(const Written& written)
{
  const std::vector<Line>& lines = written.lines;
  if (lines.size() >= 2) {
    const std::size_t i = written.number % (lines.size() - 1);
    const Line &one = lines[i], &two = lines[i + 1];
    // Of a line that sets nothing one cannot tell from names what it changes.
    if (two.number == one.number + 1 && !one.sets.empty() &&
        (!two.sets.empty() || two.text.starts_with("return"))) {
      std::string answer =
          fmt::format("By the names in them nothing speaks against it: neither of lines {} and {} "
                      "reads what the other sets.",
                      one.number, two.number);
      if (two.uses.contains(one.sets))
        answer = fmt::format("No: line {} needs {}, which line {} sets.", two.number, one.sets,
                             one.number);
      else if (!two.sets.empty() && one.uses.contains(two.sets))
        answer = fmt::format("No: line {} needs {} before line {} changes it.", one.number,
                             two.sets, two.number);
      else if (two.text.starts_with("return"))
        answer = fmt::format("No: nothing after line {} is done.", two.number);
      return Question{written.of, "Could these two lines be exchanged? Why, or why not?",
                      shown(one) + "\n" + shown(two), answer};
    }
  }
  if (lines.empty() || written.examples.empty())
    return std::nullopt;
  const Line& line = lines[written.number % lines.size()];
  const Example& example = written.examples[written.number % written.examples.size()];
  std::string readers;
  for (const Line& other : lines)
    if (other.number > line.number && !line.sets.empty() && other.uses.contains(line.sets))
      readers += fmt::format("{}{}", readers.empty() ? "" : ", ", other.number);
  // Without its return a function has no result at all.
  const char* text = line.text.starts_with("return")
                         ? "On {}, what does this line compute, step by step?"
                         : "What would become of {} if this line were left out?";
  return Question{written.of, fmt::format(fmt::runtime(text), example.call), shown(line),
                  fmt::format("{}{}", right_result(example),
                              readers.empty() ? "."
                                              : fmt::format("; {} is needed below, in line {}.",
                                                            line.sets, readers))};
}

std::optional<Question> on_input(const Written& written)
{
  if (written.examples.empty())
    return std::nullopt;
  const Example& example = written.examples[written.number % written.examples.size()];
  return Question{written.of,
                  fmt::format("Without running it: what does {} return, and which of your lines "
                              "decides that?",
                              example.call),
                  "", right_result(example) + "."};
}

std::optional<Question> on_clause(const Written& written)
{
  const std::vector<std::string> clauses = clauses_of(written.exercise->statement);
  if (clauses.empty() || written.examples.empty())
    return std::nullopt;
  const std::string& clause = clauses[written.number % clauses.size()];
  const std::set<std::string> words = words_of(clause);
  const auto common = [&](const Example& example) {
    return std::ranges::count_if(words_of(example.name),
                                 [&](const std::string& word) { return words.contains(word); });
  };
  const Example& nearest = *std::ranges::max_element(written.examples, {}, common);
  return Question{
      written.of,
      fmt::format("The statement says: \"{}\" {}", clause,
                  clause.starts_with("@param")
                      ? "Which of your lines needs that, and what would it do otherwise?"
                      : "Which of your lines keeps to it, and on which input would one "
                        "see it if none did?"),
      "",
      fmt::format("{} {}.",
                  common(nearest) > 0 ? "The checks have an input for it:"
                                      : "An input of the checks:",
                  right_result(nearest))};
}

std::optional<Question> on_mistake(const Written& written)
{
  const Feedback& feedback = written.result->feedback;
  if (written.result->status != Status::wrong || feedback.input.empty())
    return std::nullopt;
  std::string answer =
      feedback.expected.empty() ? "" : fmt::format("Right is {}.", feedback.expected);
  for (const std::string& why : {feedback.diagnosis, feedback.reason})
    if (!why.empty())
      answer += (answer.empty() ? "" : answer.ends_with('.') ? " " : "; ") + why;
  return Question{written.of,
                  fmt::format("On {} your function gives {}. Why?", feedback.input, feedback.got),
                  "", answer};
}

std::vector<Written> written_in(const Asked& asked, const std::string& text,
                                const std::vector<Result>& results)
{
  std::vector<Written> all;
  const Source source(text);
  auto line = static_cast<int>(std::ranges::count(source.preamble, '\n')) + 1;
  for (const Source::Section& section : source.sections) {
    const int first = line;
    line += static_cast<int>(std::ranges::count(section.text, '\n'));
    const auto result =
        std::ranges::find(results, section.name, [](const Result& of) { return of.about.name; });
    const auto declared = std::ranges::find(asked.exercises, section.name, &Exercise::name);
    if (result == results.end() || declared == asked.exercises.end() ||
        result->status == Status::not_started || result->about.points == 0)
      continue;
    const auto examples = std::ranges::find(asked.examples, section.name, &ExamplesOf::exercise);
    all.push_back(
        {.of = fmt::format("{}/{}", asked.chapter, section.name),
         .exercise = &*declared,
         .examples = examples == asked.examples.end() ? std::vector<Example>() : examples->examples,
         .lines = statements_in(section.text, first),
         .result = &*result,
         .number = number_of(section.text)});
  }
  return all;
}

constexpr const char* style_of_questions = R"(
:root { color-scheme: light dark; --line: #8886; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1rem; }
h2, p, li { overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); break-inside: avoid; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; font: .9rem/1.4 ui-monospace, monospace; }
)";

} // namespace

std::vector<Question> questions_on(const Asked& asked, const std::string& source,
                                   const std::vector<Result>& results)
{
  std::vector<Written> written = written_in(asked, source, results);
  std::ranges::stable_sort(written, {}, &Written::number);
  std::vector<Question> questions;
  std::set<std::pair<std::string, std::size_t>> asked_before;
  std::set<std::string> exercises;
  const auto kinds = {on_lines, on_input, on_clause};
  const auto ask = [&](const Written& of, std::size_t kind) {
    if (questions.size() == most_questions || !asked_before.emplace(of.of, kind).second)
      return false;
    auto question = on_mistake(of);
    if (!question || exercises.contains(of.of))
      question = kinds.begin()[kind](of);
    if (!question)
      return false;
    questions.push_back(std::move(*question));
    exercises.insert(of.of);
    return true;
  };
  for (const bool again : {false, true}) // first each exercise once
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      if (questions.size() < most_questions && (!again || questions.size() <= kind))
        for (const Written& of : written)
          if ((again || !exercises.contains(of.of)) && ask(of, kind))
            break;
  return questions;
}

std::vector<Question> some_of(const std::vector<std::vector<Question>>& of_chapters)
{
  std::vector<Question> chosen;
  for (std::size_t i = 0; i < most_questions; ++i)
    for (const std::vector<Question>& questions : of_chapters)
      if (i < questions.size() && chosen.size() < most_questions)
        chosen.push_back(questions[i]);
  return chosen;
}

std::string questions_page(const std::vector<QuestionsFor>& all)
{
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\" />\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\" />\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
      "<title>Questions</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>Questions</h1>\n"
      "<p>For the teacher: three to each student, on their own code. Answers open.</p>\n",
      style_of_questions);
  for (const auto& [name, questions] : all) {
    page += fmt::format("<section>\n<h2><bdi>{}</bdi></h2>\n", escape(excerpt_line(name)));
    page += questions.empty() ? "<p>There is no judged answer to ask about.</p>\n" : "<ol>\n";
    for (const Question& question : questions)
      page += fmt::format("<li><p><code>{}</code>: {}</p>\n{}<details><summary>Answer</summary>"
                          "<p>{}</p></details></li>\n",
                          escape(question.of), escape(excerpt_line(question.text)),
                          question.code.empty()
                              ? ""
                              : fmt::format("<pre>\n{}</pre>\n", escape(excerpt(question.code))),
                          escape(excerpt_line(question.answer)));
    page += questions.empty() ? "</section>\n" : "</ol>\n</section>\n";
  }
  return page + "</main>\n</body>\n</html>\n";
}

} // namespace epreuve::exercises
