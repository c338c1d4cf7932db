#include "epreuve/proving/formal.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/proving/axioms.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace epreuve::proofs {

namespace {

namespace fs = std::filesystem;

constexpr CommandLimits limits{.seconds = 600};
constexpr std::string_view marker = "== ";

/// Runs in the work folder, because Coq's tactics for arithmetic write a cache where they run.
Ended run_tool(const std::string& name, const fs::path& work, std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(),
                   {find_program("env").string(), "-C", work.string(), find_program(name).string(),
                    "-Q", work.string(), "epreuve"});
  return run_command(arguments, limits);
}

Ended compile(const fs::path& work, const fs::path& file)
{
  return run_tool("coqc", work, {"-q", "-w", "none", file.string()});
}

/// "minimum_norm" of "01-minimum-norm": Coq's names have no dashes.
std::string module_of(const Proposition& proposition)
{
  std::string name = without_number(proposition.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string replace_all(std::string text, const std::string& what, const std::string& with)
{
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

/// A file that Coq is asked: after a marker with its name, what a theorem assumes.
std::string question(const std::string& module, const std::vector<std::string>& names)
{
  std::string text = fmt::format("From epreuve Require {}.\n", module);
  for (const std::string& name : names)
    text += fmt::format("Goal True. idtac \"{}{}\". Abort.\nPrint Assumptions epreuve.{}.{}.\n",
                        marker, name, module, name);
  return text;
}

/// The axioms of one theorem in Coq's answer: names at the beginning of a line, their types after a
/// colon, which may stand on lines below, further in.
std::vector<std::string> read_axioms(const std::vector<std::string>& lines)
{
  std::vector<std::string> names;
  for (const std::string& line : lines) {
    const bool heading =
        line.empty() || line == "Axioms:" || line == "Closed under the global context";
    if (!heading && line[0] != ' ')
      names.push_back(line.substr(0, line.find(' ')));
  }
  std::ranges::sort(names);
  return names;
}

using Assumptions = std::map<std::string, std::vector<std::string>>;

Assumptions read_answer(const std::string& answer)
{
  std::map<std::string, std::vector<std::string>> blocks;
  std::string current;
  for (const std::string& line : split_lines(answer)) {
    if (line.starts_with(marker))
      blocks[current = line.substr(marker.size())];
    else if (!current.empty())
      blocks[current].push_back(line);
  }
  Assumptions assumptions;
  for (const auto& [name, lines] : blocks)
    assumptions[name] = read_axioms(lines);
  return assumptions;
}

std::string in_words(const std::vector<std::string>& axioms)
{
  return axioms.empty() ? "none" : fmt::format("{}", fmt::join(axioms, ", "));
}

/// As assumptions.txt tells it: "THEOREM: none", or the axioms.
std::vector<std::string> as_lines(const std::vector<std::string>& names,
                                  const Assumptions& assumptions)
{
  std::vector<std::string> lines;
  for (const std::string& name : names)
    lines.push_back(fmt::format("{}: {}", name, in_words(assumptions.at(name))));
  return lines;
}

/// What the recorded assumptions and the found ones differ in; empty if in nothing.
std::string difference(const fs::path& file, const std::vector<std::string>& found)
{
  std::vector<std::string> recorded;
  if (fs::exists(file))
    recorded = split_lines(read_text(file));
  if (!recorded.empty() && recorded.back().empty())
    recorded.pop_back();
  if (recorded == found)
    return "";
  return fmt::format("{} does not say what Coq finds:\n{}\n", file.string(),
                     fmt::join(found, "\n"));
}

} // namespace

std::vector<std::string> theorems(const std::string& source)
{
  static const std::regex theorem("^[ \t]*Theorem[ \t]+([A-Za-z_][A-Za-z0-9_']*)");
  std::vector<std::string> names;
  std::smatch match;
  for (const std::string& line : split_lines(source))
    if (std::regex_search(line, match, theorem))
      names.push_back(match[1]);
  return names;
}

std::string Coq::missing()
{
  for (const char* tool : {"coqc", "coqdep", "coqchk"})
    if (find_program(tool).empty())
      return fmt::format("Coq's {}", tool);
  const Ended ended = run_command({find_program("coqc").string(), "-where"}, limits);
  const fs::path libraries =
      fs::path(ended.output.substr(0, ended.output.find('\n'))) / "user-contrib";
  for (const char* library :
       {"mathcomp/algebra", "mathcomp/analysis", "mathcomp/real_closed", "Coquelicot"})
    if (!fs::is_directory(libraries / library))
      return fmt::format("Coq's library {}", library);
  return "";
}

Coq::Coq(fs::path proofs, fs::path work) : proofs_(std::move(proofs)), work_(fs::absolute(work))
{
  if (const std::string what = missing(); !what.empty())
    throw Error("{} is not installed; ./epreuve install prove installs it", what);
  const fs::path library = work_ / "library";
  fs::remove_all(work_);
  fs::create_directories(library);
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(proofs_ / "library"))
    if (entry.path().extension() == ".v") {
      files.push_back((library / entry.path().filename()).string());
      fs::copy_file(entry.path(), files.back());
    }
  if (files.empty())
    return;
  files.insert(files.begin(), "-sort");
  std::istringstream in_order(run_tool("coqdep", work_, files).output);
  for (std::string file; in_order >> file;) {
    const Ended ended = compile(work_, file);
    if (ended.status != 0)
      throw Error("{}", replace_all(ended.output, work_.string(), proofs_.string()));
  }
}

Result Coq::prove(const Proposition& proposition) const
{
  const std::string module = module_of(proposition);
  const fs::path source = proposition.folder / file_of(Method::formal);
  const fs::path file = work_ / (module + ".v");
  Result result{.proposition = proposition.name, .method = Method::formal};
  result.fingerprint = fingerprint(proposition.folder, Method::formal);
  const auto failed = [&](std::string why) {
    result.status = Status::failed;
    result.why = replace_all(std::move(why), file.string(), source.string());
    return result;
  };

  const std::string text = read_text(source);
  const std::vector<std::string> names = theorems(text);
  if (names.empty())
    return failed(
        fmt::format("{} announces no theorem: no line \"Theorem NAME\"", source.string()));
  write_file(file, text);
  const Ended compiled = compile(work_, file);
  result.seconds = compiled.seconds;
  if (compiled.timed_out)
    return failed(fmt::format("{} is not checked after {} s", source.string(), limits.seconds));
  if (compiled.status != 0)
    return failed(compiled.output);

  const fs::path asked = work_ / ("assumptions_of_" + module + ".v");
  write_file(asked, question(module, names));
  const Ended answered = compile(work_, asked);
  result.seconds += answered.seconds;
  const Assumptions assumptions = read_answer(answered.output);
  if (answered.status != 0 || assumptions.size() != names.size())
    return failed("Coq does not tell what its theorems assume: " + answered.output);
  std::set<std::string> axioms;
  for (const std::string& name : names) {
    result.parts.push_back({name, true, in_words(assumptions.at(name))});
    axioms.insert(assumptions.at(name).begin(), assumptions.at(name).end());
  }
  result.axioms.assign(axioms.begin(), axioms.end());
  for (const std::string& axiom : axioms)
    if (!find_axiom(axiom))
      return failed(fmt::format("{} assumes {}, which no library of Coq declares as its axiom",
                                source.string(), axiom));
  if (std::string other =
          difference(proposition.folder / assumptions_file, as_lines(names, assumptions));
      !other.empty())
    return failed(std::move(other));
  result.status = Status::proven;
  return result;
}

std::string Coq::check_again(const std::vector<Proposition>& propositions) const
{
  std::vector<std::string> arguments{"-silent", "-o"};
  const auto add = [&](const std::string& module) {
    arguments.insert(arguments.end(), {"-norec", "epreuve." + module});
  };
  for (const auto& entry : fs::directory_iterator(work_ / "library"))
    if (entry.path().extension() == ".vo")
      add("library." + entry.path().stem().string());
  for (const Proposition& proposition : propositions)
    add(module_of(proposition));
  const Ended ended = run_tool("coqchk", work_, arguments);
  if (ended.timed_out)
    return fmt::format("coqchk is not done after {} s", limits.seconds);
  if (ended.status != 0)
    return "coqchk: " + ended.output;
  // What it lists beside axioms is how a checker may be talked into anything.
  for (const char* trick : {"type-in-type", "unsafe (co)fixpoints", "positivity is assumed"}) {
    const std::size_t at = ended.output.find(trick);
    const std::size_t end = ended.output.find('\n', at);
    if (at == std::string::npos || !ended.output.substr(at, end - at).ends_with("<none>"))
      return fmt::format("coqchk: something relies on {}:\n{}", trick, ended.output);
  }
  return "";
}

} // namespace epreuve::proofs
