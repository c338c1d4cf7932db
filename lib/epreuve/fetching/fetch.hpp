#pragma once

#include "epreuve/fetching/download.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/published.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// What distinguishes one model's files from all others.
struct Expected
{
  Config config;
  std::string vocab_sha256, merges_sha256;  ///< of vocab.json and merges.txt
  std::span<const PublishedTensor> tensors; ///< the checkpoint may have others, such as masks
  /// Of config.json, vocab.json, merges.txt and model.safetensors: what a fetch needs room for and compares its progress
  /// with. Other sizes are no mistake.
  std::array<std::uint64_t, 4> bytes;
};

/// GPT-2 Small as it was published.
Expected published_files();

struct FetchOptions
{
  /// A folder, or the http or https address below which the files are.
  std::string from = "https://huggingface.co/openai-community/gpt2/resolve/main";
  std::filesystem::path to;
  DownloadOptions download; ///< its progress is not used
  /// How many bytes are there, and of how many; 0 if it is another file than the expected one.
  std::function<void(const std::string& file, std::uint64_t done, std::uint64_t total)> progress;
};

struct FetchedFile
{
  std::string name;
  std::uint64_t bytes = 0;
  bool fetched = false; ///< false if it was there already
};

/// Gets config.json, vocab.json, merges.txt and model.safetensors into a folder.
///
/// Files that are there already are checked first, and fetched again only if they are not as expected. A file arrives
/// as `<file>.part` next to its place; if this run is interrupted, the next one continues it. All of them are checked,
/// every tensor of the checkpoint by its SHA-256, before the first is moved into place, the checkpoint last: if
/// model.safetensors is there, the whole model is. A file that came in pieces and is wrong is fetched once more, whole:
/// it may have changed on the server in between.
///
/// @throws Error naming the file or address, what is wrong and what to do: as download(); a file
///         or tensors that are not the expected ones, which are removed; a folder that lacks a
///         file; too little room on the disk; a second fetch to the folder at the same time
std::vector<FetchedFile> fetch(const FetchOptions& options,
                               const Expected& expected = published_files());

} // namespace epreuve::gpt2
