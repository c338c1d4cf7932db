#pragma once

#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/grade.hpp"

namespace epreuve::exercises {

/// A grade as its student may see it: without what the course does not disclose of a wrong answer. A report for students
/// is written from this type, which is made from a grade and a course's rule and in no other way, so none can say more;
/// what a teacher sees is written from the grade.
class StudentsView
{
public:
  StudentsView(Grade grade, Disclosure what);

  const Grade& operator*() const { return grade_; }
  const Grade* operator->() const { return &grade_; }

private:
  Grade grade_;
};

} // namespace epreuve::exercises
