#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/requirement.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace epreuve::gpt2 {

/// The part of the published GPT-2 Small that a folder contains. A tensor counts if its values are, to the last
/// bit, the published ones; so another model in the folder is no evidence of what GPT-2 does.
class PublishedFiles
{
public:
  /// Reads and hashes all there is. A folder that does not exist holds nothing.
  /// @throws Error for a file that cannot be read as what its name says
  explicit PublishedFiles(const std::filesystem::path& folder);

  /// Those of default_folder(), read at the first call.
  static const PublishedFiles& here();

  bool has(std::string_view tensor) const { return tensors_.contains(std::string(tensor)); }
  /// The positions and all of attention: in every layer the layer norm before it, and W_Q, W_K, W_V
  /// and W_O with their biases.
  bool has_attention() const;
  bool has_all() const { return model_.has_value(); }

  /// @throws Error if there is none
  const Checkpoint& checkpoint() const;
  /// @throws Error unless has_all()
  const Model<double>& model() const;
  /// The tokenizer, if its files are there and cut text as GPT-2's do.
  const std::optional<Tokenizer>& tokenizer() const { return tokenizer_; }

private:
  std::optional<Checkpoint> checkpoint_;
  std::set<std::string> tensors_; ///< names of the published ones
  std::optional<Model<double>> model_;
  std::optional<Tokenizer> tokenizer_;
};

/// Requirements that a section may have of PublishedFiles::here(): SECTION(helix, gpt2::attention_weights).
Requirement attention_weights();
Requirement all_weights();
Requirement tokenizer_files();

} // namespace epreuve::gpt2
