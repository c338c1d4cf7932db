#pragma once

#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/students_view.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

// Reports of a grade. All of them give the same points. Those for students are made from their view of it; the table and
// the page of all are the teacher's. What students wrote (names, output,
// errors of the compiler) becomes text and nothing else: no markup, no formula, no command, no mark that
// hides or turns text (`visible`).

/// A table of all submissions, one per row: submission, name (if a roster says any), points, most points, the points of
/// every exercise ("01-softmax/softmax"), problem. An exercise that a submission was not graded on has an
/// empty cell. UTF-8 with a byte order mark, without which spreadsheets take it for another encoding.
///
/// A cell that would begin with = + - @, also in their wide forms, begins with ' instead: a
/// spreadsheet shows it and computes nothing. So does a name of which it would make a number or a date, and show
/// something else: 007, 1e5, 3-4.
///
/// Source: RFC 4180, section 2; CWE-1236, "Improper Neutralization of Formula Elements in a CSV
/// File".
std::string grades_csv(const std::vector<Grade>& grades);

/// Somebody's grade, and the idnumber or e-mail address by which Moodle knows them.
struct ForMoodle
{
  std::string identifier;
  const StudentsView* grade;
};

/// A table to import into Moodle's gradebook: idnumber or email, grade, feedback. Grades are parts of the most points that
/// anybody was graded on, with two decimals. Feedback is never empty; it is text that Moodle reads as HTML. Identifiers are
/// as they are, 007 too: Moodle compares them.
///
/// Source: Moodle, grade/import/csv/classes/load_data.php (the user's field by idnumber or email, and a row with an
/// unknown one ends the import; numbers with the decimal mark of the language or a point), lib/csvlib.class.php (UTF-8, a
/// byte order mark is dropped), grade/import/lib.php (feedback in FORMAT_MOODLE).
std::string moodle_csv(const std::vector<ForMoodle>& rows, const MoodleRules& rules);

/// What Virtual Programming Lab, in Moodle, reads from an evaluation: lines of comments, with a title for each exercise, and
/// the grade. Every line of somebody else's text is a comment.
/// @param out_of  the best grade
///
/// Source: VPL, "How to configure the Moodle module", execution settings: `Grade :=>>`, `Comment :=>>`, titles begin with -,
/// preformatted text with >.
std::string vpl_text(const StudentsView& view, double out_of);

/// What an autograder of Classroom 50 knows of result.json: points and tests, each with its diagnosis and output; who and
/// when is added by the script (handout --classroom50).
///
/// Source: foundation50/classroom50, wiki "Advanced Autograding", the result.json contract, and
/// schemas/result-v1.schema.json: a test may have fields of its own, the whole may not.
std::string classroom50_json(const StudentsView& view);

/// A page for the student, in one file, without scripts: points, exercises, feedback for what is
/// wrong.
std::string feedback_page(const StudentsView& view);

/// A page for the teacher: all students with their points, each a link to feedback/NAME.html (`file_name`); for each
/// exercise how many passed, were wrong, did not start or were not judged, and who; the commonest mistakes and problems.
/// Well-formed XML, read without scripts. Its size is bounded: long lists are
/// cut, with the number of their entries.
/// @param title  of the course; may be empty
std::string class_page(const std::vector<Grade>& grades, const std::string& title);

/// results.json of an autograder, one test per exercise. Every text is declared as plain text: the text above the tests
/// would otherwise be read as HTML.
///
/// Source: "Autograder Specifications" (gradescope-autograders.readthedocs.io/en/latest/specs),
/// Output format, Test case status, Output String Formatting.
std::string gradescope_json(const StudentsView& view);

} // namespace epreuve::exercises
