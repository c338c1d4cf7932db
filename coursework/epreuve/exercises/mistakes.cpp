#include "epreuve/exercises/mistakes.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/plain.hpp"
#include "epreuve/exercises/wire.hpp"

#include <string_view>
#include <tuple>
#include <utility>

namespace epreuve::exercises {

namespace fs = std::filesystem;

Mistakes::Mistakes(const fs::path& program, const std::string& exercise, const Limits& limits)
    : exercise_(exercise), exists_(fs::exists(program)), worker_(trusted(program), limits)
{
  if (!exists_)
    return;
  WireWriter arguments;
  arguments.put(std::tuple(exercise));
  const Answer answer = worker_.call("mistakes", arguments.bytes());
  if (answer.outcome == Outcome::timed_out)
    return;
  if (answer.outcome != Outcome::value)
    throw Error("{} does not list the mistakes of {}; build the target \"exercises\" again",
                program.string(), exercise);
  std::vector<std::pair<std::string, std::string>> listed;
  WireReader(answer.payload).get(listed);
  for (auto& [name, diagnosis] : listed)
    known_.push_back({std::move(name), std::move(diagnosis)});
}

Answer Mistakes::answer(const Mistake& mistake, const std::string& arguments, const Answer& like)
{
  return worker_.call(mistake.name, arguments, 1 + 3 * like.seconds);
}

Answer Mistakes::solution(const std::string& arguments)
{
  if (!exists_)
    return {.outcome = Outcome::missing};
  return worker_.call("solution of " + exercise_, arguments, 0.05);
}

fs::path mistakes_beside(const fs::path& judge)
{
  constexpr std::string_view judges = "checks-";
  return judge.parent_path() / ("mistakes-" + judge.filename().string().substr(judges.size()));
}

} // namespace epreuve::exercises
