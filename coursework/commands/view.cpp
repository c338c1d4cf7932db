#include "commands/view.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace epreuve::tools {

using exercises::Result;

View::View(const Selection& selection, Seen* seen) : selection_(selection)
{
  const auto file = selection.workbook.file();
  if (is_regular_file(file))
    source_ = exercises::Source(read_text(file));
  if (!seen)
    return;
  const auto [known, is_new] = seen->try_emplace(selection.workbook.chapter.name);
  seen_ = &known->second;
  const exercises::Source before = std::exchange(seen_->source, source_);
  if (is_new || before.preamble != source_.preamble || before.text() == source_.text())
    return;
  changed_.emplace();
  for (const auto& section : source_.sections)
    if (const auto* old = before.find(section.name); !old || old->text != section.text)
      changed_->insert(section.name);
}

std::vector<exercises::Message> View::of(const std::vector<exercises::Message>& warnings) const
{
  std::vector<exercises::Message> shown;
  for (const exercises::Message& warning : warnings) {
    const auto* section = source_.at_line(warning.line);
    if (!section || (is_selected(section->name) && is_in_focus(section->name)))
      shown.push_back(warning);
  }
  return shown;
}

bool View::shows(const Result& result)
{
  bool is_another = false;
  if (seen_) {
    const auto [known, is_new] = seen_->statuses.try_emplace(result.about.name, result.status);
    is_another = std::exchange(known->second, result.status) != result.status;
  }
  if (is_in_focus(result.about.name) || is_another)
    return true;
  ++others_[result.status];
  return false;
}

std::string View::others() const
{
  std::vector<std::string> counts;
  for (const auto& [status, count] : others_)
    counts.push_back(said("{} {}", count, translated("program", name(status))));
  return counts.empty() ? "" : said("the others: {}", fmt::join(counts, ", ")) + "\n";
}

bool View::is_selected(const std::string& name) const
{
  return selection_.is_whole ||
         std::ranges::count(selection_.exercises, name, &exercises::About::name) > 0;
}

bool View::is_in_focus(const std::string& name) const
{
  return !changed_ || changed_->contains(name);
}

} // namespace epreuve::tools
