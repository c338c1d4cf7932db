#include "coursework/course.hpp"
#include "coursework/exercises.hpp"
#include "coursework/teaching.hpp"

#include "common/progress.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/grading.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <set>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::Grade;
using exercises::Submission;

struct GradeOptions
{
  std::vector<std::string> folders, chapters;
  std::string out = "grades", shard;
  bool unsafe = false, merge = false;
};

/// One of several equal parts of the work.
struct Shard
{
  std::size_t number = 1, of = 1;
};

Shard parse_shard(const std::string& text)
{
  if (text.empty())
    return {};
  static const std::regex form("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})");
  std::smatch found;
  if (!std::regex_match(text, found, form))
    throw Error("--shard {}: expected K/N, as in 3/8", text);
  const Shard shard{std::stoul(found[1]), std::stoul(found[2])};
  if (shard.number > shard.of)
    throw Error("--shard {}: there is no part {} of {}", text, shard.number, shard.of);
  return shard;
}

void check_names(const std::vector<fs::path>& paths)
{
  std::map<std::string, fs::path> by_name;
  for (const fs::path& path : paths) {
    const std::string name =
        fs::is_directory(path) ? path.filename().string() : path.stem().string();
    const auto [other, is_new] = by_name.emplace(name, path);
    if (!is_new)
      throw Error("{} and {} would be graded under one name; rename one of them",
                  other->second.string(), path.string());
  }
}

/// What a run before has found, if it still holds.
std::optional<Grade> kept(const fs::path& file)
{
  std::ifstream input(file);
  if (!input)
    return {};
  try {
    Grade grade = exercises::grade_from_json(nlohmann::json::parse(input));
    grade.submission = file.stem().string(); // also where that is no UTF-8
    return grade;
  } catch (const nlohmann::json::exception&) {
    return {}; // damaged: graded again
  }
}

