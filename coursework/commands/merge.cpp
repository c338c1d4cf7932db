#include "commands/course.hpp"
#include "commands/grade.hpp"
#include "commands/grades_folder.hpp"
#include "commands/grading_summary.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/submission.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::About;
using exercises::Catalogue;
using exercises::Disclosure;
using exercises::Grade;
using exercises::Result;

/// The output of one run.
struct Part
{
  std::string name; ///< as it was given
  HeldFolder results;
  std::optional<std::uint64_t> seed;
};

Part open_part(const fs::path& folder)
{
  try {
    HeldFolder whole(folder);
    return {folder.string(), HeldFolder(whole, "results"), kept_seed(folder)};
  } catch (const Error& error) {
    throw Error("{} is not a folder that grade has written, or holds no results: it {}",
                folder.string(), error.what());
  }
}

/// The exercises of the project, with the points of the course.
Catalogue catalogue_of(const fs::path& programs)
{
  Catalogue catalogue;
  for (const exercises::Chapter& chapter : exercises::chapters(programs))
    for (const About& about : exercises::abouts_of(chapter.name))
      catalogue[chapter.name].push_back(course().with_points(chapter.name, about));
  return catalogue;
}

/// Replaces the exercises' descriptions in a part by the project's own.
/// @throws Error if they are different exercises
void take_exercises(Grade::OfChapter& chapter, const Catalogue& catalogue, Disclosure kept)
{
  const auto known = catalogue.find(chapter.chapter);
  if (known == catalogue.end())
    throw Error("there is no chapter {} with exercises here", chapter.chapter);
  const std::vector<About>& abouts = known->second;
  if (!std::ranges::equal(
          chapter.results, abouts, {}, [](const Result& result) { return result.about.name; },
          &About::name))
    throw Error("its exercises of {} are not those of this project; grade that part again",
                chapter.chapter);
  for (std::size_t i = 0; i < abouts.size(); ++i) {
    Result& result = chapter.results[i];
    result.about = abouts[i];
    result.earned = std::min(result.earned, result.about.points);
    result.feedback = disclosed(std::move(result.feedback), kept);
  }
}

Grade read_from(const Part& part, const std::string& file, const Catalogue& catalogue,
                Disclosure kept)
{
  try {
    Grade grade = exercises::shortened(read_grade(part.results, file));
    std::erase_if(grade.chapters, [](const Grade::OfChapter& chapter) {
      return !course().counts(chapter.chapter);
    });
    for (Grade::OfChapter& chapter : grade.chapters)
      take_exercises(chapter, catalogue, kept);
    return grade;
  } catch (const Error& error) {
    throw Error("{}, {} is damaged: {}; grade that part again", part.name, in_quotes(file),
                error.what());
  }
}

/// If nothing of a submission was judged, the reason is given for each of its chapters.
void move_problem_to_chapters(Grade& grade)
{
  for (Grade::OfChapter& chapter : grade.chapters)
    if (chapter.problem.empty())
      chapter.problem = grade.problem;
  grade.problem.clear();
}

/// Joins the grades that two parts have of one submission.
Grade joined(Grade one, Grade other)
{
  if (to_json(one) == to_json(other))
    return one;
  if (one.problem != other.problem) {
    move_problem_to_chapters(one);
    move_problem_to_chapters(other);
  }
  if (one.not_taken.empty())
    one.not_taken = other.not_taken;
  for (Grade::OfChapter& chapter : other.chapters) {
    const auto same = std::ranges::find(one.chapters, chapter.chapter, &Grade::OfChapter::chapter);
    if (same == one.chapters.end()) {
      one.chapters.push_back(std::move(chapter));
      continue;
    }
    // Machines may have copies of the file, made later.
    if (chapter.changed)
      same->changed = std::min(same->changed.value_or(*chapter.changed), *chapter.changed);
    chapter.changed = same->changed;
    if (to_json(Grade{"", "", {*same}}) != to_json(Grade{"", "", {chapter}}))
      throw Error("{} was graded twice in {}, differently; grade it again", visible(one.submission),
                  chapter.chapter);
  }
  std::ranges::sort(one.chapters, {}, &Grade::OfChapter::chapter);
  return one;
}

Grade joined_from(const std::vector<const Part*>& parts, const std::string& file,
                  const Catalogue& catalogue, Disclosure kept)
{
  Grade grade = read_from(*parts.front(), file, catalogue, kept);
  for (std::size_t i = 1; i < parts.size(); ++i)
    grade = joined(std::move(grade), read_from(*parts[i], file, catalogue, kept));
  return grade;
}

/// The seed of all parts; nothing, and a message, if they have different ones.
std::optional<std::uint64_t> common_seed(const std::vector<Part>& parts)
{
  std::set<std::optional<std::uint64_t>> seeds;
  for (const Part& part : parts)
    seeds.insert(part.seed);
  if (seeds.size() == 1)
    return *seeds.begin();
  std::cout << fmt::format("the parts have {} different seeds: not everybody was judged on the "
                           "same random inputs; --seed gives all parts the same seed\n",
                           seeds.size());
  return {};
}

} // namespace

int merge_grades(const GradeOptions& options, const fs::path& programs)
{
  std::vector<Part> parts;
  const Disclosure kept = kept_by(options);
  roster(); // a wrong one is reported before anything is written
  for (const std::string& folder : options.folders)
    parts.push_back(open_part(folder));
  std::map<std::string, std::vector<const Part*>> files;
  for (const Part& part : parts)
    for (const std::string& file : grade_files(part.results))
      files[file].push_back(&part);
  // All are read before anything is written, but they are not all kept in memory at once: their texts may be long.
  const Catalogue catalogue = catalogue_of(programs);
  std::vector<std::string> submissions;
  for (const auto& [file, in] : files)
    submissions.push_back(joined_from(in, file, catalogue, kept).submission);
  GradesFolder out(options.out);
  out.lock(false);
  out.expect(submissions);
  const std::optional<std::uint64_t> seed = common_seed(parts);
  std::vector<Row> rows;
  for (const auto& [file, in] : files) {
    Grade grade = joined_from(in, file, catalogue, kept);
    grade.stem = out.stem_of(grade.submission);
    out.keep(grade);
    out.report(grade);
    rows.push_back(row_of(grade));
  }
  out.keep_seed(seed);
  return finish(out, std::move(rows), {}, seed, 0);
}

} // namespace epreuve::tools
