#include "epreuve/exercises/course.hpp"
#include "epreuve/command.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/chapters.hpp"
#include "epreuve/exercises/gcc_messages.hpp"
#include "epreuve/exercises/judge_channel.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/exercises/plain.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/system/closed_process.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

struct Options
{
  bool fits = false, examples = false, inputs = false, sandbox = false, driven = false,
       mistakes = false;
  std::string worker, sanitized, said, of, language;
  int by = 0;
  std::vector<std::string> names;
  Charge charge;
};

Course::Exercises select(const Course::Exercises& all, const std::vector<std::string>& names)
{
  Course::Exercises selected;
  std::vector<std::string> known;
  for (const auto& exercise : all) {
    known.push_back(exercise->about().name);
    if (names.empty() || std::ranges::find(names, known.back()) != names.end())
      selected.push_back(exercise);
  }
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw Error("there is no exercise \"{}\"; the nearest is \"{}\"", name, nearest(name, known));
  return selected;
}

nlohmann::json examples(const Course::Exercises& exercises)
{
  nlohmann::json list = nlohmann::json::array();
  for (const auto& exercise : exercises) {
    nlohmann::json of = nlohmann::json::array();
    for (const Example& example : exercise->examples())
      of.push_back(
          {{"name", example.name}, {"call", example.call}, {"expected", example.expected}});
    list.push_back({{"exercise", exercise->about().name}, {"examples", of}});
  }
  return list;
}

/// Judges exercises one after the other, until the chapter's time is used up.
void judge(const Course::Exercises& exercises, const Options& options,
           const std::function<void(const Result&)>& tell)
{
  const fs::path mistakes = mistakes_beside(fs::read_symlink("/proc/self/exe"));
  const Sandbox sandbox;
  const Allowance chapter(options.charge.seconds);
  for (const auto& exercise : exercises) {
    if (chapter.is_over()) {
      tell({.about = exercise->about(),
            .status = Status::wrong,
            .feedback = {.reason = time_is_used_up(options.charge.seconds)}});
      continue;
    }
    const Launch launch = options.sandbox ? sandbox.launch(options.worker) : plain(options.worker);
    std::optional<Launch> sanitized;
    if (!options.sanitized.empty())
      sanitized = under_sanitizers(options.sandbox ? sandbox.launch(options.sanitized)
                                                   : plain(options.sanitized));
    tell(exercise->judge({launch, sanitized, mistakes, options.charge.seed, chapter}));
  }
}

/// A result as JSON, with bytes that are no text replaced.
std::string line_of(const nlohmann::json& value)
{
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Judges every known mistake as if a student had made it, and again without comparing it with them if mistakes are
/// described as well; each time it has a chapter's time.
void judge_mistakes(const Course::Exercises& exercises, const Charge& charge)
{
  const fs::path program = mistakes_beside(fs::read_symlink("/proc/self/exe"));
  for (const auto& exercise : exercises) {
    const Mistakes mistakes(program, exercise->about().name, {});
    for (const auto& [name, diagnosis] : mistakes.known()) {
      Launch launch = trusted(program);
      launch.command.push_back(name);
      const auto judged = [&](const fs::path& listed) {
        return exercise->judge(
            {launch, std::nullopt, listed, charge.seed, Allowance(charge.seconds)});
      };
      const Result result = judged(program);
      nlohmann::json line{{"mistake", name}, {"diagnosis", diagnosis}, {"result", to_json(result)}};
      line["on_named"] = result.on_named;
      if (result.is_outside)
        line["outside"] = true;
      if (exercise->describes_mistakes())
        if (const std::string found = judged("/no mistakes").feedback.diagnosis;
            exercise->is_described(found))
          line["described"] = found;
      std::cout << line_of(line) << std::endl;
    }
  }
}

/// The messages of compiler or linker about a file, in the words of reports. A judge may fail without harm to others,
/// so it is the process that reads output which a stranger's file may have forged.
void read_what_is_said(const Options& options, JudgeChannel& driver)
{
  const Diagnostics found =
      read_messages(static_cast<Speaker>(options.by), read_text(options.said), options.of);
  driver.answer(line_of(to_json(found)));
}

/// For the process that started the judge with --driven, or for a human reader.
void run(const Course::Exercises& selected, const Options& options,
         std::optional<JudgeChannel>& driver)
{
  if (options.examples) {
    const std::string line = line_of(examples(selected));
    driver ? driver->answer(line) : void(std::cout << line << std::endl);
    return;
  }
  if (options.inputs) {
    for (const auto& exercise : selected)
      std::cout << line_of(to_json(exercise->inputs())) << std::endl;
    return;
  }
  if (options.mistakes) {
    judge_mistakes(selected, options.charge);
    return;
  }
  judge(selected, options, [&](const Result& result) {
    if (driver) {
      driver->answer(write_verdict(result));
      return;
    }
    if (result.is_unwatched)
      note_once("memory errors are not looked for: the sanitizers do not start");
    std::cout << line_of(to_json(result)) << std::endl;
  });
}

void define_options(epreuve::Command& app, Options& options)
{
  app.add_flag("--fits", options.fits, "Only see that each exercise of exercises.hpp has a check");
  app.add_flag("--examples", options.examples, "The inputs that are tried by name");
  const Option worker = app.add_option("--worker", options.worker, "A program of judged code");
  app.add_option("--sanitized", options.sanitized, "The same code, compiled with sanitizers");
  const Option mistakes =
      app.add_flag("--mistakes", options.mistakes, "Each of the known mistakes instead");
  mistakes.excludes(worker);
  const Option inputs =
      app.add_flag("--inputs", options.inputs, "The names of each exercise's inputs instead")
          .excludes(worker)
          .excludes(mistakes);
  app.add_option("--exercise", options.names, "Only these");
  app.add_option("--lang", options.language, "The language that the student reads")
      .excludes(inputs)
      .excludes(mistakes);
  app.add_flag("--sandbox", options.sandbox, "Run it in a bubblewrap sandbox").excludes(mistakes);
  const Option seed = app.add_option("--seed", options.charge.seed, "Seed of every random draw");
  const Option said = app.add_option("--said", options.said, "Read a compiler's messages");
  app.add_option("--by", options.by, "Which program wrote them, and how").needs(said);
  app.add_option("--of", options.of, "The file that it is about").needs(said);
  app.add_flag("--driven", options.driven,
               "Take key, seed and seconds from descriptor 3, and answer there")
      .excludes(seed)
      .excludes(inputs)
      .excludes(mistakes);
}

} // namespace