/// For `kept`, and for the reports.
void write_result(const fs::path& file, const Grade& grade)
{
  write_file(file,
             to_json(grade).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

struct Reports
{
  const char* folder;
  const char* extension;
  std::string (*write)(const Grade&);
};

const std::vector<Reports> reports_each{{"feedback", ".html", exercises::feedback_page},
                                        {"junit", ".xml", exercises::junit_xml},
                                        {"gradescope", ".json", exercises::gradescope_json},
                                        {"github-classroom", ".json", exercises::classroom_json},
                                        {"exercism", ".json", exercises::exercism_json}};

/// A grade without the exercises that the course leaves out.
Grade counted(Grade grade)
{
  for (Grade::OfChapter& chapter : grade.chapters)
    std::erase_if(chapter.results,
                  [](const exercises::Result& result) { return result.about.points == 0; });
  return grade;
}

/// Every view of the grades. They are made anew each time.
void write_reports(const fs::path& out, const std::vector<Grade>& grades)
{
  write_file(out / "grades.csv", exercises::grades_csv(grades));
  write_file(out / "index.html", exercises::class_page(grades, course().title()));
  for (const Reports& reports : reports_each) {
    const fs::path folder = make_folder(out / reports.folder, "--out");
    for (const Grade& grade : grades)
      write_file(folder / (grade.submission + reports.extension), reports.write(grade));
  }
}

/// Reports what is not as it should be; returns how many submissions that concerns.
std::size_t tell_problems(const std::vector<Grade>& grades)
{
  std::size_t count = 0;
  for (const Grade& grade : grades) {
    count += grade.has_problem() ? 1 : 0;
    const auto tell = [&](const std::string& problem) {
      if (!problem.empty())
        std::cout << fmt::format("{}: {}\n", printable(grade.submission), problem);
    };
    tell(grade.problem);
    for (const Grade::OfChapter& chapter : grade.chapters)
      tell(chapter.problem.empty() ? "" : chapter.chapter + " " + chapter.problem);
  }
  return count;
}

/// The first of many names, on one line.
std::string list_names(const std::vector<std::string>& names)
{
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

/// What became of grades from before; each line only if there is something to say.
struct History
{
  std::size_t kept = 0; ///< submissions of which nothing had to be judged
  std::map<std::string, std::vector<std::string>> replaced, outdated; ///< by chapter
  std::vector<std::string> elsewhere; ///< graded before, and not among the submissions now

  void tell() const
  {
    for (const auto& [chapter, names] : replaced)
      std::cout << fmt::format(
          "{}: {} grade{} from before replaced, file or judge have changed: {}\n", chapter,
          names.size(), names.size() == 1 ? "" : "s", list_names(names));
    for (const auto& [chapter, names] : outdated)
      std::cout << fmt::format(
          "{}: {} grade{} from before dropped, the file has changed and was not "
          "graded now (--chapter {}): {}\n",
          chapter, names.size(), names.size() == 1 ? "" : "s", chapter, list_names(names));
    if (!elsewhere.empty())
      std::cout << fmt::format("kept from before, not among these submissions: {}; to drop one, "
                               "remove its file in results/\n",
                               list_names(elsewhere));
  }
};

int finish(const fs::path& out, const std::vector<Grade>& all, const History& history,
           std::size_t failed)
{
  const std::size_t kept_count = history.kept;
  std::vector<Grade> grades(all.size());
  std::ranges::transform(all, grades.begin(), counted);
  history.tell();
  write_reports(out, grades);
  const std::size_t problems = tell_problems(grades);
  double mean = 0;
  int most_points = 0;
  for (const Grade& grade : grades) {
    mean += static_cast<double>(grade.points()) / static_cast<double>(grades.size());
    most_points = std::max(most_points, grade.most_points());
  }
  std::cout << fmt::format("{} submission{} graded{}, mean {:.1f} of {} points; {} with problems\n",
                           grades.size(), grades.size() == 1 ? "" : "s",
                           kept_count > 0 ? fmt::format(", {} of them before", kept_count) : "",
                           mean, most_points, problems)
            << (out / "grades.csv").string() << '\n'
            << (out / "index.html").string() << '\n';
  if (failed > 0)
    std::cout << fmt::format("{} could not be graded; run the same command again for {}\n", failed,
                             failed == 1 ? "it" : "them");
  return problems + failed > 0 ? 1 : 0;
}

/// What lies beside the submissions and is none.
void tell_strays(const std::vector<fs::path>& strays)
{
  std::vector<std::string> names;
  for (const fs::path& stray : strays)
    names.push_back(stray.filename().string());
  if (!names.empty())
    std::cout << fmt::format(
        "not graded, as they are neither folders nor .cpp nor .zip files: {}\n", list_names(names));
}

int grade(const GradeOptions& options, const fs::path& programs)
{
  if (options.folders.size() != 1)
    throw Error("name one folder of submissions, got {}", options.folders.size());
  const Shard shard = parse_shard(options.shard);
  if (options.unsafe)
    std::cerr << "epreuve: --unsafe: submissions run without a sandbox, as you would run them\n";
  else if (const std::string obstacle = exercises::Sandbox::obstacle(); !obstacle.empty())
    throw Error("{}; --unsafe grades without a sandbox, for submissions that you trust", obstacle);
  const auto [all, strays] = exercises::list_submissions(options.folders.front());
  check_names(all);
  std::vector<fs::path> paths;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i % shard.of == shard.number - 1)
      paths.push_back(all[i]);

  const exercises::Grader grader(programs, options.chapters, {.sandboxed = !options.unsafe},
                                 course());
  const fs::path out = make_folder(options.out, "--out"),
                 results = make_folder(out / "results", "--out");
  tell_strays(strays);
  std::vector<std::optional<Grade>> grades(paths.size());
  std::size_t done = 0;
  History history;
  std::mutex mutex;
  std::vector<std::string> failures;
  std::set<std::string> names;
  tools::Progress progress;
  parallel_for(paths.size(), [&](std::size_t i) {
    try {
      const Submission submission = exercises::read_submission(paths[i], grader.catalogue());
      const fs::path file = results / (submission.name + ".json");
      {
        const std::lock_guard lock(mutex);
        names.insert(submission.name);
      }
      const std::optional<Grade> before = kept(file);
      const exercises::Graded graded = grader.grade(submission, before);
      if (!before || to_json(*before) != to_json(graded.grade))
        write_result(file, graded.grade);
      grades[i] = graded.grade;
      const std::lock_guard lock(mutex);
      history.kept += graded.is_from_before ? 1 : 0;
      for (const std::string& chapter : graded.replaced)
        history.replaced[chapter].push_back(submission.name);
      for (const std::string& chapter : graded.outdated)
        history.outdated[chapter].push_back(submission.name);
    } catch (const std::exception& error) {
      const std::lock_guard lock(mutex);
      failures.push_back(
          fmt::format("{}: {}", printable(paths[i].filename().string()), error.what()));
    }
    const std::lock_guard lock(mutex);
    ++done;
    progress.show(static_cast<double>(done) / static_cast<double>(paths.size()),
                  fmt::format("grading: {} of {}", done, paths.size()));
  });
  progress.clear();

  std::ranges::sort(failures);
  for (const std::string& failure : failures)
    std::cerr << "epreuve: " << failure << '\n';
  std::vector<Grade> finished;
  for (const auto& graded : grades)
    if (graded)
      finished.push_back(*graded);
  for (const auto& entry : fs::directory_iterator(results)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".json" || names.contains(name))
      continue;
    if (const std::optional<Grade> before = kept(entry.path())) {
      finished.push_back(grader.with_points(*before));
      history.elsewhere.push_back(name);
    }
  }
  std::ranges::sort(finished, {}, &Grade::submission);
  std::ranges::sort(history.elsewhere);
  for (auto* list : {&history.replaced, &history.outdated})
    for (auto& [chapter, submissions] : *list)
      std::ranges::sort(submissions);
  return finish(out, finished, history, failures.size());
}

/// Puts together what several runs have graded, each a part.
int merge(const GradeOptions& options)
{
  const fs::path out = make_folder(options.out, "--out"),
                 results = make_folder(out / "results", "--out");
  std::map<std::string, Grade> grades;
  for (const std::string& folder : options.folders) {
    const fs::path part = fs::path(folder) / "results";
    if (!fs::is_directory(part))
      throw Error("{} is no folder that grade has written: it holds no results", folder);
    for (const auto& entry : fs::directory_iterator(part)) {
      const auto grade = kept(entry.path());
      if (!grade)
        throw Error("{} is damaged; grade that part again", entry.path().string());
      const auto [other, is_new] = grades.emplace(grade->submission, *grade);
      if (!is_new && to_json(other->second) != to_json(*grade))
        throw Error("{} was graded twice, differently; grade it again", grade->submission);
    }
  }
  std::vector<Grade> all;
  for (const auto& [name, grade] : grades) {
    write_result(results / (name + ".json"), grade);
    all.push_back(grade);
  }
  return finish(out, all, {}, 0);
}

} // namespace

