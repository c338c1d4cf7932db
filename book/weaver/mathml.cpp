#include "weaver/mathml.hpp"

#include "weaver/cache.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::book {

using nlohmann::json;

static const std::filesystem::path temml = EPREUVE_TEMML;

bool temml_is_there()
{
  return std::filesystem::exists(temml / "package.json");
}

std::string stamp_of_converter(const std::filesystem::path& script,
                               const std::filesystem::path& package)
{
  const std::filesystem::path description = package / "package.json";
  const std::string node = stamp_of("node");
  return node.empty() || !exists(script) || !exists(description)
             ? ""
             : node + " " + fingerprint_of({}, {script, description});
}

std::string stamp_of_converter()
{
  return stamp_of_converter(EPREUVE_CONVERT, temml);
}

std::vector<Mathml> to_mathml(const std::vector<Latex>& formulas)
{
  if (formulas.empty())
    return {};
  const std::filesystem::path node = find_program("node");
  if (node.empty())
    throw Error("node is missing, which turns the chapters' mathematics into MathML: it is in the "
                "package \"nodejs\" of Debian and Ubuntu (./epreuve install book)");
  if (!temml_is_there())
    throw Error("Temml is missing, which turns the chapters' mathematics into MathML; with npm, "
                "./epreuve book installs it");
  const TemporaryFolder folder;
  json typed = json::array();
  for (const Latex& formula : formulas)
    typed.push_back({{"latex", printable(formula.latex)}, {"display", formula.display}});
  write_file(folder / "formulas.json", typed.dump());
  const Ended ended =
      run_command({node.string(), EPREUVE_CONVERT, temml.string(),
                   (folder / "formulas.json").string(), (folder / "results.json").string()},
                  {});
  if (ended.status != 0 || ended.timed_out)
    throw Error("node failed with status {}: {}", ended.status, printable(ended.output));
  std::vector<Mathml> converted;
  for (const json& result : read_json(folder / "results.json"))
    converted.push_back({result.value("mathml", ""), result.value("error", ""),
                         result.value("at", std::size_t{0})});
  return converted;
}

} // namespace epreuve::book
