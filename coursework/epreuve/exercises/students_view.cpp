#include "epreuve/exercises/students_view.hpp"

#include <utility>

namespace epreuve::exercises {

StudentsView::StudentsView(Grade grade, Disclosure what) : grade_(std::move(grade))
{
  for (Grade::OfChapter& chapter : grade_.chapters)
    for (Result& result : chapter.results)
      result.feedback = disclosed(std::move(result.feedback), what);
}

} // namespace epreuve::exercises
