// The main function of a worker: a program of judged code that answers the judge's calls. It is
// compiled for each chapter, with that chapter's exercises.hpp, and linked with the file that is judged; it contains
// nothing of the library.

#include "functions.hpp"
#include "sanitizers.hpp"
#include "serve.hpp"

// EPREUVE_EACH(m, a, b, c) is m(a) m(b) m(c), for up to 256 of them.
#define EPREUVE_PARENTHESES ()
#define EPREUVE_EXPAND(...) EPREUVE_EXPAND1(EPREUVE_EXPAND1(EPREUVE_EXPAND1(__VA_ARGS__)))
#define EPREUVE_EXPAND1(...) EPREUVE_EXPAND2(EPREUVE_EXPAND2(EPREUVE_EXPAND2(__VA_ARGS__)))
#define EPREUVE_EXPAND2(...) EPREUVE_EXPAND3(EPREUVE_EXPAND3(EPREUVE_EXPAND3(__VA_ARGS__)))
#define EPREUVE_EXPAND3(...) __VA_ARGS__
#define EPREUVE_EACH(macro, ...) __VA_OPT__(EPREUVE_EXPAND(EPREUVE_EACH_ONE(macro, __VA_ARGS__)))
#define EPREUVE_EACH_ONE(macro, first, ...)                                                        \
  macro(first) __VA_OPT__(EPREUVE_EACH_AGAIN EPREUVE_PARENTHESES(macro, __VA_ARGS__))
#define EPREUVE_EACH_AGAIN() EPREUVE_EACH_ONE

// Weak: a function that judged code does not define is null, and the others still link.
#define EPREUVE_WEAK(name) [[gnu::weak]] decltype(name) name;
#define EPREUVE_ENTRY(name) epreuve::exercises::entry(#name, &name),

#undef EXERCISES
#define EXERCISES(...)                                                                             \
  EPREUVE_EACH(EPREUVE_WEAK, __VA_ARGS__)                                                          \
  inline std::vector<epreuve::exercises::Entry> every_function()                                   \
  {                                                                                                \
    return {EPREUVE_EACH(EPREUVE_ENTRY, __VA_ARGS__)};                                             \
  }

#include "exercises.hpp"

int main()
{
  return epreuve::exercises::serve(exercise::every_function());
}
