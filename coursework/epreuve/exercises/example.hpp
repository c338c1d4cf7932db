#pragma once

#include <string>
#include <vector>

namespace epreuve::exercises {

/// An input that a check names, as a call.
struct Example
{
  std::string name;     ///< "large logits"
  std::string call;     ///< "softmax(x = (1000, 1001))"
  std::string expected; ///< the right result; empty where several are right
};

/// Those of one exercise.
struct ExamplesOf
{
  std::string exercise;
  std::vector<Example> examples;
};

} // namespace epreuve::exercises
