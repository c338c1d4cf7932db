#pragma once

#include "epreuve/exercise.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// A chapter with exercises and the program that judges them.
struct Chapter
{
  std::string name; ///< "01-softmax"
  std::filesystem::path judge;
};

/// Where the judge of a chapter is among the programs.
std::filesystem::path judge_of(const std::filesystem::path& programs, const std::string& chapter);

/// The project's chapters with exercises, in reading order, each with its judge among the programs, built or not. The
/// folder of the chapters says which there are: a program may be left over from a chapter that is gone.
/// @throws Error if there are none
std::vector<Chapter> chapters(const std::filesystem::path& programs);

/// The exercises.hpp that a judge was built with: bin/exercises/NN-NAME/exercises.hpp, for bin/checks-NN-NAME.
std::filesystem::path header_beside(const std::filesystem::path& judge);

/// The exercises of one of these chapters, as its exercises.hpp declares them, which waits for no judge.
std::vector<About> abouts_of(const std::string& chapter);

/// The chapter of that name, with or without its number.
/// @throws Error if there is none, with the nearest name
const Chapter& find_chapter(const std::vector<Chapter>& chapters, const std::string& name);

} // namespace epreuve::exercises
