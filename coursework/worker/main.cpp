// The main function of a worker: a program of judged code that answers the judge's calls. It is
// compiled for each chapter, with what declare-exercises writes of its exercises.hpp, and linked with the file that is judged; it contains
// nothing of the library.

#include "functions.hpp"
#include "sanitizers.hpp"
#include "serve.hpp"

#include "exercises.hpp"

// Weak: a function that judged code does not define is null, and the others still link.
#define EPREUVE_WEAK(name) [[gnu::weak]] decltype(name) name;
#define EPREUVE_ENTRY(name) epreuve::exercises::entry(#name, &exercise::name),

namespace exercise {
EPREUVE_EXERCISES(EPREUVE_WEAK)
} // namespace exercise

int main()
{
  return epreuve::exercises::serve({EPREUVE_EXERCISES(EPREUVE_ENTRY)});
}
