#include "epreuve/exercises/chapters.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

const fs::path project = EPREUVE_CHAPTERS_FOLDER;
constexpr std::string_view judges = "checks-";

} // namespace

fs::path judge_of(const fs::path& programs, const std::string& chapter)
{
  return programs / (std::string(judges) + chapter);
}

std::vector<Chapter> chapters(const fs::path& programs)
{
  std::vector<Chapter> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(project, none))
    if (fs::exists(entry.path() / "exercises.hpp") && fs::exists(entry.path() / "checks.cpp")) {
      const std::string name = entry.path().filename().string();
      found.push_back({name, judge_of(programs, name)});
    }
  if (found.empty())
    throw Error("no chapter in {} has exercises", project.string());
  std::ranges::sort(found, {}, &Chapter::name);
  return found;
}

fs::path header_beside(const fs::path& judge)
{
  const std::string chapter = judge.filename().string().substr(judges.size());
  return judge.parent_path() / "exercises" / chapter / "exercises.hpp";
}

std::vector<About> abouts_of(const std::string& chapter)
{
  return abouts(read_exercises(project / chapter / "exercises.hpp"));
}

const Chapter& find_chapter(const std::vector<Chapter>& chapters, const std::string& name)
{
  return find_named(chapters, name, "chapter with exercises");
}

} // namespace epreuve::exercises
