#pragma once

#include <string_view>

namespace epreuve {

/// What the build knows of a chapter's folder; generated beside its program.
struct ChapterAbout
{
  std::string_view name;         ///< of the folder: "01-softmax"
  std::string_view title;        ///< the first heading of chapter.cpp
  std::string_view claims_jsonl; ///< the folder's claims.jsonl
  std::string_view source_path;  ///< "chapters/01-softmax/chapter.cpp"
  /// All propositions, one proof a line: "01-minimum-norm exact"
  std::string_view propositions = {};
};

const ChapterAbout& about_this_chapter();

} // namespace epreuve
