#include "common/chapters.hpp"
#include "common/command_line.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "common/turn.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/proving/axioms.hpp"
#include "epreuve/proving/computation.hpp"
#include "epreuve/proving/formal.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using proofs::Method;
using proofs::Proposition;
using proofs::Result;
using proofs::Status;

const fs::path folder = data_folder("proofs");
const fs::path kept = kept_folder() / "proofs";
const fs::path results_file = kept / "results.json";

struct ProveOptions
{
  std::vector<std::string> propositions;
  std::vector<std::string> methods;
  std::string json;
  bool list = false;
  bool steps = false;
};

/// A proof to be run.
struct Task
{
  const Proposition* proposition;
  Method method;
};

std::vector<Task> tasks_of(const std::vector<Proposition>& propositions,
                           const std::vector<std::string>& methods)
{
  std::vector<Task> tasks;
  for (const Method method : proofs::methods)
    for (const Proposition& proposition : propositions) {
      const bool wanted = methods.empty() || std::ranges::count(methods, name(method)) > 0;
      if (wanted && std::ranges::count(proposition.proofs, method) > 0)
        tasks.push_back({&proposition, method});
    }
  // Coq's proofs take longest.
  std::ranges::reverse(tasks);
  return tasks;
}

Result skipped(const Task& task, const std::string& missing)
{
  return {.proposition = task.proposition->name,
          .method = task.method,
          .status = Status::skipped,
          .why = missing + " is not installed",
          .fingerprint = proofs::fingerprint(task.proposition->folder, task.method)};
}

/// The proofs that coqchk does not accept have failed.
void check_again(const proofs::Coq& coq, const std::vector<Task>& tasks,
                 std::vector<Result>& results)
{
  std::vector<Proposition> compiled;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (tasks[i].method == Method::formal && results[i].status == Status::proven)
      compiled.push_back(*tasks[i].proposition);
  const std::string complaint = compiled.empty() ? "" : coq.check_again(compiled);
  if (complaint.empty())
    return;
  for (Result& result : results)
    if (result.method == Method::formal && result.status == Status::proven) {
      result.status = Status::failed;
      result.why = complaint;
    }
}

std::vector<Result> run(const std::vector<Task>& tasks)
{
  const bool formal = std::ranges::count(tasks, Method::formal, &Task::method) > 0;
  const std::string missing = formal ? proofs::Coq::missing() : "";
  std::optional<proofs::Coq> coq;
  tools::Progress progress;
  if (formal && missing.empty()) {
    progress.show(0, "Coq's library");
    coq.emplace(folder, kept / "coq");
  }
  std::vector<Result> results(tasks.size());
  std::mutex one_at_a_time;
  std::size_t done = 0;
  parallel_for(tasks.size(), [&](std::size_t i) {
    const Task& task = tasks[i];
    if (task.method != Method::formal)
      results[i] = proofs::run_computation(*task.proposition, task.method, programs_folder());
    else
      results[i] = coq ? coq->prove(*task.proposition) : skipped(task, missing);
    const std::lock_guard lock(one_at_a_time);
    ++done;
    progress.show(static_cast<double>(done) / static_cast<double>(tasks.size() + 1),
                  task.proposition->name);
  });
  if (coq)
    check_again(*coq, tasks, results);
  return results;
}

std::string sign(Status status)
{
  switch (status) {
  case Status::proven:
    return "✓";
  case Status::failed:
    return "✗";
  default:
    return "–";
  }
}

std::string cell(const std::vector<Result>& results, const Proposition& proposition, Method method)
{
  for (const Result& result : results)
    if (result.proposition == proposition.name && result.method == method)
      return fmt::format("{} {}", sign(result.status), name(result.status));
  return "";
}

/// "none" or the axioms' short names; empty where no formal proof was checked.
std::string axioms_cell(const std::vector<Result>& results, const Proposition& proposition)
{
  for (const Result& result : results) {
    if (result.proposition != proposition.name || result.method != Method::formal ||
        result.status == Status::skipped)
      continue;
    std::vector<std::string> labels;
    for (const std::string& axiom : result.axioms) {
      const proofs::Axiom* known = proofs::find_axiom(axiom);
      labels.emplace_back(known ? known->label : axiom);
    }
    return labels.empty() ? "none" : fmt::format("{}", fmt::join(labels, ", "));
  }
  return "";
}

void print_results(const std::vector<Proposition>& propositions, const std::vector<Result>& results)
{
  std::vector<Column> columns{{"proposition", {}, Align::left}};
  for (const Method method : proofs::methods)
    columns.push_back({std::string(name(method)), {}, Align::left});
  columns.push_back({"axioms used", {}, Align::left});
  for (const Proposition& proposition : propositions) {
    columns[0].cells.push_back(proposition.name);
    for (std::size_t i = 0; i < proofs::methods.size(); ++i)
      columns[i + 1].cells.push_back(cell(results, proposition, proofs::methods[i]));
    columns.back().cells.push_back(axioms_cell(results, proposition));
  }
  print_table(columns);
}

/// The meanings of the axioms' short names.
void print_axioms(const std::vector<Result>& results)
{
  std::set<std::string> used;
  for (const Result& result : results)
    used.insert(result.axioms.begin(), result.axioms.end());
  std::cout << (used.empty() ? "" : "\n");
  for (const proofs::Axiom& axiom : proofs::allowed_axioms())
    if (used.contains(std::string(axiom.coq)))
      std::cout << fmt::format("{}: {} ({} of {})\n", axiom.label, axiom.says, axiom.coq,
                               axiom.library);
}

