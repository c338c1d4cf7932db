#include "commands/grade.hpp"

#include "commands/course.hpp"
#include "commands/ending.hpp"
#include "commands/exercises.hpp"
#include "commands/grades_folder.hpp"
#include "commands/grading_summary.hpp"
#include "commands/language.hpp"
#include "commands/teaching.hpp"

#include "common/progress.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercises/grading.hpp"
#include "epreuve/exercises/questions.hpp"
#include "epreuve/exercises/reading_apart.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <set>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::Collected;
using exercises::Grade;
using exercises::Grader;
using exercises::Submission;

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

/// Files next to the submissions that are not submissions.
void tell_strays(const std::vector<fs::path>& strays)
{
  constexpr std::size_t most = 100;
  std::vector<std::string> names;
  for (const fs::path& stray : strays)
    names.push_back(stray.filename().string());
  if (!names.empty())
    std::cout << fmt::format(
        "not graded, as they are neither folders nor .cpp nor .zip files: {}\n",
        list_names(names, most));
}

/// The submissions to be graded.
struct Named
{
  std::string name;
  fs::path path;
};

std::vector<Named> submissions_of(const Collected& all, const Shard& shard)
{
  std::vector<Named> named;
  for (std::size_t i = shard.number - 1; i < all.submissions.size(); i += shard.of)
    named.push_back({all.names[i], all.submissions[i]});
  return named;
}

void tell_other_seed(const GradeOptions& options)
{
  const std::optional<std::uint64_t> before = kept_seed(options.out);
  if (options.seed && before && *options.seed != *before)
    std::cout << fmt::format("seed {} instead of {}: all are graded again\n", *options.seed,
                             *before);
}

bool students_may_read(const GradeOptions& options)
{
  return options.for_students || is_handed_out();
}

/// The seed that was asked for, which is kept, else that of the folder.
std::uint64_t seed_for(const GradeOptions& options, const GradesFolder& out)
{
  if (!options.seed)
    return out.common_seed();
  out.keep_seed(options.seed);
  return *options.seed;
}

/// What everybody is asked about their own code.
class QuestionBook
{
public:
  explicit QuestionBook(const std::vector<exercises::Chapter>& chapters)
  {
    for (const exercises::Chapter& chapter : chapters)
      asked_.push_back({chapter.name,
                        exercises::read_exercises(exercises::header_beside(chapter.judge)),
                        exercises::examples_of(chapter)});
  }

  /// May be called from several threads.
  void ask(const Submission& submission, const Grade& grade)
  {
    std::vector<std::vector<exercises::Question>> of_chapters;
    for (const exercises::Asked& asked : asked_)
      if (const auto source = submission.sources.find(asked.chapter);
          source != submission.sources.end())
        if (const Grade::OfChapter* graded = grade.find(asked.chapter))
          of_chapters.push_back(exercises::questions_on(asked, source->second, graded->results));
    const std::string person = person_of(grade);
    const std::lock_guard lock(mutex_);
    all_[grade.submission] = {person.empty() ? grade.submission : person,
                              exercises::some_of(of_chapters)};
  }

  std::string page() const
  {
    std::vector<exercises::QuestionsFor> all;
    for (const auto& [submission, questions] : all_)
      all.push_back(questions);
    return exercises::questions_page(all);
  }

private:
  std::vector<exercises::Asked> asked_;
  std::map<std::string, exercises::QuestionsFor> all_; ///< by submission
  std::mutex mutex_;
};

/// One grading of a folder's submissions.
class Grading
{
public:
  /// @param questions  null if nobody is asked any
  Grading(const Grader& grader, const GradesFolder& out, QuestionBook* questions)
      : grader_(grader), out_(out), questions_(questions)
  {
  }

