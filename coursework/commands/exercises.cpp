#include "commands/exercises.hpp"
#include "commands/course.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/trial_run.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::About;
using exercises::Chapter;
using exercises::Exercise;

fs::path chapters_folder()
{
  const char* elsewhere = std::getenv("EPREUVE_CHAPTERS");
  return elsewhere && *elsewhere ? elsewhere : EPREUVE_CHAPTERS_FOLDER;
}

/// The chapters that have exercises, whether or not the judge is compiled.
std::vector<Chapter> chapters_here()
{
  std::vector<Chapter> chapters;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(chapters_folder(), none)) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / "exercises.hpp"))
      chapters.push_back({name, exercises::judge_of(programs_folder(), name)});
  }
  if (chapters.empty())
    throw Error("no chapter in {} has exercises", chapters_folder().string());
  std::ranges::sort(chapters, {}, &Chapter::name);
  return chapters;
}

Workbook open(const Chapter& chapter)
{
  const fs::path folder = chapters_folder() / chapter.name;
  std::vector<Exercise> exercises = exercises::read_exercises(folder / "exercises.hpp");
  if (exercises.empty())
    throw Error("{} declares no exercise; restore the file", shown(folder / "exercises.hpp"));
  for (Exercise& exercise : exercises)
    exercise.points = course().with_points(chapter.name, exercise).points;
  return {chapter, folder, std::move(exercises)};
}

const About& find_exercise(const Workbook& workbook, const std::string& name)
{
  const auto found = std::ranges::find(workbook.exercises, name, &About::name);
  if (found != workbook.exercises.end())
    return *found;
  std::vector<std::string> known;
  for (const About& about : workbook.exercises)
    known.push_back(about.name);
  throw Error("{}", said("chapter {} has no exercise \"{}\"; the nearest name is \"{}\"",
                         workbook.chapter.name, name, nearest(name, known)));
}

/// The selection of a chapter, made if there is none.
Selection& selection_of(std::vector<Selection>& selections, const Chapter& chapter)
{
  for (Selection& selection : selections)
    if (selection.workbook.chapter.name == chapter.name)
      return selection;
  selections.push_back({.workbook = open(chapter), .exercises = {}, .is_whole = false});
  return selections.back();
}

/// The chapter and the exercise of "softmax/log_sum_exp". A chapter alone may be written as a shell completes its folder
/// or a file in it: "softmax/", "chapters/01-softmax", "01-softmax/exercises.cpp".
std::pair<std::string, std::string> named_by(std::string word)
{
  const std::size_t slash = word.rfind('/');
  if (slash == std::string::npos)
    return {word, ""};
  const std::string last = word.substr(slash + 1);
  const bool in_course = fs::path(word).parent_path().filename() == chapters_folder().filename();
  if (last.empty() || in_course || last.find('.') != std::string::npos)
    return {word, ""};
  return {word.substr(0, slash), last};
}

std::string without_final_newlines(std::string text)
{
  while (text.ends_with('\n') || text.ends_with('\r'))
    text.pop_back();
  return text;
}

} // namespace

fs::path programs_folder()
{
  return fs::read_symlink("/proc/self/exe").parent_path();
}

std::vector<About> Workbook::counted() const
{
  std::vector<About> counted = abouts(exercises);
  std::erase_if(counted, [](const About& about) { return about.points == 0; });
  return counted;
}

std::vector<Workbook> all_workbooks()
{
  std::vector<Workbook> workbooks;
  for (const Chapter& chapter : chapters_here())
    if (course().counts(chapter.name))
      workbooks.push_back(open(chapter));
  return workbooks;
}

std::vector<Chapter> chapters_of_course(const std::vector<std::string>& names)
{
  std::vector<Chapter> all = exercises::chapters(programs_folder());
  std::set<std::string> chosen;
  for (const std::string& name : names)
    chosen.insert(exercises::find_chapter(all, name).name);
  std::erase_if(all, [&](const Chapter& chapter) {
    return names.empty() ? !course().counts(chapter.name) : !chosen.contains(chapter.name);
  });
  return all;
}

std::vector<Selection> select_exercises(const std::vector<std::string>& words)
{
  std::vector<Selection> selections;
  if (words.empty()) {
    for (const Workbook& workbook : all_workbooks())
      selections.push_back({workbook, workbook.counted(), true});
    return selections;
  }
  const std::vector<Chapter> chapters = chapters_here();
  for (const std::string& word : words) {
    const auto [chapter, exercise] = named_by(word);
    Selection& selection = selection_of(selections, exercises::find_chapter(chapters, chapter));
    if (exercise.empty()) {
      selection.is_whole = true;
      selection.exercises = selection.workbook.counted();
      continue;
    }
    const About& named = find_exercise(selection.workbook, exercise);
    const std::vector<About> before = std::move(selection.exercises);
    selection.exercises.clear();
    for (const About& about : selection.workbook.exercises)
      if (about.name == named.name || std::ranges::count(before, about.name, &About::name) > 0)
        selection.exercises.push_back(about);
  }
  return selections;
}

