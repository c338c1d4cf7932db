#pragma once

#include "epreuve/exercises/grade.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

// Reports of a grade. All of them give the same points. What students wrote (names, output,
// errors of the compiler) becomes text and nothing else: no markup, no formula, no command, no mark that
// hides or turns text (`visible`).

/// A table of all submissions, one per row: submission, points, most points, the points of every
/// exercise ("01-softmax/softmax"), problem. An exercise that a submission was not graded on has an
/// empty cell. UTF-8 with a byte order mark, without which spreadsheets take it for another encoding.
///
/// A cell that would begin with = + - @, also in their wide forms, begins with ' instead: a
/// spreadsheet shows it and computes nothing. So does a name of which it would make a number or a date, and show
/// something else: 007, 1e5, 3-4.
///
/// Source: RFC 4180, section 2; CWE-1236, "Improper Neutralization of Formula Elements in a CSV
/// File".
std::string grades_csv(const std::vector<Grade>& grades);

/// A page for the student, in one file, without scripts: points, exercises, feedback for what is
/// wrong.
std::string feedback_page(const Grade& grade);

/// A page for the teacher: for each exercise how many passed, were wrong, did not start or were not
/// judged, and who; the commonest mistakes and problems; all submissions with their points, each a
/// link to feedback/NAME.html (`file_name`). Well-formed XML, read without scripts. Its size is bounded: long lists are
/// cut, with the number of their entries.
/// @param title  of the course; may be empty
std::string class_page(const std::vector<Grade>& grades, const std::string& title);

/// results.json of an autograder, one test per exercise. Every text is declared as plain text: the text above the tests
/// would otherwise be read as HTML.
///
/// Source: "Autograder Specifications" (gradescope-autograders.readthedocs.io/en/latest/specs),
/// Output format, Test case status, Output String Formatting.
std::string gradescope_json(const Grade& grade);

} // namespace epreuve::exercises
