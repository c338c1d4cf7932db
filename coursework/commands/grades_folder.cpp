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

#include <array>
#include <sys/random.h>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::Grade;
using nlohmann::json;

constexpr std::size_t longest_grade = std::size_t{16} << 20, longest_seed_file = 1000,
                      most_grades = 1000000;
constexpr const char* seed_file = "grading.json";
constexpr std::uint64_t largest_seed = (std::uint64_t{1} << 53) - 1; // exact in every JSON

struct Reports
{
  const char* folder;
  const char* extension;
  std::string (*write)(const Grade&);
};

constexpr std::array<Reports, 2> reports_each{
    {{"feedback", ".html", exercises::feedback_page},
     {"gradescope", ".json", exercises::gradescope_json}}};

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
        exercises::file_name(grade.submission) + ".json" != file)
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

GradesFolder::GradesFolder(const fs::path& folder) : folder_(make_folder(folder, "--out"))
{
  make_own_folder(results());
  for (const Reports& reports : reports_each)
    make_own_folder(folder_ / reports.folder);
}

std::optional<Grade> GradesFolder::kept(const std::string& submission) const
{
  const std::string file = exercises::file_name(submission) + ".json";
  if (!fs::exists(fs::symlink_status(results() / file)))
    return {};
  try {
    return read(file);
  } catch (const Unavailable&) {
    throw;
  } catch (const Error&) {
    return {}; // damaged: graded again
  }
}

void GradesFolder::keep(const Grade& grade) const
{
  replace_file(results() / (exercises::file_name(grade.submission) + ".json"),
               to_json(grade).dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

void GradesFolder::report(const Grade& grade) const
{
  const std::string name = exercises::file_name(grade.submission);
  const Grade shown = counted(grade);
  for (const Reports& reports : reports_each)
    replace_file(folder_ / reports.folder / (name + reports.extension), reports.write(shown));
}

void GradesFolder::report_all(const std::vector<Grade>& grades) const
{
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
  return grade;
}

} // namespace epreuve::tools