void add_grade(CLI::App& app, int& status)
{
  CLI::App* command = app.add_subcommand("grade", "Grade a folder of submissions in a sandbox");
  const auto options = std::make_shared<GradeOptions>();
  command
      ->add_option("DIR", options->folders,
                   "A folder of submissions, each a folder or a file; with --merge, what grade "
                   "has written")
      ->required();
  command->add_option("--chapter", options->chapters, "Grade this chapter; again for others")
      ->allow_extra_args(false);
  command->add_option("--out", options->out, "Where grades and feedback go")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Grade the K-th of N parts")->type_name("K/N");
  command->add_flag("--merge", options->merge, "Put the parts together");
  command->add_flag("--unsafe", options->unsafe, "Without a sandbox, for trusted submissions");
  add_course_option(*command);
  command->footer("Interrupted, it goes on where it stopped; what has changed since is graded "
                  "again. Grades of other\nchapters in the same folder are kept.\nExample: "
                  "./epreuve grade submissions --chapter softmax --out grades\n"
                  "          ./epreuve grade --merge part-1 part-2 --out grades\n"
                  "Exit status: 0 all graded, 1 some submissions have problems, 2 bad usage.");
  command->callback([options, &status] {
    const fs::path programs = programs_folder();
    status = options->merge ? merge(*options) : grade(*options, programs);
  });
}

} // namespace epreuve::tools
