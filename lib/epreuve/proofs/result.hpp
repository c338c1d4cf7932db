#pragma once

#include "epreuve/proofs/proposition.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::proofs {

enum class Status
{
  proven,
  failed,
  skipped, ///< something that it needs is not installed
  stale,   ///< the proof has changed since it was run
  not_run
};

/// "proven", "failed", "skipped", "stale", "not run".
std::string_view name(Status status);

/// A part of a proof: what an exact proof or an enclosure shows in one step; a theorem of Coq.
struct Part
{
  std::string statement; ///< in words; or the theorem's name
  bool shown = false;
  std::string seen; ///< what was found; or the axioms that the theorem uses
};

/// The outcome of running a proof.
struct Result
{
  std::string proposition{}; ///< "01-minimum-norm"
  Method method = Method::exact;
  Status status = Status::not_run;
  std::string why{}; ///< the reason why it failed or was skipped
  std::vector<Part> parts{};
  std::vector<std::string>
      axioms{}; ///< of all theorems, by Coq's names, sorted; none for computations
  double seconds = 0;
  std::string fingerprint{}; ///< of the files that the proof consists of
};

/// A hash of the files of which a proof consists: its own, and the shared library's files in its language.
/// @throws Error if one cannot be read
std::string fingerprint(const std::filesystem::path& folder, Method method);

/// The results of all proofs that were run, as the build keeps them in a file.
class Results
{
public:
  /// @param proofs  the folder of the propositions
  explicit Results(std::filesystem::path proofs) : proofs_(std::move(proofs)) {}

  /// The results in a file; none if there is no such file. @throws Error if it does not have the form of to_json
  static Results read(const std::filesystem::path& file);

  /// A proof's result replaces the earlier one; a skipped one only if the files have changed.
  void put(Result result);

  /// A proof's status; stale if its files still exist and have changed since it was run.
  Status status(const std::string& proposition, Method method) const;

  const std::vector<Result>& all() const { return results_; }
  const std::filesystem::path& proofs() const { return proofs_; }

private:
  std::filesystem::path proofs_;
  std::vector<Result> results_;
};

/// {"format": "epreuve-proofs", "version": 1, "folder": ..., "proofs": [...]}.
nlohmann::json to_json(const Results& results);

} // namespace epreuve::proofs
