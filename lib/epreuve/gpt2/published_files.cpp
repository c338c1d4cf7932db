#include "epreuve/gpt2/published_files.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_model.hpp"

#include <algorithm>
#include <vector>

namespace epreuve::gpt2 {

namespace {

/// A vocabulary of the right size that cuts a sentence as GPT-2's does.
bool is_published(const Tokenizer& tokenizer)
{
  const std::vector<Token> published{6601, 32704, 795, 30132, 2985, 284};
  return tokenizer.vocabulary_size() == Config{}.N &&
         tokenizer.encode("Data visualization empowers users to") == published;
}

Requirement require(bool met, std::string_view what)
{
  return {met, met ? ""
                   : fmt::format("{} not in {}; ./epreuve gpt2 fetch gets them", what,
                                 default_folder().string())};
}

} // namespace

PublishedFiles::PublishedFiles(const std::filesystem::path& folder)
    : checkpoint_(find_checkpoint(folder))
{
  if (checkpoint_)
    tensors_ = published_names(*checkpoint_);
  if (tensors_.size() == published_tensors().size())
    model_.emplace(*checkpoint_);
  if (std::filesystem::exists(folder / "vocab.json") &&
      std::filesystem::exists(folder / "merges.txt"))
    tokenizer_.emplace(folder);
  if (tokenizer_ && !is_published(*tokenizer_))
    tokenizer_.reset();
}

const PublishedFiles& PublishedFiles::here()
{
  static const PublishedFiles files(default_folder());
  return files;
}

bool PublishedFiles::has_attention() const
{
  const auto of_attention = [](const PublishedTensor& tensor) {
    return tensor.name == "wpe.weight" || tensor.name.find(".ln_1.") != std::string_view::npos ||
           tensor.name.find(".attn.") != std::string_view::npos;
  };
  return std::ranges::all_of(published_tensors(), [&](const PublishedTensor& tensor) {
    return !of_attention(tensor) || has(tensor.name);
  });
}

const Checkpoint& PublishedFiles::checkpoint() const
{
  if (!checkpoint_)
    throw Error("there is no checkpoint of GPT-2 in {}", default_folder().string());
  return *checkpoint_;
}

const Model<double>& PublishedFiles::model() const
{
  if (!model_)
    throw Error("GPT-2's weights are not all in {}", default_folder().string());
  return *model_;
}

Requirement attention_weights()
{
  return require(PublishedFiles::here().has_attention(), "the weights of GPT-2's attention are");
}

Requirement all_weights()
{
  return require(PublishedFiles::here().has_all(), "all of GPT-2's published weights are");
}

Requirement tokenizer_files()
{
  return require(PublishedFiles::here().tokenizer().has_value(),
                 "the files of GPT-2's tokenizer are");
}

} // namespace epreuve::gpt2
