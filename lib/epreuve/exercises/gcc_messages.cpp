#include "epreuve/exercises/gcc_messages.hpp"

#include "epreuve/exercises/leading_number.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace epreuve::exercises {

using nlohmann::json;

namespace {

constexpr std::size_t longest_message = 600, most_warnings = 20;

std::string one_line(std::string_view words)
{
  std::string line = printable(words.substr(0, 4 * longest_message));
  std::ranges::replace(line, '\n', ' ');
  const std::string_view kept = beginning(line, longest_message);
  const bool is_cut = kept.size() < line.size() || words.size() > 4 * longest_message;
  return is_cut ? std::string(kept) + " ..." : line;
}

/// A warning in words for a beginner, where the compiler's are for others.
std::string explained(std::string words, const std::string& option)
{
  const auto mentions = [&](const char* part) { return words.find(part) != std::string::npos; };
  if (option == "-Wparentheses" && mentions("assignment used as truth value"))
    return "this condition assigns: = assigns, == compares";
  if (const auto at = words.find(" clause does not guard");
      option == "-Wmisleading-indentation" && at != std::string::npos)
    return words.substr(0, at) +
           " does not contain what is below it: is there a ; too many, or are "
           "braces missing?";
  if (option == "-Wreturn-type" && mentions("control reaches end"))
    return "the function may end here without a return";
  if (option == "-Wunused-result")
    return "the result of this call is not used";
  return words;
}

void add(std::vector<Message>& messages, Message message, std::size_t most)
{
  const bool is_new = std::ranges::none_of(messages, [&](const Message& other) {
    return other.line == message.line && other.words == message.words;
  });
  if (is_new && messages.size() < most)
    messages.push_back(std::move(message));
}

// --- JSON -----------------------------------------------------------------------------------

/// The member of an object, if it is there and a text.
std::string text_in(const json& object, const char* key)
{
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// The line of the file that a message is about; 0 if it is about another file.
int line_in(const json& message, const std::string& file)
{
  const auto locations = message.find("locations");
  if (locations == message.end() || !locations->is_array())
    return 0;
  for (const json& location : *locations) {
    if (!location.is_object())
      continue;
    const auto caret = location.find("caret");
    if (caret == location.end() || !caret->is_object() || text_in(*caret, "file") != file)
      continue;
    if (const auto line = caret->find("line"); line != caret->end() && line->is_number_integer())
      return leading_line(line->dump());
  }
  return 0;
}

/// A variable that is read inside a header is uninitialised where it was declared.
int line_of_declaration(const json& message, const std::string& file)
{
  const std::string option = text_in(message, "option");
  const auto notes = message.find("children");
  if (!option.ends_with("uninitialized") || notes == message.end() || !notes->is_array())
    return 0;
  for (const json& note : *notes)
    if (note.is_object() && text_in(note, "message").find("declared here") != std::string::npos)
      if (const int line = line_in(note, file))
        return line;
  return 0;
}

/// The whole objects of an array that is cut off or damaged.
json objects_of(std::string_view array)
{
  json found = json::array();
  std::size_t depth = 0, begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const char c = array[i];
    if (quoted) {
      i += c == '\\' ? 1 : 0;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' && depth++ == 0) {
      begin = i;
    } else if (c == '}' && depth > 0 && --depth == 0) {
      json object = json::parse(array.substr(begin, i + 1 - begin), nullptr, false);
      if (!object.is_discarded())
        found.push_back(std::move(object));
    }
  }
  return found;
}

void read_messages(const json& messages, const std::string& file, Diagnostics& found)
{
  if (!messages.is_array())
    return;
  for (const json& message : messages) {
    if (!message.is_object())
      continue;
    const std::string kind = text_in(message, "kind"), words = text_in(message, "message");
    int line = line_in(message, file);
    if (kind == "error" || kind == "fatal error" || kind == "internal compiler error" ||
        kind == "sorry, unimplemented") {
      add(found.errors, {line, one_line(words), {}}, most_errors);
    } else if (kind == "warning") {
      line = line > 0 ? line : line_of_declaration(message, file);
      if (line > 0)
        add(found.warnings, {line, explained(one_line(words), text_in(message, "option")), {}},
            most_warnings);
    }
  }
}

// --- plain text -----------------------------------------------------------------------------

/// Before the name of the function that a linker's message is about: of GNU ld on a line of its own, of gold on
/// that of the message.
constexpr std::array<std::string_view, 2> before_function = {": in function `", ":function "};

/// The exercise in "...: in function `exercise::NAME(...)':" or "...:function exercise::NAME(...): ..."; empty if it
/// is another function. None if the line names no function.
std::optional<std::string> function_named(std::string_view line)
{
  for (const std::string_view before : before_function)
    if (const auto at = line.find(before); at != std::string_view::npos) {
      std::string_view name = line.substr(at + before.size());
      constexpr std::string_view space = "exercise::";
      if (!name.starts_with(space))
        return "";
      name.remove_prefix(space.size());
      return one_line(name.substr(0, name.find_first_of("(:[")));
    }
  return {};
}

/// What the linker, the assembler and the compiler's driver say.
void read_plain(std::string_view line, std::string& function, Diagnostics& found)
{
  if (const auto named = function_named(line))
    function = *named;
  for (const std::string_view said : {"undefined reference to", "multiple definition of"})
    if (const auto at = line.find(said); at != std::string_view::npos) {
      // Behind a semicolon stands the other place, in a file of this run.
      const std::string_view what = line.substr(at);
      std::string words = one_line(what.substr(0, what.find("; ")));
      std::ranges::replace(words, '`', '\''); // GNU ld quotes `so', gold 'so'
      add(found.errors, {0, words, function}, most_errors);
      return;
    }
  for (const std::string_view said : {"fatal error: ", ": Error: ", "error: "})
    if (const auto at = line.find(said); at != std::string_view::npos) {
      add(found.errors, {0, one_line(line.substr(at + said.size())), {}}, most_errors);
      return;
    }
}

/// The number in "FILE:LINE:..."; 0 if the text does not begin so.
int line_at_the_start(std::string_view text, const std::string& file)
{
  if (!text.starts_with(file) || !text.substr(file.size()).starts_with(':'))
    return 0;
  text.remove_prefix(file.size() + 1);
  return leading_line(text.substr(0, text.find(':')));
}

/// Makes the first error the one that is told.
Diagnostics finished(Diagnostics found, const std::string& output)
{
  std::ranges::sort(found.warnings, {}, &Message::line);
  if (found.errors.empty() && !found.compiled) {
    const auto lines = split_lines(std::string_view(output).substr(0, 10 * longest_message));
    const auto said =
        std::ranges::find_if(lines, [](const std::string& line) { return !line.empty(); });
    found.errors.push_back(
        {0, said == lines.end() ? "the compiler failed and says nothing" : one_line(*said), {}});
  }
  if (!found.errors.empty()) {
    found.line = found.errors.front().line;
    found.error = found.errors.front().words;
  }
  return found;
}

} // namespace

Diagnostics read_gcc_json(const std::string& output, const std::string& file)
{
  Diagnostics found;
  std::string function;
  for (const std::string_view line : split_lines(output)) {
    // The compiler's messages about one source are a line.
    if (line.starts_with("[")) {
      const json messages = json::parse(line, nullptr, false);
      read_messages(messages.is_discarded() ? objects_of(printable(line)) : messages, file, found);
    } else {
      read_plain(line, function, found);
    }
  }
  return finished(std::move(found), output);
}

Diagnostics read_gcc_text(const std::string& output, const std::string& file)
{
  Diagnostics found;
  int required_from = 0;
  for (const std::string_view line : split_lines(output)) {
    if (const int number = line_at_the_start(line, file))
      required_from = number;
    for (const std::string_view said : {": error: ", ": fatal error: "}) {
      const auto at = line.find(said);
      if (at == std::string_view::npos)
        continue;
      add(found.errors, {required_from, one_line(line.substr(at + said.size())), {}}, most_errors);
      required_from = 0;
      break;
    }
  }
  return finished(std::move(found), output);
}

} // namespace epreuve::exercises
