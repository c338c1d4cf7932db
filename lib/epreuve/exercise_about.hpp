#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// An exercise's description of itself.
struct About
{
  std::string name;    ///< of its function: "log_sum_exp"
  std::string title;   ///< "Log-sum-exp without overflow"
  std::string section; ///< where it comes from: "exo7 2.1"
  int points = 0;
  int stars = 0;                  ///< difficulty, 1 to 5
  std::vector<std::string> hints; ///< at least 3, from a nudge to nearly all
};

/// The descriptions of a chapter's exercises, in their order. It is read from the text of
/// checks.cpp, from the calls course.exercise<...>("name", ...).title("...").points(2) and so on, whose arguments are
/// literals, so neither the book nor `hint` waits for a judge to be compiled.
std::vector<About> abouts_in(std::string_view checks);

} // namespace epreuve::exercises