std::size_t Course::place_of(std::string_view name, const Location& where)
{
  const auto found = std::ranges::find(declared_, name, &Exercise::name);
  if (found == declared_.end())
    throw Error("{}:{}: exercises.hpp declares no exercise {}", where.file_name(), where.line(),
                name);
  const auto place = static_cast<std::size_t>(found - declared_.begin());
  if (exercises_[place])
    throw Error("{}:{}: {} has a check in line {} already", where.file_name(), where.line(), name,
                checked_[place].line());
  checked_[place] = where;
  return place;
}

const Course::Exercises& Course::exercises(const fs::path& checks) const
{
  for (std::size_t i = 0; i < declared_.size(); ++i) {
    const std::string& name = declared_[i].name;
    if (!exercises_[i])
      throw Error("{}:{}: {} has no check: expected course.EXERCISE({}) in {}",
                  (checks.parent_path() / "exercises.hpp").string(), declared_[i].line, name, name,
                  checks.string());
    if (const std::string flaw = exercises_[i]->flaw(); !flaw.empty())
      throw Error("{}:{}: the check of {} is incomplete: {}", checks.string(), checked_[i].line(),
                  name, flaw);
  }
  return exercises_;
}

int judge_main(const std::function<void(Course&)>& define, int argc, char** argv,
               const std::source_location& checks)
{
  epreuve::Command app{"Judges what was written for the exercises of a chapter."};
  Options options;
  define_options(app, options);
  std::optional<JudgeChannel> driver;
  try {
    close_process(); // before there is a worker that could look in
    if (!app.parse(argc, argv))
      return 0;
    if (options.driven)
      options.charge = driver.emplace().charge();
    if (driver && !options.said.empty()) {
      read_what_is_said(options, *driver);
      return 0;
    }
    Course course(read_exercises(header_beside(fs::read_symlink("/proc/self/exe"))));
    define(course);
    const auto selected = select(course.exercises(checks.file_name()), options.names);
    if (!options.language.empty())
      speak(options.language, translations_folder());
    if (options.fits)
      return 0;
    if (!options.examples && !options.inputs && options.worker.empty() && !options.mistakes)
      throw Error("say what to judge: --worker FILE, or --mistakes");
    run(selected, options, driver);
  } catch (const std::exception& error) {
    try {
      if (driver) {
        driver->fail(error.what());
        return 2;
      }
    } catch (const Error&) { // there is no reader any more
    }
    std::cerr << fmt::format("epreuve: {}\n", error.what());
    return 2;
  }
  return 0;
}

} // namespace epreuve::exercises
