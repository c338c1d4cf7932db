#pragma once

#include "epreuve/evidence/record.hpp"

#include "weaver/course.hpp"
#include "weaver/drawings.hpp"
#include "weaver/literate.hpp"
#include "weaver/problem.hpp"
#include "weaver/references.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// The files of a chapter that the book shows.
struct ChapterSources
{
  std::vector<SourceFile> pages;    ///< chapter.cpp, then the sections' files in their order
  std::vector<SourceFile> drawings; ///< figures.cpp, figures-*.cpp
};

/// Those in a chapter's folder. A section's file is called N-name.cpp, and numbers order them.
/// @param folder  from the project's root: "chapters/01-softmax"
ChapterSources chapter_sources(const std::filesystem::path& root, const std::string& folder);

/// "12-attention-scaling.html" of its chapter.cpp, "12-attention-scaling/1-the-variance.html" of a section.
std::string page_of(const std::string& chapter, const SourceFile& source);

/// What the pages of a chapter need besides the chapter.
struct Surroundings
{
  std::vector<std::filesystem::path>
      figures; ///< folders with NAME.svg; the first that has it counts
  std::map<std::string, std::string> propositions = {}; ///< their titles, by their folders' names
  Course course = {};
  std::map<std::string, std::string> statements = {}; ///< statement.md of the propositions, by name
  References references = {};                         ///< that prose may cite
};

/// A page of a chapter without its frame.
struct WovenPage
{
  std::string source; ///< "chapters/12-attention-scaling/1-the-variance.cpp"
  std::string file;   ///< "12-attention-scaling/1-the-variance.html"
  std::string html;
  std::vector<Heading> headings;
  std::vector<Problem> problems; ///< their lines ascend

  /// The text of its first heading; without one, the name of its file.
  std::string title() const;
};

struct Woven
{
  std::vector<WovenPage> pages;
  std::map<std::string, std::string> pages_of_claims; ///< files of the pages, by the claims' ids
};

/// A chapter's program, with the results of the record below the code that produced them. A mistake in either
/// is a Problem, and the pages show what they can.
/// @throws Error if pandoc is missing or fails
Woven weave(const ChapterSources& sources, const evidence::Record& record,
            const Surroundings& surroundings);

} // namespace epreuve::book
