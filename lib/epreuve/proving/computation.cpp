#include "epreuve/proving/computation.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

constexpr CommandLimits limits{.seconds = 600};

/// The reason why the program's output and exit status prove nothing; empty if they do.
std::string flaw(const Ended& ended, const std::vector<Part>& parts)
{
  if (ended.timed_out)
    return fmt::format("not done after {} s", limits.seconds);
  const auto missed = std::ranges::find(parts, false, &Part::shown);
  if (missed != parts.end())
    return fmt::format("{}: {}", missed->statement, missed->seen);
  if (ended.status != 0)
    return fmt::format("it ended with status {}: {}", ended.status, ended.output);
  return parts.empty() ? "it shows nothing" : "";
}

} // namespace

Result run_computation(const Proposition& proposition, Method method,
                       const std::filesystem::path& programs)
{
  const auto program = programs / fmt::format("proof-{}-{}", proposition.name, name(method));
  if (!std::filesystem::exists(program))
    throw Error("{} is not built; build the target \"proofs\"", program.string());
  Result result{.proposition = proposition.name, .method = method};
  result.fingerprint = fingerprint(proposition.folder, method);
  const Ended ended = run_command({program.string(), "--json"}, limits);
  result.seconds = ended.seconds;
  try {
    const nlohmann::json document = parse_json(ended.output, program.string());
    for (const auto& step : document.at("steps"))
      result.parts.push_back({step.at("statement"), step.at("shown"), step.at("seen")});
  } catch (const std::exception&) {
    result.parts.clear(); // it broke off; its exit status says why
  }
  result.why = flaw(ended, result.parts);
  result.status = result.why.empty() ? Status::proven : Status::failed;
  return result;
}

} // namespace epreuve::proofs
