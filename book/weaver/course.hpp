#pragma once

#include "weaver/literate.hpp"
#include "weaver/problem.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// The chapters that the course is to have, in reading order; "softmax" is number 1. docs/design.md has the
/// same list.
const std::vector<std::string_view>& planned_chapters();

/// The course as it is.
struct Course
{
  std::map<int, std::string> pages; ///< "12-attention-scaling.html", by the chapter's number

  bool is_planned(int number) const;
};

/// Wrong statements about chapters in prose: "chapter 30", "sixteen chapters" of a course that has eight.
/// @param number  of the chapter that contains the prose
std::vector<Problem> wrong_references(const Piece& prose, const Course& course, int number);

/// Makes "chapter 5" a link in blocks of pandoc's tree; if that chapter is not written yet, adds that it is planned.
void link_references(nlohmann::json& blocks, const Course& course);

} // namespace epreuve::book
