#pragma once

#include "epreuve/exercises/submission.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace epreuve::exercises {

/// What the process that reads a submission may use. An ordinary one takes a hundredth of it.
struct ReadingLimits
{
  double seconds = 60;
  std::uint64_t memory = 2ULL << 30; ///< bytes of addresses; not limited under sanitizers
};

/// read_submission in a process of its own: what a stranger's bytes do to their reader, whatever that may be, they do to
/// one submission. If memory does not suffice, or they crash it, that is the submission's problem.
/// @param reader  the program, which calls `answer_reader`
/// @throws Error if it takes too long or does not answer, which may be the machine's fault
Submission read_submission_apart(const std::filesystem::path& reader,
                                 const std::filesystem::path& path, const Catalogue& catalogue,
                                 const ReadingLimits& limits = {});

/// Whether a program was started to read a submission.
bool is_asked_to_read(std::span<char*> words);

/// Reads the submission that the words name and writes it to standard output. Returns the exit status.
int answer_reader(std::span<char*> words);

} // namespace epreuve::exercises