  /// Grades one submission. May be called from several threads; does not throw for problems of this submission alone.
  void grade(const Named& named)
  {
    try {
      Submission submission =
          read_submission_apart("/proc/self/exe", named.path, grader_.catalogue());
      submission.name = named.name;
      take(submission, out_.kept(named.name));
    } catch (const std::exception& error) {
      if (Ending::came())
        return;
      // It gets a row like the others, but the grade is not kept: the next run tries again.
      const std::string problem = fmt::format("could not be graded: {}", error.what());
      const Submission none{.name = named.name, .problem = problem};
      Grade grade = exercises::shortened(grader_.grade(none));
      grade.stem = out_.stem_of(named.name);
      add(grade);
      const std::lock_guard lock(mutex_);
      ++failed_;
    }
  }

  /// Adds what was graded before and is not among these submissions.
  void add_others()
  {
    for (const std::string& file : out_.files()) {
      try {
        const Grade kept = out_.read(file);
        Grade before = grader_.as_course_says(kept);
        before.stem = fs::path(file).stem().string();
        if (names_.contains(before.submission))
          continue;
        if (to_json(before) != to_json(kept))
          out_.keep(before);
        out_.report(before);
        history_.elsewhere.push_back(before.submission);
        add(before);
      } catch (const Error&) {
        // It is damaged, and of nobody who handed in anything now: treated as if it were not there.
      }
    }
  }

  /// @param names  of all submissions, those of other parts too
  int finish(std::uint64_t seed, const std::vector<std::string>& names)
  {
    history_.others = names;
    return tools::finish(out_, std::move(rows_), std::move(history_), seed, failed_);
  }

private:
  void take(const Submission& submission, const std::optional<Grade>& before)
  {
    const exercises::Graded graded = grader_.grade(submission, before);
    Grade grade = exercises::shortened(graded.grade);
    grade.stem = out_.stem_of(grade.submission);
    if (Ending::came())
      return; // its judge may have been stopped as well
    if (!before || to_json(*before) != to_json(grade))
      out_.keep(grade);
    out_.report(grade);
    if (questions_ != nullptr)
      questions_->ask(submission, graded.grade);
    add(grade);
    const std::lock_guard lock(mutex_);
    history_.kept += graded.is_from_before ? 1 : 0;
    for (const std::string& chapter : graded.replaced)
      history_.replaced[chapter].push_back(submission.name);
    for (const std::string& chapter : graded.outdated)
      history_.outdated[chapter].push_back(submission.name);
  }

  void add(const Grade& grade)
  {
    const std::lock_guard lock(mutex_);
    if (names_.insert(grade.submission).second)
      rows_.push_back(row_of(grade));
  }

  const Grader& grader_;
  const GradesFolder& out_;
  QuestionBook* questions_;
  std::mutex mutex_;
  std::set<std::string> names_;
  std::vector<Row> rows_;
  History history_;
  std::size_t failed_ = 0;
};

/// Reports among the submissions would be submissions of the next grading.
void require_outside(const fs::path& out, const fs::path& submissions)
{
  const fs::path place = fs::weakly_canonical(fs::absolute(out)),
                 above = fs::canonical(submissions);
  if (std::mismatch(above.begin(), above.end(), place.begin(), place.end()).first == above.end())
    throw Error(
        "--out {} lies in {}, where the next grading would take the reports for submissions; "
        "name a folder next to it, such as --out grades",
        out.string(), submissions.string());
}

