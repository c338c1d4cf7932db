#include "epreuve/exercises/gcc_messages.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/leading_number.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
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

/// A message in words for a beginner, if the compiler's are hard to understand.
/// @param include  the line that defines the name which the message misses, if the compiler knows one
std::string explained(std::string words, const std::string& option, const std::string& include)
{
  const auto mentions = [&](const std::string& part) {
    return words.find(part) != std::string::npos;
  };
  if (option == "-Wparentheses" && mentions("assignment used as truth value"))
    return said("this condition assigns: = assigns, == compares");
  if (const auto at = words.find(" clause does not guard");
      option == "-Wmisleading-indentation" && at != std::string::npos)
    return said(
        "{} does not contain what is below it: is there a ; too many, or are braces missing?",
        words.substr(0, at));
  if (mentions("operator^"))
    return said("{}; ^ is exclusive or, bit by bit: a power is std::pow", words);
  if (mentions("should have been declared inside 'exercise'"))
    return said("{}; exercises.hpp declares no function of this name with these types", words);
  for (const std::string of_threads : {"thread", "jthread", "async", "mutex", "future"})
    if (mentions("'" + of_threads + "' is not") ||
        mentions("'" + of_threads + "' in namespace 'std' does not name"))
      return said("{}; a function here computes in one thread", words);
  if (option == "-Wreturn-type" && mentions("control reaches end"))
    return said("the function may end here without a return");
  if (option == "-Wunused-result")
    return said("the result of this call is not used");
  if (!include.empty())
    return said("{}; write {} at the top of the file", words, include);
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

struct Place
{
  int line = 0, column = 0;
};

/// A member of a place, a whole number; 0 if it is something else.
int number_in(const json& caret, const char* key)
{
  const auto found = caret.find(key);
  return found != caret.end() && found->is_number_integer() ? leading_line(found->dump()) : 0;
}

/// The place in the file that a message is about; line 0 if it is about another file.
Place place_in(const json& message, const std::string& file)
{
  const auto locations = message.find("locations");
  if (locations == message.end() || !locations->is_array())
    return {};
  for (const json& location : *locations) {
    if (!location.is_object())
      continue;
    const auto caret = location.find("caret");
    if (caret == location.end() || !caret->is_object() || text_in(*caret, "file") != file)
      continue;
    if (const int line = number_in(*caret, "line"); line > 0)
      return {line, number_in(*caret, "column")};
  }
  return {};
}

/// A variable that is read inside a header is uninitialised where it was declared.
Place place_of_declaration(const json& message, const std::string& file)
{
  const std::string option = text_in(message, "option");
  const auto notes = message.find("children");
  if (!option.ends_with("uninitialized") || notes == message.end() || !notes->is_array())
    return {};
  for (const json& note : *notes)
    if (note.is_object() && text_in(note, "message").find("declared here") != std::string::npos)
      if (const Place place = place_in(note, file); place.line > 0)
        return place;
  return {};
}

/// "#include <queue>", if a note proposes to insert it: GCC knows which header defines many names of std. Empty if none
/// does.
std::string proposed_include(const json& message)
{
  const auto notes = message.find("children");
  if (notes == message.end() || !notes->is_array())
    return "";
  for (const json& note : *notes) {
    const auto edits = note.is_object() ? note.find("fixits") : note.end();
    if (edits == note.end() || !edits->is_array())
      continue;
    for (const json& edit : *edits)
      if (const std::string line = edit.is_object() ? text_in(edit, "string") : "";
          line.starts_with("#include <") && line.ends_with(">\n"))
        return one_line(line.substr(0, line.size() - 1));
  }
  return "";
}

void read_message(const json& message, const std::string& file, Diagnostics& found)
{
  if (!message.is_object())
    return;
  const std::string kind = text_in(message, "kind"), words = text_in(message, "message");
  Place place = place_in(message, file);
  if (kind == "error" || kind == "fatal error" || kind == "internal compiler error" ||
      kind == "sorry, unimplemented") {
    add(found.errors,
        {.line = place.line,
         .words = explained(one_line(words), "", proposed_include(message)),
         .column = place.column},
        most_errors);
  } else if (kind == "warning") {
    if (place.line == 0)
      place = place_of_declaration(message, file);
    if (place.line > 0)
      add(found.warnings,
          {.line = place.line,
           .words = explained(one_line(words), text_in(message, "option"), ""),
           .column = place.column},
          most_warnings);
  }
}

/// Messages about one source: the complete ones count even in a line that is cut off or damaged.
void read_array(std::string_view line, const std::string& file, Diagnostics& found)
{
  constexpr JsonBounds bounds{.deepest = 20}; // notes of notes take six
  try {
    parse_json_array(printable(line), "the compiler", bounds,
                     [&](const json& message) { read_message(message, file, found); });
  } catch (const Error&) {
    // The rest is not a message.
  }
}

// --- plain text -----------------------------------------------------------------------------

/// The words before the name of the function that a linker's message is about: GNU ld writes them on a line of their
/// own, gold on the line of the message.
constexpr std::array<std::string_view, 2> before_function = {": in function `", ":function "};

/// The exercise in "...: in function `exercise::NAME(...)':" or "...:function exercise::NAME(...): ..."; empty if it is
/// another function. Nothing if the line names no function.
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
  if (found.errors.size() == most_errors)
    return;
  for (const std::string_view said : {"out of memory", "memory exhausted"})
    if (line.find(said) != std::string_view::npos) {
      add(found.errors, {0, ran_out_of_memory(), {}}, most_errors);
      return;
    }
  if (const auto named = function_named(line))
    function = *named;
  for (const std::string_view said : {"undefined reference to", "multiple definition of"})
    if (const auto at = line.find(said); at != std::string_view::npos) {
      // The other place follows after a semicolon, in a file of this run.
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

/// The number in "FILE:LINE:..."; 0 if the text does not begin like that.
int line_at_the_start(std::string_view text, const std::string& file)
{
  if (!text.starts_with(file) || !text.substr(file.size()).starts_with(':'))
    return 0;
  text.remove_prefix(file.size() + 1);
  return leading_line(text.substr(0, text.find(':')));
}

/// Goes through the lines of a text without keeping any.
void for_each_line(std::string_view text, const std::function<void(std::string_view)>& use)
{
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    use(line);
  }
}

Diagnostics read_json_lines(std::string_view output, const std::string& file)
{
  Diagnostics found;
  std::string function;
  // The compiler's messages about one source are on one line, and there are two sources at most.
  constexpr int most_arrays = 10;
  int arrays = 0;
  for_each_line(output, [&](std::string_view line) {
    if (line.starts_with("[") && arrays++ < most_arrays)
      read_array(line, file, found);
    else
      read_plain(line, function, found);
  });
  return found;
}

Diagnostics read_text_lines(std::string_view output, const std::string& file)
{
  Diagnostics found;
  int required_from = 0;
  for_each_line(output, [&](std::string_view line) {
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
  });
  return found;
}

Diagnostics read_linker_lines(std::string_view output)
{
  Diagnostics found;
  std::string function;
  for_each_line(output, [&](std::string_view line) { read_plain(line, function, found); });
  return found;
}

/// The first line that is not empty, if no error is known.
std::string first_words(std::string_view output)
{
  std::string first;
  for_each_line(output.substr(0, 10 * longest_message), [&](std::string_view line) {
    if (first.empty() && line != "[]")
      first = one_line(line);
  });
  return first.empty() ? "the compiler failed without a message" : first;
}

json to_json(const Message& message)
{
  return {{"line", message.line},
          {"words", message.words},
          {"function", message.function},
          {"column", message.column}};
}

std::vector<Message> messages_from(const json& list)
{
  std::vector<Message> messages;
  for (const json& each : list)
    messages.push_back({each.at("line"), each.at("words"), each.at("function"), each.at("column")});
  return messages;
}

} // namespace

