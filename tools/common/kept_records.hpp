#pragma once

#include "common/chapters.hpp"

#include "epreuve/evidence/record.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// The record of a chapter's last run, of this build or of an installation's user, with which `claims` answers at once.
struct KeptRecord
{
  evidence::Record record;
  std::filesystem::file_time_type of; ///< when it was written
};

/// A record is kept with the size and the date of everything that decides what a run finds: the chapter's program, the
/// results of the proofs, and the circumstances (common/circumstances.hpp). If one of them is another now, the record is
/// not used.
std::optional<KeptRecord> kept_record(const Program& chapter);

/// What a run depends on, as it is now, before the run; and then the record is kept with it. Without one, none is kept.
std::string circumstances_of(const Program& chapter);
void keep(const Program& chapter, const std::string& circumstances,
          const std::optional<evidence::Record>& record);

/// run_chapters that keeps the records. Not for runs with a seed of the user's.
void run_and_keep(const std::vector<Program>& chapters, const std::vector<std::string>& arguments,
                  const std::function<void(const Program&)>& before,
                  const std::function<void(const Program&, const Outcome&)>& after);

} // namespace epreuve::tools