int grade(const GradeOptions& options, const fs::path& programs)
{
  if (options.folders.size() != 1)
    throw Error("name one folder of submissions, got {}", options.folders.size());
  const Shard shard = parse_shard(options.shard);
  if (options.questions && students_may_read(options))
    throw Error("--questions has answers, for a teacher; here students may read what is written");
  if (options.unsafe)
    std::cerr << "epreuve: --unsafe: submissions run without a sandbox, as you would run them\n";
  else if (const std::string obstacle = exercises::Sandbox::obstacle(); !obstacle.empty())
    throw Error("{}; --unsafe grades without a sandbox, for submissions that you trust", obstacle);
  const Collected all = exercises::list_submissions(options.folders.front());
  require_outside(options.out, options.folders.front());
  const std::vector<Named> named = submissions_of(all, shard);
  tell_other_seed(options);
  remove_abandoned_folders();

  roster(); // a wrong one is reported before anybody is graded
  Grader grader(programs, options.chapters,
                {.sandboxed = !options.unsafe, .kept = kept_by(options)}, course());
  GradesFolder out(options.out);
  out.lock(!options.shard.empty());
  if (options.vpl)
    out.add({"vpl", ".txt", [out_of = *options.vpl](const exercises::StudentsView& view) {
               return exercises::vpl_text(view, out_of);
             }});
  if (options.classroom50)
    out.add({"classroom50", ".json", exercises::classroom50_json});
  out.expect(all.names);
  const std::uint64_t seed = seed_for(options, out);
  grader.draw_from(seed);
  tell_strays(all.strays);
  std::optional<QuestionBook> questions;
  if (options.questions)
    questions.emplace(grader.chapters());
  Grading grading(grader, out, questions ? &*questions : nullptr);
  {
    const Ending ending;
    tools::Progress progress;
    std::mutex mutex;
    std::size_t done = 0;
    parallel_for(named.size(), [&](std::size_t i) {
      if (Ending::came())
        return;
      grading.grade(named[i]);
      const std::lock_guard lock(mutex);
      ++done;
      progress.show(static_cast<double>(done) / static_cast<double>(named.size()),
                    fmt::format("grading: {} of {}", done, named.size()));
    });
    progress.clear();
  }
  grading.add_others();
  const int status = grading.finish(seed, all.names);
  if (questions) {
    replace_file(out.path() / "questions.html", questions->page());
    std::cout << (out.path() / "questions.html").string() << '\n';
  }
  return status;
}

} // namespace

exercises::Disclosure kept_by(const GradeOptions& options)
{
  return students_may_read(options) ? course().disclosure() : exercises::Disclosure::all;
}

void add_grade(Command& app, int& status)
{
  Command command = app.add_subcommand("grade", "Grade a folder of submissions in a sandbox");
  const auto options = std::make_shared<GradeOptions>();
  command
      .add_option("DIR", options->folders,
                  "A folder of submissions, each a folder or a file; with --merge, what grade "
                  "has written")
      .required();
  command.add_option("--chapter", options->chapters, "Grade this chapter; again for others")
      .allow_extra_args(false);
  command.add_option("--out", options->out, "Where grades and feedback go")
      .type_name("DIR")
      .capture_default_str();
  command.add_option("--shard", options->shard, "Grade the K-th of N parts").type_name("K/N");
  const Option seed = add_whole_number(
      command, "--seed", options->seed, {},
      "Seed of the random inputs; without it, a new one for each folder of grades");
  command.add_flag("--merge", options->merge, "Put the parts together").excludes(seed);
  command
      .add_option("--vpl", options->vpl,
                  "Also write vpl/NAME.txt for Virtual Programming Lab, with grades out of N")
      .type_name("N")
      .positive()
      .excludes("--merge");
  command.add_flag("--classroom50", options->classroom50, "Also write classroom50/NAME.json")
      .excludes("--merge");
  command.add_flag("--unsafe", options->unsafe, "Without a sandbox, for trusted submissions");
  command
      .add_flag("--questions", options->questions,
                "Also write questions.html: three questions to each student about their own code")
      .excludes("--merge");
  command.add_flag("--for-students", options->for_students,
                   "Keep no more of a wrong answer than the course discloses, where students may "
                   "read the grades; so it is in a handout");
  add_course_option(command);
  command.footer(
      "After an interruption the same command continues where it stopped; what has changed since "
      "is graded again. Grades of other\nchapters in the same folder are kept.\nExample: "
      "./epreuve grade submissions --chapter softmax --out grades\n"
      "          ./epreuve grade --merge part-1 part-2 --out grades\n"
      "Exit status: 0 all graded, 1 some submissions have problems, 2 bad usage, or nothing can be "
      "graded here.");
  add_language_option(command, "The language of new grades' feedback, which students read");
  command.callback([options, &status] {
    speak_as_named();
    const fs::path programs = programs_folder();
    status = options->merge ? merge_grades(*options, programs) : grade(*options, programs);
  });
}

} // namespace epreuve::tools