/// Prints what each proof shows, part by part.
void print_steps(const std::vector<Proposition>& propositions, const std::vector<Result>& results)
{
  const std::size_t width = evidence::typography_of_stdout().width;
  const auto indented = [&](const std::string& text, std::string margin) {
    const std::size_t indent = display_width(margin);
    for (const std::string& line : wrap(text, static_cast<double>(width - indent))) {
      std::cout << margin << line << '\n';
      margin.assign(indent, ' ');
    }
  };
  for (const Proposition& proposition : propositions) {
    std::cout << fmt::format("\n{}: {} ({})\n", proposition.name, proposition.title,
                             proposition.source);
    for (const Result& result : results) {
      if (result.proposition != proposition.name)
        continue;
      std::cout << fmt::format("  {}: {}, {:.1f} s\n", name(result.method), name(result.status),
                               result.seconds);
      for (const proofs::Part& part : result.parts) {
        indented(part.statement, part.shown ? "    ✓ " : "    ✗ ");
        indented((result.method == Method::formal ? "axioms: " : "") + part.seen, "        ");
      }
    }
  }
}

void print_failures(const std::vector<Result>& results)
{
  std::cout.flush();
  for (const Result& result : results)
    if (result.status == Status::failed)
      std::cerr << fmt::format("epreuve: {} is not proven ({}): {}\n", result.proposition,
                               name(result.method), result.why);
}

void print_summary(const std::vector<Result>& results, double seconds)
{
  std::cout << '\n';
  const auto with = [&](Status status) {
    return std::ranges::count(results, status, &Result::status);
  };
  const auto first = std::ranges::find(results, Status::skipped, &Result::status);
  if (first != results.end())
    std::cout << fmt::format("{} skipped: {}; {}\n", with(Status::skipped), first->why,
                             installed() ? "what they need are the packages that epreuve suggests"
                                         : "./epreuve install prove installs what they need");
  std::cout << fmt::format("{}: {} proven, {} failed, {} skipped; {:.0f} s\n",
                           counted(results.size(), "proof"), with(Status::proven),
                           with(Status::failed), with(Status::skipped), seconds);
}

int list(const std::vector<Proposition>& propositions)
{
  std::vector<Column> columns{{"proposition", {}, Align::left},
                              {"chapter", {}, Align::left},
                              {"proofs", {}, Align::left},
                              {"title", {}, Align::left}};
  for (const Proposition& proposition : propositions) {
    std::vector<std::string_view> methods;
    for (const Method method : proposition.proofs)
      methods.push_back(name(method));
    columns[0].cells.push_back(proposition.name);
    columns[1].cells.push_back(proposition.chapter);
    columns[2].cells.push_back(fmt::format("{}", fmt::join(methods, ", ")));
    columns[3].cells.push_back(proposition.title);
  }
  print_table(columns);
  return 0;
}

/// What the proofs show, without how long they took.
nlohmann::json without_times(const proofs::Results& results)
{
  nlohmann::json shown = to_json(results);
  for (nlohmann::json& proof : shown.at("proofs"))
    proof.erase("seconds");
  return shown;
}

int prove(const ProveOptions& options)
{
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Proposition> propositions =
      select(proofs::all_propositions(folder), options.propositions);
  if (options.list)
    return list(propositions);
  require_json(options.json);
  const std::vector<Task> tasks = tasks_of(propositions, options.methods);
  if (tasks.empty())
    throw Error("there is no such proof: none of these propositions has one that is {}",
                fmt::join(options.methods, " or "));
  fs::create_directories(kept);
  // One command at a time compiles in Coq's folder and changes the results.
  const tools::Turn turn(kept / "lock", command() + " prove");
  const std::vector<Result> results = run(tasks);

  proofs::Results all(folder), now(folder);
  const proofs::Results before = proofs::Results::read(results_file);
  for (const Result& result : before.all())
    all.put(result);
  for (const Result& result : results) {
    all.put(result);
    now.put(result);
  }
  // A chapter whose record is older than the results runs again, so what was proven once more leaves them alone.
  if (without_times(all) != without_times(before))
    write_file(results_file, to_json(all).dump(2) + "\n");
  write_json(options.json, to_json(now).dump(2));

  if (!is_standard_output(options.json)) {
    print_results(propositions, results);
    print_axioms(results);
    if (options.steps)
      print_steps(propositions, results);
    print_summary(results,
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    print_failures(results);
  }
  return std::ranges::count(results, Status::failed, &Result::status) > 0 ? 1 : 0;
}

} // namespace

} // namespace epreuve::tools

int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  epreuve::Command app{"Proofs"};
  int status = 0;
  epreuve::Command command =
      app.add_subcommand("prove", "Prove the propositions behind the chapters");
  const auto options = std::make_shared<ProveOptions>();
  command.add_option("PROPOSITION", options->propositions,
                     "Propositions, as 04-kronecker, kronecker or 04; all if none is named");
  command
      .add_option("--method", options->methods,
                  "Only proofs of this kind: exact, enclosure or formal; again for another")
      .allow_extra_args(false)
      .one_of({"exact", "enclosure", "formal"});
  command.add_flag("--list", options->list, "List the propositions and prove nothing");
  command.add_flag("--steps", options->steps, "Show each proof, step by step");
  command.add_option("--json", options->json, "Write the results to FILE, - for standard output")
      .type_name("FILE");
  command.footer("Formal proofs need Coq; without it they are skipped: ./epreuve install prove\n"
                 "Example: ./epreuve prove kronecker --steps\n"
                 "Exit status: 0 all proven or skipped, 1 some proof failed, 2 bad usage.");
  command.callback([options, &status] { status = prove(*options); });
  return run_command_line(app, status, argc, argv);
}
