#pragma once

#include "epreuve/exercises/grade.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

// What the reports of a grade have in common.

/// The first characters of a text, counted in units of UTF-16: a reader that counts code points finds at most as many.
/// @param text  UTF-8
std::string_view beginning(std::string_view text, std::size_t most);

/// A text written by somebody else, `visible`; a long one is cut, with a note that says so.
std::string excerpt(std::string_view text);

/// The same on one line.
std::string excerpt_line(std::string_view text);

/// A grade whose texts are `visible` and no longer than an excerpt, so all reports are the same and nobody's texts fill
/// the disk.
Grade shortened(Grade grade);

/// What tables of many submissions need of a grade: points, problems and diagnoses. Long texts are left out.
Grade overview(Grade grade);

/// By what wrong answers are counted: the diagnosis, else what happened instead of a result; empty if a result was
/// wrong and nobody knows why.
std::string kind_of_mistake(const Feedback& feedback);

struct Part
{
  std::string name; ///< "expected"
  std::string text; ///< an excerpt, not empty
};

/// The parts of a feedback that are not empty, in reading order.
std::vector<Part> parts(const Feedback& feedback);

/// One part below the other, each with its name.
std::string as_text(const std::vector<Part>& parts);

/// What became of an exercise: its feedback if it is wrong, else a word or the reason why it was not judged.
/// @param obstacle  of its chapter
std::string as_text(const Result& result, const std::string& obstacle);

/// Why a chapter of a grade was not judged; empty if it was.
std::string obstacle(const Grade& grade, const Grade::OfChapter& chapter);

/// What the course notes about a submission, every problem of its grade, every file that was not taken, and what could
/// not be checked, one per line.
std::string problems(const Grade& grade);

/// "01-softmax/softmax"
std::string full_name(const Grade::OfChapter& chapter, const Result& result);

int points(const Grade::OfChapter& chapter);
int most_points(const Grade::OfChapter& chapter);

/// A document as text, one value per line. Bytes that are not UTF-8 are replaced.
std::string written(const nlohmann::ordered_json& document);

} // namespace epreuve::exercises
