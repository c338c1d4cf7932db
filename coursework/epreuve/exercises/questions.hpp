#pragma once

#include "epreuve/exercise.hpp"
#include "epreuve/exercises/example.hpp"
#include "epreuve/exercises/grade.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// A question to a student about their own code, which the teacher asks. Texts of one line or several; students' words
/// are in them as they are, so a page or a report shows them by `excerpt`.
struct Question
{
  std::string of;     ///< "01-softmax/log_sum_exp"
  std::string text;   ///< "Could these lines be exchanged? Why, or why not?"
  std::string code{}; ///< the lines that it is about, with their numbers; may be empty
  std::string answer; ///< what the checks and the code say of it
};

/// What questions on one chapter are made from.
struct Asked
{
  std::string chapter; ///< "01-softmax"
  std::vector<Exercise> exercises;
  std::vector<ExamplesOf> examples; ///< of its exercises
};

/// Three questions, fewer if there is little code: about the order of two lines or what one is for, about an input that
/// the checks name, and about a clause of a statement; about an answer that is wrong, why. On different exercises where
/// there are enough. The same code has the same questions; they are chosen by its hash, so other code has others. No
/// solution is read, only statements, named inputs and right results.
/// @param source  what was handed in for the chapter
std::vector<Question> questions_on(const Asked& asked, const std::string& source,
                                   const std::vector<Result>& results);

/// What somebody is asked: three of the questions on their chapters, in turn.
std::vector<Question> some_of(const std::vector<std::vector<Question>>& of_chapters);

/// A page for the teacher with the questions of everybody, each with its answer, which opens. Well-formed XML.
struct QuestionsFor
{
  std::string name;
  std::vector<Question> questions;
};
std::string questions_page(const std::vector<QuestionsFor>& all);

} // namespace epreuve::exercises
