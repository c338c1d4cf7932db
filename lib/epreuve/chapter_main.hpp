#pragma once

#include "epreuve/about.hpp"

namespace epreuve {

/// The main function of a chapter's program: reads the command line, runs the registered sections,
/// prints the report. Exit status 0: all as declared; 1: some not; 2: bad usage or a step that could not be done.
int chapter_main(const ChapterAbout& about, int argc, char** argv);

} // namespace epreuve
