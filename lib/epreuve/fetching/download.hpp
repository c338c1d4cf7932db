#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace epreuve {

/// How long a download waits, and where it reports.
struct DownloadOptions
{
  int retries = 3;                        ///< in a row that bring nothing new
  std::chrono::milliseconds pause{1000};  ///< before a retry; doubled for each in a row
  std::chrono::seconds longest_pause{60}; ///< that a server may ask for (Retry-After)
  std::chrono::milliseconds connecting{20'000};
  std::chrono::milliseconds stalled{30'000}; ///< without a byte
  /// How many bytes are there, and of how many; 0 if the server does not say.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  /// One line that says what went wrong and that the download is tried again.
  std::function<void(const std::string&)> note;
};

/// Downloads a URL to a file, and continues where an earlier download to this file stopped.
///
/// Cut connections, stalls and busy servers (408, 429, 5xx) are tried again. The server's ETag, which is kept in a
/// neighbour `<file>.etag` until the download is complete, decides whether the new bytes belong to those of the earlier
/// download; a server that ignores ranges, or has another file by now, makes it start over. The caller must check
/// whether the bytes are right.
///
/// @param url  http or https; redirects are followed, but not from https to http
/// @throws Error naming the URL, what is wrong and what to do; the bytes received so far are kept
void download(const std::string& url, const std::filesystem::path& file,
              const DownloadOptions& options = {});

/// Removes the files that a download left, complete or not.
void discard_download(const std::filesystem::path& file);

} // namespace epreuve
