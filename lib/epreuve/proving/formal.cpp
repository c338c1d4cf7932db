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
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace epreuve::proofs {

namespace {

namespace fs = std::filesystem;

constexpr CommandLimits limits{.seconds = 600};

/// Runs in the work folder, because Coq's tactics for arithmetic write a cache where they run.
Ended run_tool(const std::string& name, const fs::path& work, std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(),
                   {find_program("env").string(), "-C", work.string(), find_program(name).string(),
                    "-Q", work.string(), "epreuve"});
  return run_command(arguments, limits);
}

/// The files of the library that the proofs cite, by the names of mathcomp 2
constexpr const char* names_of_mathcomp_2 = "names_of_mathcomp_2";

Ended compile(const fs::path& work, const fs::path& file)
{
  std::vector<std::string> arguments{"-q", "-w", "none", "-I", (work / "plugin").string()};
  if (fs::exists(work / "library" / fmt::format("{}.vo", names_of_mathcomp_2)))
    arguments.insert(arguments.end(), {"-rifrom", "epreuve.library", names_of_mathcomp_2});
  arguments.push_back(file.string());
  return run_tool("coqc", work, std::move(arguments));
}

/// The folder of the libraries that Coq has
fs::path coq_libraries()
{
  const Ended ended = run_command({find_program("coqc").string(), "-where"}, limits);
  return fs::path(ended.output.substr(0, ended.output.find('\n'))) / "user-contrib";
}

/// Whether mathcomp is made with Hierarchy Builder, as it is since version 2
bool has_mathcomp_2()
{
  const fs::path file = coq_libraries() / "mathcomp" / "ssreflect" / "eqtype.v";
  return fs::exists(file) && read_text(file).find("From HB Require") != std::string::npos;
}

std::string replace_all(std::string text, const std::string& what, const std::string& with)
{
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

/// Compiles proofs/library/assumptions_of_each.mlg, the command that `question` uses, into work/plugin, with the files
/// next to it for the installed release of Coq.
void compile_command(const fs::path& source, const fs::path& work)
{
  const fs::path plugin = work / "plugin";
  fs::create_directories(plugin);
  fs::copy_file(source, plugin / "assumptions_of_each.mlg");
  write_file(plugin / "META.epreuve", "directory = \".\"\n"
                                      "package \"assumptions\" (\n"
                                      "  directory = \".\"\n"
                                      "  requires = \"coq-core.vernac\"\n"
                                      "  plugin(native) = \"assumptions_of_each.cmxs\"\n"
                                      ")\n");
  const auto run_step = [&](std::vector<std::string> step) {
    step[0] = find_program(step[0]).string();
    step.insert(step.begin(), {find_program("env").string(), "-C", plugin.string()});
    return run_command(step, limits);
  };
  Ended ended = run_step({"coqpp", "assumptions_of_each.mlg"});
  if (ended.status == 0)
    for (const char* release : {"coq_8_20.ml", "coq_8_16.ml"}) {
      fs::copy_file(source.parent_path() / release, plugin / "coq_release.ml",
                    fs::copy_options::overwrite_existing);
      ended = run_step({"ocamlfind", "ocamlopt", "-shared", "-rectypes", "-thread", "-package",
                        "coq-core.vernac", "coq_release.ml", "assumptions_of_each.ml", "-o",
                        "assumptions_of_each.cmxs"});
      if (ended.status == 0)
        return;
    }
  throw Error("{}", replace_all(ended.output, "assumptions_of_each.mlg", source.string()));
}

/// "minimum_norm" of "01-minimum-norm": Coq's names have no dashes.
std::string module_of(const Proposition& proposition)
{
  std::string name = without_number(proposition.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

/// The question to Coq at the end of a file: what its theorems assume.
std::string question(const std::string& module, const std::vector<std::string>& names)
{
  std::string text = "\nDeclare ML Module \"epreuve.assumptions\".\nPrint Assumptions of Each";
  for (const std::string& name : names)
    text += fmt::format(" epreuve.{}.{}", module, name);
  return text + ".\n";
}

using Assumptions = std::map<std::string, std::vector<std::string>>;

/// The axioms of each theorem, from the lines "assumes epreuve.MODULE.THEOREM AXIOM...".
Assumptions read_answer(const std::string& answer)
{
  Assumptions assumptions;
  for (const std::string& line : split_lines(answer)) {
    std::istringstream words(line);
    std::string word, theorem;
    if (!(words >> word >> theorem) || word != "assumes")
      continue;
    std::vector<std::string>& axioms = assumptions[theorem.substr(theorem.rfind('.') + 1)];
    axioms.assign(std::istream_iterator<std::string>(words), {});
    std::ranges::sort(axioms);
  }
  return assumptions;
}

std::string in_words(const std::vector<std::string>& axioms)
{
  return axioms.empty() ? "none" : fmt::format("{}", fmt::join(axioms, ", "));
}

/// In the form of assumptions.txt: "THEOREM: none", or the axioms.
std::vector<std::string> as_lines(const std::vector<std::string>& names,
                                  const Assumptions& assumptions)
{
  std::vector<std::string> lines;
  for (const std::string& name : names)
    lines.push_back(fmt::format("{}: {}", name, in_words(assumptions.at(name))));
  return lines;
}

/// The differences between the recorded assumptions and those found; empty if there are none.
std::string difference(const fs::path& file, const std::vector<std::string>& found)
{
  std::vector<std::string> recorded;
  if (fs::exists(file))
    recorded = split_lines(read_text(file));
  if (!recorded.empty() && recorded.back().empty())
    recorded.pop_back();
  if (recorded == found)
    return "";
  return fmt::format("{} differs from what Coq finds:\n{}\n", file.string(),
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
  for (const char* tool : {"coqc", "coqdep", "coqchk", "coqpp"})
    if (find_program(tool).empty())
      return fmt::format("Coq's {}", tool);
  if (find_program("ocamlfind").empty())
    return "OCaml's ocamlfind";
  const fs::path libraries = coq_libraries();
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
  compile_command(proofs_ / "library" / "assumptions_of_each.mlg", work_);
  const auto compile_file = [&](const std::string& file) {
    const Ended ended = compile(work_, file);
    if (ended.status != 0)
      throw Error("{}", replace_all(ended.output, work_.string(), proofs_.string()));
  };
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(proofs_ / "library"))
    if (entry.path().extension() == ".v") {
      const fs::path file = library / entry.path().filename();
      fs::copy_file(entry.path(), file);
      if (file.stem() != names_of_mathcomp_2)
        files.push_back(file.string());
    }
  const std::string names = (library / fmt::format("{}.v", names_of_mathcomp_2)).string();
  if (fs::exists(names) && has_mathcomp_2())
    compile_file(names); // first: the others are read with it
  if (files.empty())
    return;
  files.insert(files.begin(), "-sort");
  std::istringstream in_order(run_tool("coqdep", work_, files).output);
  for (std::string file; in_order >> file;)
    compile_file(file);
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
  write_file(file, text + question(module, names));
  const Ended compiled = compile(work_, file);
  result.seconds = compiled.seconds;
  if (compiled.timed_out)
    return failed(fmt::format("{} was not checked within {} s", source.string(), limits.seconds));
  if (compiled.status != 0)
    return failed(compiled.output);

  const Assumptions assumptions = read_answer(compiled.output);
  if (assumptions.size() != names.size())
    return failed("Coq does not say what its theorems assume: " + compiled.output);
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
    throw Error("coqchk was not done within {} s, so the formal proofs have no verdict; run it "
                "again when the machine is less busy",
                limits.seconds);
  if (ended.status > 129) // 129 is its own status for an anomaly
    throw Error("coqchk was killed by signal {}, so the formal proofs have no verdict; run it "
                "again, with more memory if that ran out",
                ended.status - 128);
  if (ended.status != 0)
    return "coqchk: " + ended.output;
  // Besides axioms it lists the means by which a checker can be made to accept anything.
  for (const char* trick : {"type-in-type", "unsafe (co)fixpoints", "positivity is assumed"}) {
    const std::size_t at = ended.output.find(trick);
    const std::size_t end = ended.output.find('\n', at);
    if (at == std::string::npos || !ended.output.substr(at, end - at).ends_with("<none>"))
      return fmt::format("coqchk: something relies on {}:\n{}", trick, ended.output);
  }
  return "";
}

} // namespace epreuve::proofs
