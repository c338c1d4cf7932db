#include "epreuve/fetching/download.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string seconds(std::chrono::duration<double> time)
{
  return fmt::format("{}", time.count());
}

std::uint64_t size_of(const fs::path& file)
{
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  return missing ? 0 : size;
}

// --- one request ----------------------------------------------------------------------------

/// The exit statuses of curl that have sentences of their own (EXIT CODES in its manual).
enum Exit
{
  succeeded = 0,
  refused_by_server = 22,
  not_written = 23,
  range_refused = 33,
  certificate_refused = 60,
  certificates_unreadable = 77
};

/// Those after which another request may succeed: no answer to a name, no connection, a part of the file, an error of
/// TLS or HTTP/2 on the way, a time-out, no answer, sending or receiving failed.
constexpr std::array passing{5, 6, 7, 16, 18, 28, 35, 52, 55, 56, 92};

constexpr long ok = 200, partial_content = 206, request_timeout = 408, range_not_satisfiable = 416,
               too_many_requests = 429, server_error = 500;

struct Answer
{
  int exit = 0;
  long status = 0;      ///< HTTP's; 0 if there was no answer, or for a copy
  long retry_after = 0; ///< seconds
  std::uint64_t total =
      0; ///< of the whole file, where Content-Range says it: "bytes 100-199/200", "bytes */200"
  std::string message; ///< curl's, if it failed
};

/// @throws Error if curl is not installed
std::vector<std::string> curl(const std::string& url, const fs::path& file,
                              const DownloadOptions& options)
{
  const std::string program = find_program("curl");
  if (program.empty())
    throw Error("curl is not installed; ./epreuve install run installs it");
  return {program,
          "--disable", // reads no .curlrc
          "--silent", "--globoff", "--fail", "--location", "--max-redirs", "10", "--proto",
          url.starts_with("file:") ? "=file" : "=http,https", "--proto-redir",
          url.starts_with("https:") ? "=https" : "=http,https", "--connect-timeout",
          seconds(options.connecting), "--speed-limit", "1", "--speed-time",
          seconds(options.stalled), "--write-out",
          "%{http_code}\n%header{retry-after}\n%header{content-range}\n%{errormsg}\n",
          // Not --retry, which throws away the bytes that came.
          "--continue-at", "-", "--output", file.string(), "--url", url};
}

Answer run(const std::vector<std::string>& command, const std::function<void()>& report)
{
  const pid_t parent = ::getpid();
  const auto [child, output] = start_command(command, [parent] {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) // it had ended before
      ::_exit(127);
    std::signal(SIGXFSZ, SIG_IGN); // a file beyond a limit is an error like a full disk
  });
  std::string said;
  for (bool open = true; open;) {
    pollfd event{output.get(), POLLIN, 0};
    if (::poll(&event, 1, 100) > 0) {
      std::array<char, 4096> buffer;
      const auto count = ::read(output.get(), buffer.data(), buffer.size());
      open = count > 0 || (count < 0 && errno == EINTR);
      said.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    report();
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }

  Answer answer;
  answer.exit = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  std::istringstream lines(said);
  std::string http, pause, range;
  for (std::string* line : {&http, &pause, &range, &answer.message})
    std::getline(lines, *line);
  answer.status = std::strtol(http.c_str(), nullptr, 10);
  answer.retry_after = std::max(std::strtol(pause.c_str(), nullptr, 10), 0L);
  if (const std::size_t slash = range.find('/'); slash != std::string::npos)
    answer.total = std::strtoull(range.c_str() + slash + 1, nullptr, 10);
  answer.message = printable(answer.message);
  return answer;
}

/// Why a request brought less than everything and is to be repeated.
struct Setback
{
  std::string why;
  milliseconds pause{0}; ///< that the server asks for
};

/// After an answer without the file. @throws Error if no repetition would help
Setback after_refusal(const std::string& url, const Answer& answer, const DownloadOptions& options)
{
  const long code = answer.status;
  const bool busy = code == request_timeout || code == too_many_requests || code >= server_error;
  if (!busy)
    throw Error("{}: the server answers {}{}; is the address right?", url, code,
                code == 404   ? ", not found"
                : code == 401 ? ", log in first"
                : code == 403 ? ", forbidden"
                              : "");
  const std::chrono::seconds pause(answer.retry_after);
  if (pause > options.longest_pause)
    throw Error("{}: the server answers {} and asks to come back in {} s; run this again then", url,
                code, answer.retry_after);
  return {fmt::format("the server answers {}", code), pause};
}

