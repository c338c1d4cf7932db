#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::logs {

/// A model of two layers, 48 coordinates and a token per word, in the course of one training: mean KL(law of the next word
/// || model) in nats, over the first words of 100 sentences and over the later ones.
struct TwinsMark
{
  /// "pretraining", "fine-tuning", "new words anew", "from nothing", "with English"
  std::string training;
  unsigned step;
  double english_first, english_later, french_first, french_later;
};

/// Chapter 21: a model learns English, then French.
struct TwinsLog
{
  std::vector<TwinsMark> marks;
  /// Length of the mean of the unit vectors of French words that English lacks: 1 if all point one way.
  double alike_before, alike_after_english;

  /// @throws Error if there is no such mark
  const TwinsMark& at(std::string_view training, unsigned step) const;
};

/// @throws Error naming the file if it is not such a log
TwinsLog read_twins(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const TwinsLog& twins();

/// The file's text.
std::string text_of(const TwinsLog& log);

} // namespace epreuve::logs
