#include "epreuve/proofs/result.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <exception>

namespace epreuve::proofs {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::array statuses{Status::proven, Status::failed, Status::skipped, Status::stale,
                              Status::not_run};

/// The value of an enumeration that has this name.
template <typename Values>
auto named(const Values& values, const std::string& word)
{
  for (const auto value : values)
    if (name(value) == word)
      return value;
  throw Error("\"{}\" is not expected there", word);
}

Result read_result(const json& entry)
{
  Result result;
  result.proposition = entry.at("proposition");
  result.method = named(methods, entry.at("method"));
  result.status = named(statuses, entry.at("status"));
  result.why = entry.value("why", "");
  for (const json& part : entry.at("parts"))
    result.parts.push_back({part.at("statement"), part.at("shown"), part.at("seen")});
  result.axioms = entry.at("axioms").get<std::vector<std::string>>();
  result.seconds = entry.at("seconds");
  result.fingerprint = entry.at("fingerprint");
  return result;
}

json to_json(const Result& result)
{
  json parts = json::array();
  for (const Part& part : result.parts)
    parts.push_back({{"statement", part.statement}, {"shown", part.shown}, {"seen", part.seen}});
  json entry{{"proposition", result.proposition}, {"method", name(result.method)},
             {"status", name(result.status)},     {"parts", parts},
             {"axioms", result.axioms},           {"seconds", result.seconds},
             {"fingerprint", result.fingerprint}};
  if (!result.why.empty())
    entry["why"] = result.why;
  return entry;
}

} // namespace

std::string_view name(Status status)
{
  switch (status) {
  case Status::proven:
    return "proven";
  case Status::failed:
    return "failed";
  case Status::skipped:
    return "skipped";
  case Status::stale:
    return "stale";
  case Status::not_run:
    return "not run";
  }
  return "";
}

std::string fingerprint(const fs::path& folder, Method method)
{
  std::vector<fs::path> files{folder / file_of(method)};
  if (method == Method::formal && fs::exists(folder / assumptions_file))
    files.push_back(folder / assumptions_file);
  const fs::path library = folder.parent_path() / "library";
  if (fs::is_directory(library))
    for (const auto& entry : fs::directory_iterator(library)) {
      const fs::path kind = entry.path().extension();
      const bool for_coq = kind == ".v" || kind == ".mlg" || kind == ".ml";
      if (for_coq == (method == Method::formal))
        files.push_back(entry.path());
    }
  std::ranges::sort(files);
  Sha256 hash;
  for (const fs::path& file : files) {
    hash.add_text(file.filename().string());
    hash.add_text(read_text(file));
  }
  return std::move(hash).hex();
}

Results Results::read(const fs::path& file)
{
  if (!fs::exists(file))
    return Results({});
  try {
    const json document = read_json(file);
    Results results(document.at("folder").get<std::string>());
    for (const json& entry : document.at("proofs"))
      results.put(read_result(entry));
    return results;
  } catch (const std::exception& e) {
    throw Error("{} was not written by ./epreuve prove ({}); remove it and run that again",
                file.string(), e.what());
  }
}

void Results::put(Result result)
{
  const auto same = std::ranges::find_if(results_, [&](const Result& old) {
    return old.proposition == result.proposition && old.method == result.method;
  });
  if (same == results_.end())
    results_.push_back(std::move(result));
  else if (result.status != Status::skipped || same->fingerprint != result.fingerprint)
    *same = std::move(result);
}

Status Results::status(const std::string& proposition, Method method) const
{
  for (const Result& result : results_) {
    if (result.proposition != proposition || result.method != method)
      continue;
    const fs::path folder = proofs_ / proposition;
    const bool changed =
        fs::exists(folder / file_of(method)) && fingerprint(folder, method) != result.fingerprint;
    return changed ? Status::stale : result.status;
  }
  return Status::not_run;
}

json to_json(const Results& results)
{
  json proofs = json::array();
  for (const Result& result : results.all())
    proofs.push_back(to_json(result));
  return {{"format", "epreuve-proofs"},
          {"version", 1},
          {"folder", results.proofs().string()},
          {"proofs", proofs}};
}

} // namespace epreuve::proofs
