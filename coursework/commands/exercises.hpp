#pragma once

#include "epreuve/exercises/judging.hpp"
#include "epreuve/folder_name.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// A chapter's exercises as the student has them, and their judge.
struct Workbook
{
  exercises::Chapter chapter;
  std::filesystem::path folder;
  std::vector<exercises::Exercise> exercises; ///< with the points of the course, 0 if left out

  std::filesystem::path file() const { return folder / "exercises.cpp"; }
  /// Those that are not left out of the course.
  std::vector<exercises::About> counted() const;
  std::string short_name() const { return without_number(chapter.name); } ///< "softmax"
};

/// The exercises selected from a chapter.
struct Selection
{
  Workbook workbook;
  std::vector<exercises::About> exercises; ///< in the chapter's order
  bool is_whole = true;                    ///< the whole chapter, not some of its exercises
};

/// Where this program and the judges are.
std::filesystem::path programs_folder();

/// The chapters that have exercises here, in reading order.
/// @throws Error if there are none
std::vector<Workbook> all_workbooks();

/// The chapters of the project that are named, in reading order; those that count in the course if none is.
/// @throws Error for an unknown name, with the nearest known one
std::vector<exercises::Chapter> chapters_of_course(const std::vector<std::string>& names);

/// The exercises that the words CHAPTER or CHAPTER/EXERCISE name, chapter by chapter in the order of the words; all if
/// there are no words.
/// @throws Error for an unknown name, with the nearest known one
std::vector<Selection> select_exercises(const std::vector<std::string>& words);

/// The one exercise that a word names. @throws Error if it names a whole chapter
Selection select_exercise(const std::string& word);

/// "softmax/log_sum_exp": what the commands take.
std::string argument_for(const Workbook& workbook, const std::string& exercise);

/// A path for a reader: relative to the current folder, if it lies inside.
std::string shown(const std::filesystem::path& path);

/// Compiles and judges what was selected. A file in which nothing is written is not compiled.
/// @param each  called as results come
/// @param told  called before the first of them, if there will be any
/// @param seed  of the random inputs
/// @throws Error if the file is missing or is not text, or if a part of the project itself fails
exercises::Judged judge(const Selection& selection,
                        const std::function<void(const exercises::Result&)>& each = {},
                        const std::function<void(const exercises::Diagnostics&)>& told = {},
                        std::uint64_t seed = exercises::JudgeOptions().seed);

/// Writes the student's file of a chapter, as it is handed out, unless something has its name.
/// @return whether it was written
/// @throws Error if it cannot be written
bool write_if_missing(const Workbook& workbook);

/// Whether every exercise of a chapter is as it was handed out.
bool is_untouched(const Workbook& workbook);

/// The exercises of a chapter as they are handed out: by name, in order.
std::vector<std::pair<std::string, std::string>> stubs(const Workbook& workbook);

/// A chapter's whole file as it is handed out.
std::string as_handed_out(const Workbook& workbook);

} // namespace epreuve::tools
