#pragma once

#include <string_view>

namespace epreuve {

/// What the build knows about a chapter's folder; generated along with its program.
struct ChapterAbout
{
  std::string_view name;         ///< of the folder: "01-softmax"
  std::string_view title;        ///< the first heading of chapter.cpp
  std::string_view claims_jsonl; ///< the folder's claims.jsonl
  std::string_view source_path;  ///< "chapters/01-softmax/chapter.cpp"
  /// The propositions that the chapter cites, one proof per line, a formal one with its theorems:
  /// "01-minimum-norm exact", "01-minimum-norm formal gram_invertible least_norm"
  std::string_view propositions = {};
  /// The items that sections with a requirement would show, one per line: "helix figure shift",
  /// "helix claim exo7-6.5-position-in-embedding"; read from their text.
  std::string_view promises = {};
};

const ChapterAbout& about_this_chapter();

} // namespace epreuve
