#pragma once

#include "commands/exercises.hpp"

#include "epreuve/exercise_source.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace epreuve::tools {

/// The state of a chapter at the last check of --watch.
struct SeenChapter
{
  exercises::Source source{""};
  std::map<std::string, exercises::Status> statuses{};
};
using Seen = std::map<std::string, SeenChapter>; ///< by chapter

/// Which exercises of a chapter are shown in full: all that were selected; after a save, those whose sections were
/// changed, and those whose result is now another.
class View
{
public:
  /// @param seen  what --watch has seen, to which this check is added; else null
  View(const Selection& selection, Seen* seen);

  /// The warnings about what is shown.
  std::vector<exercises::Message> of(const std::vector<exercises::Message>& warnings) const;
  /// Whether a result is shown in full; else it is counted.
  bool shows(const exercises::Result& result);
  /// "the others: 4 done, 1 not started"; nothing if there are none.
  std::string others() const;

private:
  bool is_selected(const std::string& name) const;
  bool is_in_focus(const std::string& name) const;

  const Selection& selection_;
  exercises::Source source_{""};
  SeenChapter* seen_ = nullptr;
  std::optional<std::set<std::string>> changed_; ///< if only these are in focus
  std::map<exercises::Status, int> others_;
};

} // namespace epreuve::tools