std::string ran_out_of_memory()
{
  return fmt::format("the compiler ran out of memory ({} GB) on it", compilers_memory >> 30);
}

Diagnostics read_messages(Speaker speaker, std::string_view output, const std::string& file)
{
  Diagnostics found = speaker == Speaker::compiler_in_json   ? read_json_lines(output, file)
                      : speaker == Speaker::compiler_in_text ? read_text_lines(output, file)
                                                             : read_linker_lines(output);
  std::ranges::sort(found.warnings, {}, &Message::line);
  if (found.errors.empty())
    found.errors.push_back({0, first_words(output), {}});
  found.line = found.errors.front().line;
  found.error = found.errors.front().words;
  return found;
}

json to_json(const Diagnostics& diagnostics)
{
  json written{{"errors", json::array()}, {"warnings", json::array()}};
  for (const Message& error : diagnostics.errors)
    written["errors"].push_back(to_json(error));
  for (const Message& warning : diagnostics.warnings)
    written["warnings"].push_back(to_json(warning));
  return written;
}

Diagnostics diagnostics_from_json(const json& written)
{
  Diagnostics found{.compiled = false,
                    .line = 0,
                    .error = "",
                    .errors = messages_from(written.at("errors")),
                    .warnings = messages_from(written.at("warnings"))};
  found.line = found.errors.at(0).line;
  found.error = found.errors.at(0).words;
  return found;
}

} // namespace epreuve::exercises
