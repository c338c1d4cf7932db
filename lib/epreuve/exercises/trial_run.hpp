#pragma once

#include "epreuve/exercises/judging.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// Shows that files can be judged here, before any is: compiles a file without exercises, as all
/// others will be, and judges it in a worker of its own, in the sandbox if there is to be one. What
/// answers is the worker, so that neither a compiler nor a sandbox that does not start gives
/// anybody 0 points.
/// @param catalogue  of the chapter
/// @throws Error saying what does not work, and what to do if that is known
void prove_that_it_judges(const Compiler& compiler, const Chapter& chapter,
                          const std::vector<About>& catalogue, bool sandboxed);

/// Why memory errors cannot be looked for here: a file without exercises does not compile with the sanitizers, or
/// its program does not start. Empty if they can. No submission tells that of the machine.
std::string sanitizers_obstacle(const Compiler& compiler, const std::string& chapter,
                                bool sandboxed);

} // namespace epreuve::exercises
