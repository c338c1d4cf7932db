#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::logs {

/// An encoder of two blocks, 4 heads and 32 coordinates in the course of one training. Each word of 100 sentences of English
/// is hidden by itself: mean KL(exact law || model), in nats, and mean probability of words that make no sentence there.
struct MaskedMark
{
  unsigned step;
  double missing, impossible;
};

/// Two words of each of 200 sentences are hidden. In the mean: KL(exact law of a word || model); by how much ln of the
/// model's probability of both words changes with the one that is filled in first.
struct TwoHoles
{
  double missing, orders;
};

/// Chapter 21: a model learns to say hidden words, given both sides.
struct MaskedLog
{
  std::vector<MaskedMark> marks;
  TwoHoles two_holes;
};

/// @throws Error naming the file if it is not such a log
MaskedLog read_masked(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const MaskedLog& masked();

/// The file's text.
std::string text_of(const MaskedLog& log);

} // namespace epreuve::logs
