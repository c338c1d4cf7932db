#include "epreuve/exercises/reading_apart.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/wire.hpp"
#include "epreuve/exercises/zip.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/unavailable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace epreuve::exercises {

namespace {

constexpr std::string_view request = "--read-submission";

/// Whether this program is under AddressSanitizer, which reserves terabytes of addresses.
#ifdef __has_feature // Clang, and GCC 14
#if __has_feature(address_sanitizer)
#define EPREUVE_RESERVES_ADDRESSES
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define EPREUVE_RESERVES_ADDRESSES
#endif
#ifdef EPREUVE_RESERVES_ADDRESSES
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

constexpr int unavailable = 3, no_memory = 4; ///< exit statuses

/// A submission as it travels: each map as a list.
using Texts = std::vector<std::pair<std::string, std::string>>;
using Travelling = std::tuple<std::string, Texts, std::vector<std::pair<std::string, std::int64_t>>,
                              Texts, std::string, std::vector<std::string>>;

std::string as_bytes(const Submission& submission)
{
  WireWriter writer;
  std::vector<std::pair<std::string, std::int64_t>> changed;
  for (const auto& [chapter, instant] : submission.changed)
    changed.emplace_back(chapter, instant.time_since_epoch().count());
  writer.put(Travelling{submission.name,
                        Texts(submission.sources.begin(), submission.sources.end()), changed,
                        Texts(submission.refused.begin(), submission.refused.end()),
                        submission.problem, submission.not_taken});
  return writer.take();
}

/// @throws WireError if the bytes are not a submission
Submission from_bytes(std::string_view bytes)
{
  Travelling travelling;
  WireReader reader(bytes);
  reader.get(travelling);
  reader.end();
  auto& [name, sources, changed, refused, problem, not_taken] = travelling;
  Submission submission{
      .name = std::move(name), .problem = std::move(problem), .not_taken = std::move(not_taken)};
  for (auto& [chapter, text] : sources)
    submission.sources[chapter] = std::move(text);
  for (const auto& [chapter, seconds] : changed)
    submission.changed[chapter] = Instant(std::chrono::seconds(seconds));
  for (auto& [chapter, reason] : refused)
    submission.refused[chapter] = std::move(reason);
  return submission;
}

/// Only the names matter for reading: each chapter's, and after it, with a hyphen that no function has, its exercises'.
std::vector<std::string> as_words(const Catalogue& catalogue)
{
  std::vector<std::string> words;
  for (const auto& [chapter, exercises] : catalogue) {
    words.push_back(chapter);
    for (const About& about : exercises)
      words.push_back("-" + about.name);
  }
  return words;
}

Catalogue from_words(std::span<char*> words)
{
  Catalogue catalogue;
  std::vector<About>* exercises = nullptr;
  for (const std::string_view word : words)
    if (!word.starts_with('-'))
      exercises = &catalogue[std::string(word)];
    else if (exercises != nullptr)
      exercises->push_back(
          {.name = std::string(word.substr(1)), .title = "", .section = "", .hints = {}});
  return catalogue;
}

CommandLimits limits_of(const ReadingLimits& limits)
{
  constexpr std::size_t most_of_names = std::size_t{64} << 20; // and reasons
  CommandLimits bounds{.seconds = limits.seconds,
                       .file_size = longest_source,
                       .output = longest_unpacked + most_of_names};
  if (!is_sanitized)
    bounds.memory = limits.memory;
  return bounds;
}

} // namespace

Submission read_submission_apart(const std::filesystem::path& reader,
                                 const std::filesystem::path& path, const Catalogue& catalogue,
                                 const ReadingLimits& limits)
{
  std::vector<std::string> command{reader.string(), std::string(request), path.string()};
  std::ranges::move(as_words(catalogue), std::back_inserter(command));
  const Ended ended = run_command(command, limits_of(limits));
  if (ended.timed_out)
    throw Error("it was not read within {:.0f} s", limits.seconds);
  if (ended.status == 0)
    try {
      return from_bytes(ended.output);
    } catch (const WireError& error) {
      throw Error("the process that read it gave no answer: {}", error.what());
    }
  if (ended.status == no_memory)
    return {.name = "",
            .problem = fmt::format("it cannot be read: that takes more than {} MB of memory",
                                   limits.memory >> 20)};
  if (ended.status == unavailable)
    throw Unavailable("{}", ended.output);
  const int signal = ended.status - 128;
  if (signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE)
    return {.name = "",
            .problem =
                fmt::format("it cannot be read: it crashes its reader ({})", ::strsignal(signal))};
  throw Error("the process that read it ended with status {}", ended.status);
}

bool is_asked_to_read(std::span<char*> words)
{
  return words.size() > 2 && words[1] == request;
}

int answer_reader(std::span<char*> words)
{
  try {
    std::cout << as_bytes(read_submission(words[2], from_words(words.subspan(3))));
    return std::cout.flush() ? 0 : 1;
  } catch (const std::bad_alloc&) {
    return no_memory;
  } catch (const Unavailable& error) {
    std::cout << error.what();
    return unavailable;
  }
}

} // namespace epreuve::exercises
