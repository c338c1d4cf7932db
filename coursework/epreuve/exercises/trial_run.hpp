#pragma once

#include "epreuve/exercises/judging.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// Makes sure that files can be judged here, before any is: compiles a file without exercises like all others, and
/// judges it in a worker of its own, in the sandbox if there is to be one. The worker itself has to answer, so nobody
/// gets 0 points because a compiler or sandbox does not start.
/// @param catalogue  of the chapter
/// @throws Error saying what does not work and, if known, what to do
void prove_that_it_judges(const Compiler& compiler, const Chapter& chapter,
                          const std::vector<About>& catalogue, bool sandboxed);

/// Why memory errors cannot be looked for here: a file without exercises does not compile with the sanitizers, or
/// its program does not start. Empty if they can. A submission's failure would not prove that about the machine.
std::string sanitizers_obstacle(const Compiler& compiler, const std::string& chapter,
                                bool sandboxed);

} // namespace epreuve::exercises
