#pragma once

#include "functions.hpp"
#include "serve.hpp"

#include <string_view>

/// The program of a chapter's mistakes, each in a namespace of its own, together with the solutions that they call
/// (coursework/Mistakes.cmake writes it). The judge calls a mistake by its name, "mistakes.cpp:120", `mistakes` to list
/// them, and "solution of softmax".
namespace epreuve::exercises {

struct Mistake
{
  std::string exercise, diagnosis;
  Entry function; ///< under the mistake's name
};

inline std::vector<Mistake> all_mistakes;

/// The mistakes of an exercise: their names, and what to tell a student who makes the same mistake.
inline std::vector<std::pair<std::string, std::string>> mistakes(const std::string& exercise)
{
  std::vector<std::pair<std::string, std::string>> found;
  for (const Mistake& mistake : all_mistakes)
    if (mistake.exercise == exercise)
      found.emplace_back(mistake.function.name, mistake.diagnosis);
  return found;
}

/// @param solutions  under their names
/// @param alone      the name of one mistake, if it is to answer calls of its exercise as a student's file would; empty
///                   for all, and the solutions
inline int serve_mistakes(std::vector<Mistake> all, const std::vector<Entry>& solutions,
                          std::string_view alone)
{
  all_mistakes = std::move(all);
  std::vector<Entry> functions;
  if (alone.empty()) {
    functions = solutions;
    functions.push_back(entry("mistakes", &mistakes));
  }
  for (const Mistake& mistake : all_mistakes) {
    const auto& [name, function, adapter] = mistake.function;
    if (alone.empty())
      functions.push_back(mistake.function);
    else if (alone == name)
      functions.push_back({mistake.exercise.c_str(), function, adapter});
  }
  return serve(functions);
}

} // namespace epreuve::exercises
