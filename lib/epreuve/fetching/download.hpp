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
  std::chrono::seconds stalled{30};                  ///< without a byte
  std::function<void(std::uint64_t done)> progress;  ///< how many bytes are there
  std::function<void(const std::string& line)> note; ///< why the download is tried again
};

/// Downloads a URL to a file with the program curl, and continues where an earlier download to this file stopped.
///
/// Cut connections, stalls and busy servers (408, 429, 5xx) are tried again; where a server cannot continue, the
/// download starts over. The caller must check whether the bytes are right: a file that changed on the server between
/// two requests arrives as the beginning of one and the end of the other.
///
/// @param url  http, https, or file for a copy; redirects are followed to the first two, but not from https to http
/// @return     whether all bytes are of one request
/// @throws Error naming the URL, what is wrong and what to do; the bytes received so far are kept
bool download(const std::string& url, const std::filesystem::path& file,
              const DownloadOptions& options = {});

} // namespace epreuve
