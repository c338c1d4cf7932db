#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/interpreter.hpp"
#include "epreuve/exercises/judge_process.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <system_error>

namespace epreuve::exercises {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Compiling a file of exercises takes a second or two. What a type error in a long sum prints is
/// megabytes.
CommandLimits limits_of(double seconds)
{
  return {.seconds = seconds,
          .memory = compilers_memory,
          .file_size = std::size_t{64} << 20,
          .output = std::size_t{16} << 20};
}

/// Replaces {folder} by a folder.
void put_folder(json& value, const std::string& folder)
{
  if (value.is_string())
    boost::replace_all(value.get_ref<std::string&>(), "{folder}", folder);
  else if (value.is_structured())
    for (json& part : value)
      put_folder(part, folder);
}

/// Reading what 16 MB say takes a second.
constexpr double seconds_of_reading = 10;

Diagnostics failed(const std::string& words)
{
  return {.compiled = false, .line = 0, .error = words, .errors = {{.words = words}}};
}

/// Files that are removed at the end.
class Removed
{
public:
  explicit Removed(const std::vector<fs::path>& files) : files_(files) {}
  ~Removed()
  {
    for (const fs::path& file : files_)
      fs::remove(file, none_);
  }
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;

private:
  const std::vector<fs::path>& files_;
  std::error_code none_;
};

} // namespace

json read_toolchain(const fs::path& folder)
{
  json toolchain;
  try {
    toolchain = read_json(folder / "toolchain.json");
  } catch (const Error& error) {
    throw Error("{}; build the target \"exercises\" again", error.what());
  }
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
  libraries_ = toolchain.at("libraries");
}

/// One file on its way to a program.
struct Compiler::Job
{
  fs::path built, program;       ///< the chapter's folder, and what becomes of it
  std::vector<fs::path> sources; ///< the file first
  std::vector<fs::path> assembly;
  const CompileOptions& options;
};

/// The compiler's name and flags, and what comes before them.
std::vector<std::string> Compiler::beginning(const Job& job) const
{
  std::vector<std::string> command;
  if (job.options.sandboxed) {
    std::vector<fs::path> readable{folder_ / "include", job.built};
    readable.insert(readable.end(), job.sources.begin(), job.sources.end());
    command = Sandbox::command(readable, {job.program.parent_path()});
  }
  command.push_back(compiler_);
  const std::vector<std::string>& flags = job.options.sanitized ? sanitized_flags_ : flags_;
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

std::vector<std::string> Compiler::assembling_command(const Job& job, std::size_t source) const
{
  std::vector<std::string> command = beginning(job);
  if (job.options.sanitized)
    command.push_back(
        fmt::format("-fdebug-prefix-map={}={}", job.sources.front().string(), judged_file));
  else
    command.insert(command.end(), warnings_.begin(), warnings_.end());
  command.insert(command.end(),
                 {"-I" + job.built.string(), "-include", first_,
                  fmt::format("-fmax-errors={}", most_errors), "-fno-diagnostics-show-caret",
                  "-fdiagnostics-color=never", "-fmessage-length=0"});
  if (!job.options.included.empty())
    command.insert(command.end(), {"-iquote", fs::absolute(job.options.included).string()});
  command.insert(command.end(),
                 {"-S", job.sources.at(source).string(), "-o", job.assembly.at(source).string()});
  return command;
}

std::vector<std::string> Compiler::linking_command(const Job& job) const
{
  std::vector<std::string> command = beginning(job);
  for (const fs::path& each : job.assembly)
    command.push_back(each.string());
  const char* const worker = job.options.sanitized ? "worker-sanitized.o" : "worker.o";
  command.insert(command.end(), {(job.built / worker).string(), "-o", job.program.string()});
  command.insert(command.end(), libraries_.begin(), libraries_.end());
  return command;
}

/// The compiler's messages, read by another process, which may crash, hang or grow.
Diagnostics Compiler::read(const Job& job, Speaker speaker, const std::string& output) const
{
  constexpr JudgeLimits limits{.room = 0, .memory = 1ULL << 30, .line = std::size_t{1} << 20};
  constexpr JsonBounds bounds{.deepest = 5, .longest = limits.line};
  if (output.find_first_not_of("[]\n") == std::string::npos) // no errors, no warnings
    return read_messages(speaker, "", "");
  const TemporaryFolder folder;
  write_file(folder / "output", output);
  Diagnostics found;
  try {
    run_judge(judge_of(folder_.parent_path(), job.built.filename()),
              {"--said", (folder / "output").string(), "--by",
               std::to_string(static_cast<int>(speaker)), "--of", job.sources.front().string()},
              Charge{.seconds = seconds_of_reading}, limits, [&](std::string_view line) {
                found = diagnostics_from_json(parse_json(line, "it", bounds));
              });
  } catch (const JudgeFailed&) {
    found = {};
  }
  if (found.errors.empty())
    return failed("the compiler's messages about it cannot be read");
  return found;
}

Diagnostics Compiler::compile(const std::string& chapter, const fs::path& source,
                              const fs::path& program, const CompileOptions& options) const
{
  Job job{.built = folder_ / chapter,
          .program = fs::absolute(program),
          .sources = {fs::absolute(source)},
          .assembly = {},
          .options = options};
  if (!options.also.empty())
    job.sources.push_back(fs::absolute(options.also));
  for (std::size_t i = 0; i < job.sources.size(); ++i)
    job.assembly.push_back(fmt::format("{}-{}.s", job.program.string(), i));
  const Removed removed(job.assembly);

  double left = options.seconds;
  const auto run = [&](const std::vector<std::string>& command) {
    const Ended ended = run_command(command, limits_of(left));
    left -= ended.seconds;
    return ended;
  };
  const Diagnostics stopped =
      failed(fmt::format("the compiler was stopped after {} s", options.seconds));

  std::string said;
  for (std::size_t i = 0; i < job.sources.size(); ++i) {
    std::vector<std::string> command = assembling_command(job, i), as_json = command;
    as_json.emplace_back("-fdiagnostics-format=json");
    const Ended ended = run(as_json);
    said += ended.output;
    if (ended.timed_out)
      return stopped;
    if (ended.status == 0)
      continue;
    Diagnostics found = read(job, Speaker::compiler_in_json, said);
    // JSON does not say which line required a template, and is longer.
    const bool needs_chains = std::ranges::any_of(found.errors, [](const Message& message) {
      return message.line == 0 && message.words != ran_out_of_memory();
    });
    if (!needs_chains || left < 1)
      return found;
    const Ended again = run(command);
    if (again.timed_out)
      return stopped;
    Diagnostics chained = read(job, Speaker::compiler_in_text, again.output);
    if (std::ranges::none_of(chained.errors,
                             [](const Message& message) { return message.line > 0; }))
      return found;
    chained.warnings = found.warnings;
    return chained;
  }
  const Ended ended = run(linking_command(job));
  if (ended.timed_out)
    return stopped;
  if (ended.status == 0)
    if (const std::string why = why_not_started(job.program); !why.empty())
      return failed(why);
  Diagnostics found = ended.status == 0 ? Diagnostics{.compiled = true, .line = 0, .error = ""}
                                        : read(job, Speaker::linker, ended.output);
  found.warnings = read(job, Speaker::compiler_in_json, said).warnings;
  return found;
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
