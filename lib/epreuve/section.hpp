#pragma once

#include "epreuve/requirement.hpp"

#include <source_location>
#include <string_view>
#include <vector>

namespace epreuve {

class Chapter;

/// A unit of a chapter: the code between the braces of SECTION(name).
struct Section
{
  std::string_view name;
  void (*body)(Chapter&) = nullptr;
  Requirement (*requirement)() = nullptr; ///< none: the section always runs
  std::source_location where{};
};

/// Adds a section to this program; SECTION calls it before main().
/// @return a value, so that it can initialise one
bool register_section(const Section& section);

/// The sections of this program in reading order (see reading_place).
/// @throws Error if two have the same name, or one is in a file that is not a page, that is neither chapter.cpp nor
/// N-name.cpp
std::vector<Section> registered_sections();

} // namespace epreuve

/// SECTION(name) { ... } is a section of the chapter; in its braces `chapter` is the Chapter.
/// SECTION(name, requirement) { ... } runs only where requirement(), a function without arguments,
/// returns one that is met. Otherwise claims without other evidence are recorded as needing what is missing, and
/// figures as undrawn.
#define SECTION(name_, ...)                                                                        \
  static void epreuve_section_##name_(epreuve::Chapter&);                                          \
  [[maybe_unused]] static const bool epreuve_section_##name_##_is_registered =                     \
      epreuve::register_section(                                                                   \
          {.name = #name_,                                                                         \
           .body = epreuve_section_##name_,                                                        \
           __VA_OPT__(.requirement = __VA_ARGS__, ).where = std::source_location::current()});     \
  static void epreuve_section_##name_([[maybe_unused]] epreuve::Chapter& chapter)
