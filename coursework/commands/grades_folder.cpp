#include "commands/grades_folder.hpp"

#include "commands/course.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/unavailable.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <exception>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <thread>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::Grade;
using nlohmann::json;

constexpr std::size_t longest_grade = std::size_t{16} << 20, longest_seed_file = 1000,
                      most_grades = 1000000;
constexpr const char* seed_file = "grading.json";
constexpr std::uint64_t largest_seed = (std::uint64_t{1} << 53) - 1; // exact in every JSON

std::uint64_t drawn_seed()
{
  std::uint64_t seed = 0;
  if (::getrandom(&seed, sizeof seed, 0) != sizeof seed)
    throw Error("the system has no random numbers; give a seed with --seed");
  return seed & largest_seed;
}

std::string as_kept(std::uint64_t seed)
{
  return fmt::format("{{\"seed\": {}}}\n", seed);
}

/// No deeper than what we write.
constexpr JsonBounds bounds{.deepest = 10};

fs::path make_own_folder(const fs::path& folder)
{
  if (fs::is_symlink(fs::symlink_status(folder)))
    throw Error("{} is a symbolic link; remove it, or name another folder with --out",
                folder.string());
  return make_folder(folder, "--out");
}

} // namespace

Grade read_grade(const HeldFolder& results, const std::string& file)
{
  const std::string text = results.read(file, longest_grade);
  try {
    Grade grade = exercises::grade_from_json(parse_json(text, "it", bounds));
    if (grade.submission != visible(grade.submission) ||
        grade.submission.find('\n') != std::string::npos ||
        (exercises::file_name(grade.submission) + ".json" != file &&
         exercises::file_name_with_hash(grade.submission) + ".json" != file))
      throw Error("it is the grade of {}, but the file is named after another submission",
                  in_quotes(grade.submission));
    return grade;
  } catch (const json::exception&) {
    throw Error("it was not written by grade");
  }
}

std::vector<std::string> grade_files(const HeldFolder& results)
{
  std::vector<std::string> files;
  for (const HeldFolder::Entry& entry : results.entries("", most_grades))
    if (!entry.name.starts_with('.') && fs::path(entry.name).extension() == ".json")
      files.push_back(entry.name);
  return files;
}

std::optional<std::uint64_t> kept_seed(const fs::path& folder)
{
  const fs::path path = folder / seed_file;
  if (!fs::exists(fs::symlink_status(path)))
    return {};
  try {
    const std::string text = HeldFolder(folder).read(seed_file, longest_seed_file);
    const json seed = parse_json(text, seed_file, bounds).at("seed");
    if (seed.is_number_unsigned())
      return seed.get<std::uint64_t>();
  } catch (const Unavailable&) {
    throw;
  } catch (const std::exception&) {
    // Reported below.
  }
  throw Error("{} is damaged: expected {{\"seed\": N}}; remove it, and all are graded again",
              path.string());
}

GradesFolder::GradesFolder(const fs::path& folder)
    : folder_(make_folder(folder, "--out")),
      lock_(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
  make_own_folder(results());
  add({"feedback", ".html", exercises::feedback_page});
  add({"gradescope", ".json", exercises::gradescope_json});
}

void GradesFolder::add(const Report& report)
{
  make_own_folder(folder_ / report.folder);
  reports_.push_back(report);
}

void GradesFolder::expect(const std::vector<std::string>& submissions)
{
  for (const std::string& file : files())
    names_.add(fs::path(file).stem().string());
  for (const std::string& submission : submissions)
    names_.add(exercises::file_name(submission));
}

void GradesFolder::lock(bool is_part)
{
  // For a moment, a process that a killed grading was starting may hold its lock. A file system without locks has to
  // do without.
  constexpr int tries = 60;
  for (int i = 0; ::flock(lock_.get(), (is_part ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK)
      return;
    if (i == tries)
      throw Error("another grading is writing into {}; wait for its end, or name another folder "
                  "with --out",
                  folder_.string());
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

std::optional<Grade> GradesFolder::kept(const std::string& submission) const
{
  for (const std::string& stem :
       {exercises::file_name(submission), exercises::file_name_with_hash(submission)})
    try {
      if (fs::exists(fs::symlink_status(results() / (stem + ".json"))))
        return read(stem + ".json");
    } catch (const Unavailable&) {
      throw;
    } catch (const Error&) {
      // Damaged: graded again. Or of another submission, where capitals make no difference to names.
    }
  return {};
}

void GradesFolder::keep(const Grade& grade) const
{
  const std::string stem = stem_in(grade);
  replace_file(results() / (stem + ".json"),
               to_json(grade).dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  if (const std::string before = exercises::file_name(grade.submission); before != stem)
    fs::remove(results() / (before + ".json"));
}

void GradesFolder::report(const Grade& grade) const
{
  const std::string stem = stem_in(grade), before = exercises::file_name(grade.submission);
  const exercises::StudentsView shown(counted(grade), course().disclosure());
  for (const Report& report : reports_) {
    const fs::path folder = folder_ / report.folder;
    replace_file(folder / (stem + report.extension), report.write(shown));
    if (before != stem)
      fs::remove(folder / (before + report.extension));
  }
}

void GradesFolder::report_all(const std::vector<Grade>& grades,
                              const std::vector<exercises::ForMoodle>& for_moodle) const
{
  if (course().moodle())
    replace_file(folder_ / "moodle.csv", moodle_csv(for_moodle, *course().moodle()));
  replace_file(folder_ / "grades.csv", exercises::grades_csv(grades));
  replace_file(folder_ / "index.html", exercises::class_page(grades, course().title()));
}

void GradesFolder::keep_seed(std::optional<std::uint64_t> seed) const
{
  if (seed)
    replace_file(folder_ / seed_file, as_kept(*seed));
  else
    fs::remove(folder_ / seed_file);
}

std::uint64_t GradesFolder::common_seed() const
{
  for (;;) {
    if (const auto kept = kept_seed(folder_))
      return *kept;
    const std::uint64_t drawn = drawn_seed();
    if (create_file(folder_ / seed_file, as_kept(drawn)))
      return drawn;
  }
}

Grade counted(Grade grade)
{
  for (Grade::OfChapter& chapter : grade.chapters)
    std::erase_if(chapter.results,
                  [](const exercises::Result& result) { return result.about.points == 0; });
  grade.notes = notes_on(grade);
  grade.person = person_of(grade);
  return grade;
}

} // namespace epreuve::tools
