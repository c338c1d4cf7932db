#pragma once

#include <armadillo>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

/// Included by a file of exercises, through its chapter's exercises.hpp. It is self-contained: judged code sees these
/// headers and no other of épreuve's.
namespace epreuve::exercises {

/// What an exercise throws until its body is written.
struct NotStarted
{
};

} // namespace epreuve::exercises

namespace exercise {
using epreuve::exercises::NotStarted;
}
