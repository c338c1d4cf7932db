#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <string_view>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

/// Compiling a file of exercises takes a second or two.
const CommandLimits limits{.seconds = 20,
                           .memory = std::size_t{2} << 30,
                           .file_size = std::size_t{64} << 20,
                           .output = std::size_t{1} << 20};

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

Diagnostics first_error(const std::string& output, const std::string& file_name)
{
  // "FILE:LINE:COLUMN: error: WORDS", or, inside a template of another file,
  // "FILE:LINE:COLUMN:   required from here" before it.
  static const std::regex message(R"(^(.+?):(\d+):(?:(\d+):)? +(.*)$)");
  Diagnostics found;
  const auto is_ours = [&](const std::string& path) {
    return fs::path(path).filename() == file_name;
  };
  int required_from = 0;
  for (const std::string& line : split_lines(output)) {
    std::smatch match;
    const bool located = std::regex_match(line, match, message);
    const std::string said = located ? match[4].str() : line;
    if (located && is_ours(match[1].str()))
      required_from = std::stoi(match[2].str());
    const auto error = said.find("error: ");
    if (error != std::string::npos && (error == 0 || said.starts_with("fatal "))) {
      found.line = located && is_ours(match[1].str()) ? std::stoi(match[2].str()) : required_from;
      found.error = said.substr(error + std::string_view("error: ").size());
      return found;
    }
    const auto undefined = line.find("undefined reference to");
    if (undefined != std::string::npos) {
      found.error = line.substr(undefined);
      return found;
    }
  }
  found.error = output.empty() ? "the compiler failed and says nothing"
                               : printable(split_lines(output).front());
  return found;
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
  first_ = toolchain.at("first");
  libraries_ = toolchain.at("libraries");
}

Diagnostics Compiler::compile(const std::string& chapter, const fs::path& source,
                              const fs::path& program, bool sandboxed) const
{
  const fs::path file = fs::absolute(source), result = fs::absolute(program);
  const fs::path built = folder_ / chapter;
  std::vector<std::string> command;
  if (sandboxed)
    command = Sandbox::command({folder_ / "include", built, file}, {result.parent_path()});
  command.push_back(compiler_);
  command.insert(command.end(), flags_.begin(), flags_.end());
  command.insert(command.end(),
                 {"-I" + built.string(), "-include", first_, "-fmax-errors=1",
                  "-fno-diagnostics-show-caret", "-fdiagnostics-color=never", "-fmessage-length=0",
                  file.string(), (built / "worker.o").string(), "-o", result.string()});
  command.insert(command.end(), libraries_.begin(), libraries_.end());
  const Ended ended = run_command(command, limits);
  if (ended.timed_out)
    return {false, 0, fmt::format("the compiler was stopped after {} s", limits.seconds)};
  if (ended.status == 0)
    return {.compiled = true, .line = 0, .error = ""};
  return first_error(ended.output, file.filename().string());
}

} // namespace epreuve::exercises
