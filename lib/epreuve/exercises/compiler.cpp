#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace epreuve::exercises {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t longest_message = 600, most_errors = 50, most_warnings = 20;

/// Compiling a file of exercises takes a second or two. What a type error in a long sum prints is
/// megabytes.
CommandLimits limits_of(double seconds)
{
  return {.seconds = seconds,
          .memory = std::size_t{2} << 30,
          .file_size = std::size_t{64} << 20,
          .output = std::size_t{16} << 20};
}

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

/// A number of a line; 0 if it is none that a file has.
int line_number(std::string_view digits)
{
  int number = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return failure == std::errc() && number > 0 ? number : 0;
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
      return line_number(line->dump());
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

/// The exercise in "...: in function `exercise::NAME(...)':"; empty if the line is no such.
std::string function_named(std::string_view line)
{
  constexpr std::string_view start = "in function `exercise::";
  const auto at = line.find(start);
  if (at == std::string_view::npos)
    return {};
  const std::string_view rest = line.substr(at + start.size());
  return one_line(rest.substr(0, rest.find_first_of("(:[")));
}

/// What the linker, the assembler and the compiler's driver say.
void read_plain(std::string_view line, std::string& function, Diagnostics& found)
{
  if (line.find(": in function `") != std::string_view::npos)
    function = function_named(line);
  for (const std::string_view said : {"undefined reference to", "multiple definition of"})
    if (const auto at = line.find(said); at != std::string_view::npos) {
      add(found.errors, {0, one_line(line.substr(at)), function}, most_errors);
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
  return line_number(text.substr(0, text.find(':')));
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

/// Puts the folder where toolchain.json lies in the place of {folder}, by which one that is moved names it.
void put_folder(nlohmann::json& value, const std::string& folder)
{
  constexpr std::string_view name = "{folder}";
  if (value.is_string()) {
    auto& word = value.get_ref<std::string&>();
    if (const std::size_t at = word.find(name); at != std::string::npos)
      word.replace(at, name.size(), folder);
  } else if (value.is_structured()) {
    for (nlohmann::json& part : value)
      put_folder(part, folder);
  }
}

} // namespace

Diagnostics read_gcc_json(const std::string& output, const std::string& file)
{
  Diagnostics found;
  std::string function;
  for (std::string_view rest = output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
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
  for (std::string_view rest = output; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
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

Compiler::Compiler(fs::path folder) : folder_(std::move(folder))
{
  std::ifstream file(folder_ / "toolchain.json");
  auto toolchain = nlohmann::json::parse(file, nullptr, false);
  if (toolchain.is_discarded())
    throw Error("{} is not there or damaged; build the target \"exercises\" again",
                (folder_ / "toolchain.json").string());
  put_folder(toolchain, fs::absolute(folder_).string());
  compiler_ = toolchain.at("compiler");
  flags_ = toolchain.at("flags");
  warnings_ = toolchain.at("warnings");
  sanitized_flags_ = toolchain.at("sanitized");
  first_ = toolchain.at("first");
  libraries_ = toolchain.at("libraries");
}

Diagnostics Compiler::compile(const std::string& chapter, const fs::path& source,
                              const fs::path& program, const CompileOptions& options) const
{
  const fs::path file = fs::absolute(source), result = fs::absolute(program);
  const fs::path built = folder_ / chapter;
  const char* const worker = options.sanitized ? "worker-sanitized.o" : "worker.o";
  std::vector<fs::path> sources{file};
  if (!options.also.empty())
    sources.push_back(fs::absolute(options.also));
  std::vector<std::string> command;
  if (options.sandboxed) {
    std::vector<fs::path> readable{folder_ / "include", built};
    readable.insert(readable.end(), sources.begin(), sources.end());
    command = Sandbox::command(readable, {result.parent_path()});
  }
  command.push_back(compiler_);
  const std::vector<std::string>& flags = options.sanitized ? sanitized_flags_ : flags_;
  command.insert(command.end(), flags.begin(), flags.end());
  if (options.sanitized)
    command.push_back(fmt::format("-fdebug-prefix-map={}={}", file.string(), judged_file));
  else
    command.insert(command.end(), warnings_.begin(), warnings_.end());
  command.insert(command.end(),
                 {"-I" + built.string(), "-include", first_,
                  fmt::format("-fmax-errors={}", most_errors), "-fno-diagnostics-show-caret",
                  "-fdiagnostics-color=never", "-fmessage-length=0"});
  if (!options.included.empty())
    command.insert(command.end(), {"-iquote", fs::absolute(options.included).string()});
  for (const fs::path& each : sources)
    command.push_back(each.string());
  command.insert(command.end(), {(built / worker).string(), "-o", result.string()});
  command.insert(command.end(), libraries_.begin(), libraries_.end());

  std::vector<std::string> as_json = command;
  as_json.emplace_back("-fdiagnostics-format=json");
  const Ended ended = run_command(as_json, limits_of(options.seconds));
  const auto stopped = [&] {
    const std::string words = fmt::format("the compiler was stopped after {} s", options.seconds);
    return Diagnostics{.compiled = false, .line = 0, .error = words, .errors = {{.words = words}}};
  };
  if (ended.timed_out)
    return stopped();
  Diagnostics found = read_gcc_json(ended.output, file.string());
  if (ended.status == 0) {
    found.compiled = true;
    found.line = 0;
    found.error.clear();
    found.errors.clear();
    return found;
  }
  // JSON does not tell which line required a template, and is longer.
  const bool needs_chains = std::ranges::any_of(found.errors, [](const Message& message) {
    return message.line == 0 && !message.words.starts_with("undefined reference to") &&
           !message.words.starts_with("multiple definition of");
  });
  if (!needs_chains || options.seconds - ended.seconds < 1)
    return found;
  const Ended again = run_command(command, limits_of(options.seconds - ended.seconds));
  if (again.timed_out)
    return stopped();
  Diagnostics chained = read_gcc_text(again.output, file.string());
  if (std::ranges::none_of(chained.errors, [](const Message& message) { return message.line > 0; }))
    return found;
  chained.warnings = found.warnings;
  return chained;
}

std::vector<std::string> Compiler::debugging_command(const fs::path& source,
                                                     const fs::path& program) const
{
  std::vector<std::string> command{compiler_};
  command.insert(command.end(), flags_.begin(), flags_.end());
  command.insert(command.end(), {"-g", "-O0", source.string(), "-o", program.string()});
  command.insert(command.end(), libraries_.begin(), libraries_.end());
  return command;
}

} // namespace epreuve::exercises