Selection select_exercise(const std::string& word)
{
  const Selection selection = select_exercises({word}).front();
  if (selection.is_whole)
    throw Error("{}", said("{} is a chapter; name one of its exercises, such as {}", word,
                           argument_for(selection.workbook, selection.exercises.front().name)));
  return selection;
}

std::string argument_for(const Workbook& workbook, const std::string& exercise)
{
  return workbook.short_name() + "/" + exercise;
}

std::string shown(const fs::path& path)
{
  const fs::path near = fs::proximate(path);
  return (near.empty() || *near.begin() == ".." ? fs::absolute(path) : near).string();
}

exercises::Judged judge(const Selection& selection,
                        const std::function<void(const exercises::Result&)>& each,
                        const std::function<void(const exercises::Diagnostics&)>& told,
                        std::uint64_t seed)
{
  const Workbook& workbook = selection.workbook;
  if (!fs::exists(workbook.file()))
    throw Error("{}", said("{} is not there; ./epreuve reset {} puts it back",
                           shown(workbook.file()), workbook.short_name()));
  if (fs::is_directory(workbook.file()))
    throw Error("{} is a folder, expected a file: move it away; ./epreuve reset {} then puts the "
                "file back",
                shown(workbook.file()), workbook.short_name());
  if (const std::string flaw = exercises::why_no_source(read_text(workbook.file())); !flaw.empty())
    throw Error("{} {}; ./epreuve reset {} puts back what was handed out", shown(workbook.file()),
                flaw, workbook.short_name());
  if (is_untouched(workbook)) {
    exercises::Judged judged{.diagnostics = {.compiled = true, .line = 0, .error = ""},
                             .results = {}};
    if (told)
      told(judged.diagnostics);
    for (const About& about : selection.exercises) {
      judged.results.push_back(
          {.about = about, .status = exercises::Status::not_started, .feedback = {}});
      if (each)
        each(judged.results.back());
    }
    return judged;
  }
  const auto disclose = [](exercises::Result result) {
    result.feedback = disclosed(std::move(result.feedback), course().disclosure());
    return result;
  };
  exercises::JudgeOptions options{
      .told = told, .catalogue = abouts(workbook.exercises), .seed = seed};
  if (each)
    options.each = [&](const exercises::Result& result) { each(disclose(result)); };
  if (selection.exercises.size() < workbook.exercises.size())
    for (const About& about : selection.exercises)
      options.exercises.push_back(about.name);
  const exercises::Compiler compiler(programs_folder() / "exercises");
  exercises::Judged judged = judge_file(compiler, workbook.chapter, workbook.file(), options);
  std::ranges::transform(judged.results, judged.results.begin(), disclose);
  if (!judged.is_watched) {
    static const std::string obstacle =
        exercises::sanitizers_obstacle(compiler, workbook.chapter.name, false);
    if (!obstacle.empty())
      exercises::note_once("memory errors are not looked for: " + obstacle);
  }
  return judged;
}

bool write_if_missing(const Workbook& workbook)
{
  // Even a link that leads nowhere has the name.
  return !fs::exists(fs::symlink_status(workbook.file())) &&
         create_file(workbook.file(), as_handed_out(workbook));
}

bool is_untouched(const Workbook& workbook)
{
  if (!fs::exists(workbook.file()))
    return false;
  const exercises::Source source(read_text(workbook.file()));
  const auto handed_out = stubs(workbook);
  return std::ranges::equal(
      source.sections, handed_out, [](const exercises::Source::Section& section, const auto& stub) {
        return section.name == stub.first &&
               without_final_newlines(section.text) == without_final_newlines(stub.second);
      });
}

std::vector<std::pair<std::string, std::string>> stubs(const Workbook& workbook)
{
  std::vector<std::pair<std::string, std::string>> result;
  for (const Exercise& exercise : workbook.exercises)
    result.emplace_back(exercise.name, exercises::stub(exercise));
  return result;
}

std::string as_handed_out(const Workbook& workbook)
{
  std::string title = workbook.short_name();
  std::ranges::replace(title, '-', ' ');
  std::string text = fmt::format(
      "// Chapter {}, {}. Replace each `throw NotStarted();` by what exercises.hpp asks for;\n"
      "// ./epreuve check {} checks it.\n"
      "\n"
      "#include \"exercises.hpp\"\n",
      workbook.chapter.name.substr(0, 2), title, workbook.short_name());
  for (const auto& [name, stub] : stubs(workbook))
    text += "\n" + stub;
  return text;
}

} // namespace epreuve::tools
