#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/huge_pages.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string_view>

namespace epreuve::exercises {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Compiling a file of exercises takes a second or two. What a type error in a long sum prints is
/// megabytes.
CommandLimits limits_of(double seconds)
{
  return {.seconds = seconds,
          .memory = std::size_t{2} << 30,
          .file_size = std::size_t{64} << 20,
          .output = std::size_t{16} << 20};
}

/// Puts a folder in the place of {folder}.
void put_folder(json& value, const std::string& folder)
{
  if (value.is_string())
    boost::replace_all(value.get_ref<std::string&>(), "{folder}", folder);
  else if (value.is_structured())
    for (json& part : value)
      put_folder(part, folder);
}

} // namespace

json read_toolchain(const fs::path& folder)
{
  std::ifstream file(folder / "toolchain.json");
  json toolchain = json::parse(file, nullptr, false);
  if (toolchain.is_discarded())
    throw Error("{} is not there or damaged; build the target \"exercises\" again",
                (folder / "toolchain.json").string());
  put_folder(toolchain, fs::absolute(folder).string());
  return toolchain;
}

Compiler::Compiler(fs::path folder) : folder_(std::move(folder))
{
  const json toolchain = read_toolchain(folder_);
  compiler_ = toolchain.at("compiler");
  flags_ = toolchain.at("flags");
  warnings_ = toolchain.at("warnings");
  sanitized_flags_ = toolchain.at("sanitized");
  first_ = toolchain.at("first");
  preloaded_ = toolchain.at("preloaded");
  if (preloaded_.find_first_of(" :") != std::string::npos) // which end a name in LD_PRELOAD
    preloaded_.clear();
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
    if (!preloaded_.empty())
      readable.emplace_back(preloaded_);
    command = Sandbox::command(readable, {result.parent_path()});
  }
  if (!preloaded_.empty())
    command.insert(command.end(), {"/usr/bin/env", "LD_PRELOAD=" + preloaded_,
                                   fmt::format("{}={}", tunables, huge_pages)});
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
