#include "common/output.hpp"
#include "common/progress.hpp"
#include "gpt2/commands.hpp"

#include "epreuve/command.hpp"
#include "epreuve/fetching/fetch.hpp"
#include "epreuve/gpt2/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct FetchOptions
{
  std::string from; ///< folder or address; empty: where the model is published
  std::string to;   ///< folder; empty: gpt2::default_folder()
  bool json = false;
};

std::string megabytes(double bytes)
{
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

/// The progress line of one file after the other, with speed and time to go.
class Meter
{
public:
  void show(const std::string& file, std::uint64_t done, std::uint64_t total)
  {
    if (file != file_) {
      file_ = file;
      start_ = Clock::now();
      start_bytes_ = done;
    }
    const std::chrono::duration<double> elapsed = Clock::now() - start_;
    const auto bytes = static_cast<double>(done), all = static_cast<double>(total);
    const double speed = (bytes - static_cast<double>(start_bytes_)) / elapsed.count();
    std::string text = file + " " + megabytes(bytes);
    if (total > 0)
      text += " of " + megabytes(all);
    if (elapsed > std::chrono::seconds(1) && speed > 0) {
      text += fmt::format(", {}/s", megabytes(speed));
      if (total > 0)
        text += fmt::format(", {:.0f} s left", (all - bytes) / speed);
    }
    line_.show(total > 0 ? bytes / all : 0, text);
  }

  void note(const std::string& text)
  {
    line_.clear();
    std::cerr << fmt::format("epreuve: {}\n", text);
  }

private:
  using Clock = std::chrono::steady_clock;

  tools::Progress line_;
  std::string file_;
  Clock::time_point start_;
  std::uint64_t start_bytes_ = 0;
};

std::vector<gpt2::FetchedFile> fetch_with_progress(gpt2::FetchOptions options,
                                                   const gpt2::Expected& expected)
{
  Meter meter;
  options.progress = [&](const std::string& file, std::uint64_t done, std::uint64_t total) {
    meter.show(file, done, total);
  };
  options.download.note = [&](const std::string& text) { meter.note(text); };
  return gpt2::fetch(options, expected);
}

void fetch(const FetchOptions& options)
{
  gpt2::FetchOptions fetch_options;
  if (!options.from.empty())
    fetch_options.from = options.from;
  fetch_options.to =
      options.to.empty() ? gpt2::default_folder() : std::filesystem::path(options.to);
  const gpt2::Expected published = gpt2::published_files();
  const std::string folder = fetch_options.to.string();
  const std::size_t tensors = published.tensors.size();
  const auto files = fetch_with_progress(fetch_options, published);
  if (options.json) {
    Json entries = Json::array();
    for (const auto& [name, bytes, fetched] : files)
      entries.push_back({{"file", name}, {"bytes", bytes}, {"fetched", fetched}});
    print({{"folder", folder}, {"tensors", tensors}, {"files", entries}});
    return;
  }
  Column names{"file", {}, Align::left}, sizes{"bytes", {}, Align::right},
      origins{"", {}, Align::left};
  for (const auto& [name, bytes, fetched] : files) {
    names.cells.push_back(name);
    sizes.cells.push_back(std::to_string(bytes));
    origins.cells.emplace_back(fetched ? "fetched" : "was there");
  }
  print_table({names, sizes, origins});
  const bool all_there = std::ranges::none_of(files, &gpt2::FetchedFile::fetched);
  std::cout << fmt::format("GPT-2 Small is {}in {}; all {} tensors are the published ones.\n",
                           all_there ? "already " : "", folder, tensors);
}

} // namespace

void add_fetch(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "fetch", "Get GPT-2 Small: its vocabulary and 548 MB of published weights");
  const auto options = std::make_shared<FetchOptions>();
  command
      .add_option("--from", options->from,
                  "A folder that has the files, or the http or https address above them; "
                  "else huggingface.co")
      .type_name("DIR|URL");
  command
      .add_option("--to", options->to,
                  "The folder to put them in; otherwise where all commands look for them")
      .type_name("DIR");
  command.add_flag("--json", options->json, "As JSON");
  command.footer("Every tensor is checked against its published SHA-256. An interrupted fetch "
                 "continues where it stopped when it is run again.\n"
                 "Example: ./epreuve gpt2 fetch --from /media/stick/gpt2");
  command.callback([options] { fetch(*options); });
}

} // namespace epreuve::tools
