#pragma once

#include "weaver/literate.hpp"
#include "weaver/problem.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// What the page of a chapter needs beside the chapter.
struct Surroundings
{
  std::vector<std::filesystem::path>
      figures; ///< folders with NAME.svg; the first that has it counts
  std::map<std::string, std::string> propositions; ///< their titles, by their folders' names
};

/// A chapter's page without its frame.
struct Woven
{
  std::string html;
  std::vector<Section> sections;
  std::vector<std::string> headings; ///< of each section its text as HTML, mathematics as MathML
  std::vector<Problem> problems;     ///< their lines ascend
};

/// A chapter's program, and below the code of each paragraph what the record says it gave. What is wrong
/// with the one or the other is a Problem, and the page shows what it can.
/// @param record  a chapter of docs/record.schema.json
/// @throws Error if the record is of another form, or pandoc is missing or fails
Woven weave(std::string_view source, const nlohmann::json& record,
            const Surroundings& surroundings);

} // namespace epreuve::book