/// @throws Error if no repetition would help
Setback after_failure(const std::string& url, const fs::path& file, const Answer& answer)
{
  if (std::ranges::find(passing, answer.exit) != passing.end())
    return {answer.message};
  switch (answer.exit) {
  case not_written:
    throw Error(
        "cannot write {}: is the disk full? make room and run this again, it continues from "
        "there; or name another folder",
        file.string());
  case certificate_refused:
  case certificates_unreadable:
    throw Error("{}: {}; Debian's package ca-certificates has the certificates that identify a "
                "server",
                url, answer.message);
  default:
    if (answer.message.empty())
      throw Error("{}: curl ended with status {}; run this again", url, answer.exit);
    throw Error("{}: {}; is the address right?", url, answer.message);
  }
}

/// Asks for the missing part of the file, or for all of it if the server cannot continue.
/// @return nothing if the file is complete now. @throws Error if no repetition would help
std::optional<Setback> request(const std::string& url, const fs::path& file,
                               const DownloadOptions& options)
{
  const std::uint64_t before = size_of(file);
  const Answer answer = run(curl(url, file, options), [&] {
    if (options.progress)
      options.progress(size_of(file));
  });
  if (before > 0 &&
      (answer.status == ok || (answer.status == partial_content && answer.exit == range_refused))) {
    fs::remove(file);
    return request(url, file, options);
  }
  if (answer.exit != succeeded && answer.exit != refused_by_server && answer.exit != range_refused)
    return after_failure(url, file, answer);
  const std::uint64_t size = size_of(file);
  // The last: an earlier run got everything and was stopped before it could record that.
  const bool came = answer.status == 0 || answer.status == ok || answer.status == partial_content ||
                    (answer.status == range_not_satisfiable && before > 0);
  if (!came) {
    if (size > before)
      fs::resize_file(file, before); // without the text of an answer such as 300
    return after_refusal(url, answer, options);
  }
  if (answer.total > 0 && size > answer.total) {
    fs::remove(file);
    return Setback{"the file on the server is shorter than the part that is here"};
  }
  return size < answer.total ? std::optional(Setback{"the server did not send everything"})
                             : std::nullopt;
}

// --- as many requests as it takes -----------------------------------------------------------

/// @return whether one was enough
bool get_all(const std::string& url, const fs::path& file, const DownloadOptions& options)
{
  std::uint64_t most = size_of(file);
  bool in_one_piece = most == 0;
  int futile = 0;
  while (const std::optional<Setback> setback = request(url, file, options)) {
    // A server that ignores ranges sends the old bytes every time: only new ones count.
    const std::uint64_t size = size_of(file);
    futile = size > most ? 0 : futile + 1;
    most = std::max(most, size);
    in_one_piece = most == 0;
    if (futile > options.retries)
      throw Error("{}: {}, also after {} retries; check the network and run this again{}", url,
                  setback->why, options.retries,
                  size == 0 ? ""
                            : fmt::format(", it continues after {:.1f} MB",
                                          static_cast<double>(size) / 1e6));
    const milliseconds pause =
        std::max(options.pause * (1 << std::max(futile - 1, 0)), setback->pause);
    if (options.note)
      options.note(fmt::format("{}: {}; trying again in {} s", url, setback->why, seconds(pause)));
    std::this_thread::sleep_for(pause);
  }
  return in_one_piece;
}

} // namespace

bool download(const std::string& url, const fs::path& file, const DownloadOptions& options)
{
  require_writable(file);
  if (fs::exists(file) && !fs::is_regular_file(file))
    throw Error("cannot write {}: it is not a file; remove what is in its way", file.string());
  try {
    return get_all(url, file, options);
  } catch (const Error&) {
    if (size_of(file) == 0)
      fs::remove(file);
    throw;
  }
}

} // namespace epreuve
