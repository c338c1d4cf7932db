#include "epreuve/fetching/download.hpp"

#include "epreuve/error.hpp"
#include "epreuve/fetching/partial_file.hpp"
#include "epreuve/system/write_file.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>

namespace epreuve {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr long ok = 200, partial_content = 206, request_timeout = 408, range_not_satisfiable = 416,
               too_many_requests = 429, server_error = 500;

std::string megabytes(std::uint64_t bytes)
{
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// --- the ETag of the part that is there --------------------------------------------------------------

fs::path etag_file(const fs::path& file)
{
  return file.string() + ".etag";
}

std::string read_etag(const fs::path& file)
{
  std::ifstream input(etag_file(file));
  std::string etag;
  std::getline(input, etag);
  return etag;
}

void keep_etag(const fs::path& file, const std::string& etag)
{
  // A weak ETag does not promise equal bytes.
  if (etag.empty() || etag.starts_with("W/"))
    fs::remove(etag_file(file));
  else
    write_file(etag_file(file), etag + "\n");
}

// --- one request ----------------------------------------------------------------------------

/// The contents of Content-Range: "bytes 100-199/200", or "bytes */200" with status 416.
struct ContentRange
{
  std::optional<std::uint64_t> first;
  std::uint64_t total = 0; ///< 0 if it is not given
};

std::optional<std::uint64_t> leading_number(std::string_view text)
{
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

ContentRange parse_content_range(std::string_view text)
{
  constexpr std::string_view unit = "bytes ";
  const std::size_t slash = text.find('/');
  if (!text.starts_with(unit) || slash == std::string_view::npos)
    return {};
  return {leading_number(text.substr(unit.size())),
          leading_number(text.substr(slash + 1)).value_or(0)};
}

/// Why a request brought less than everything and is to be repeated.
struct Setback
{
  std::string why;
  milliseconds pause{0}; ///< that the server asks for
};

/// One GET for the missing part of the file.
class Request
{
public:
  Request(const std::string& url, PartialFile& file, const DownloadOptions& options)
      : url_(url), file_(file), options_(options), asked_from_(file.size()), curl_(make_handle())
  {
  }

  /// Nothing if the file is complete now. @throws Error if no repetition would help
  std::optional<Setback> perform();

private:
  using Clock = std::chrono::steady_clock;
  using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

  static Handle make_handle();
  static std::size_t receive(char* data, std::size_t, std::size_t count, void* request);
  static int watch(void* request, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
  void configure();
  long status() const;
  std::string header(const char* name) const;
  void begin_body();
  void require_room() const;
  void start_over(std::string why);
  Setback after_error(CURLcode code);
  Setback refused() const;

  const std::string& url_;
  PartialFile& file_;
  const DownloadOptions& options_;
  std::uint64_t asked_from_;
  std::uint64_t total_ = 0;
  bool body_begun_ = false;
  std::optional<Setback> setback_; ///< that we, not libcurl, found
  Clock::time_point last_received_ = Clock::now();
  curl_off_t received_ = 0;
  std::exception_ptr failure_; ///< on its way through libcurl, which is C
  std::array<char, CURL_ERROR_SIZE> message_{};
  Handle curl_;
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_{nullptr,
                                                                       curl_slist_free_all};
};

Request::Handle Request::make_handle()
{
  [[maybe_unused]] static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  Handle handle(curl_easy_init(), curl_easy_cleanup);
  if (!handle)
    throw Error("libcurl does not start: too little memory?");
  return handle;
}

void Request::configure()
{
  CURL* curl = curl_.get();
  curl_easy_setopt(curl, CURLOPT_URL, url_.c_str());
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "epreuve");
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR,
                   url_.starts_with("https:") ? "https" : "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 10L);
  curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options_.connecting.count()));
  // Not CURLOPT_LOW_SPEED_TIME, which looks at an average over five seconds.
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Request::watch);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, message_.data());
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Request::receive);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
  if (asked_from_ == 0)
    return;
  // Not CURLOPT_RESUME_FROM, which treats an answer without ranges as an error.
  curl_easy_setopt(curl, CURLOPT_RANGE, fmt::format("{}-", asked_from_).c_str());
  if (const std::string etag = read_etag(file_.path()); !etag.empty()) {
    headers_.reset(curl_slist_append(nullptr, ("If-Range: " + etag).c_str()));
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers_.get());
  }
}

long Request::status() const
{
  long status = 0;
  curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
  return status;
}

std::string Request::header(const char* name) const
{
  constexpr int last_answer = -1; // the one after all redirects
  curl_header* found = nullptr;
  const auto code = curl_easy_header(curl_.get(), name, 0, CURLH_HEADER, last_answer, &found);
  return code == CURLHE_OK ? found->value : "";
}

void Request::start_over(std::string why)
{
  file_.clear();
  setback_ = Setback{std::move(why)};
}

void Request::require_room() const
{
  std::error_code unknown;
  const auto room = fs::space(fs::absolute(file_.path()).parent_path(), unknown).available;
  if (!unknown && total_ > file_.size() && total_ - file_.size() > room)
    throw Error("{} needs {}, and the disk of {} has {} left; make room or name another folder",
                url_, megabytes(total_ - file_.size()), file_.path().string(), megabytes(room));
}

/// Decides how the body of a 200 or 206 relates to the bytes that are there.
void Request::begin_body()
{
  body_begun_ = true;
  const std::string etag = header("ETag");
  if (status() == ok) {
    curl_off_t length = -1;
    curl_easy_getinfo(curl_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    total_ = length < 0 ? 0 : static_cast<std::uint64_t>(length);
    file_.clear();
    keep_etag(file_.path(), etag);
  } else {
    const ContentRange range = parse_content_range(header("Content-Range"));
    const std::string before = read_etag(file_.path());
    total_ = range.total;
    if (range.first != asked_from_)
      return start_over("the server sent a different range from the requested one");
    if (asked_from_ > 0 && !before.empty() && !etag.empty() && etag != before)
      return start_over("the file on the server has changed");
  }
  require_room();
}

std::size_t Request::receive(char* data, std::size_t, std::size_t count, void* request)
{
  Request& self = *static_cast<Request*>(request);
  constexpr std::size_t stop = 0;
  try {
    if (self.status() != ok && self.status() != partial_content)
      return stop;
    if (!self.body_begun_)
      self.begin_body();
    if (self.setback_)
      return stop;
    self.file_.append({data, count});
    if (self.options_.progress)
      self.options_.progress(self.file_.size(), self.total_);
    return count;
  } catch (...) {
    self.failure_ = std::current_exception();
    return stop;
  }
}

int Request::watch(void* request, curl_off_t, curl_off_t received, curl_off_t, curl_off_t)
{
  Request& self = *static_cast<Request*>(request);
  const Clock::time_point now = Clock::now();
  if (received != self.received_) {
    self.received_ = received;
    self.last_received_ = now;
  }
  constexpr int go_on = 0, stop = 1;
  if (now - self.last_received_ < self.options_.stalled)
    return go_on;
  self.setback_ = Setback{fmt::format(
      "nothing came for {} s", std::chrono::duration<double>(self.options_.stalled).count())};
  return stop;
}

std::optional<Setback> Request::perform()
{
  configure();
  const CURLcode code = curl_easy_perform(curl_.get());
  if (failure_)
    std::rethrow_exception(failure_);
  const bool good = status() == ok || status() == partial_content;
  if (code == CURLE_OK && good && !body_begun_)
    begin_body(); // of no bytes
  if (setback_)
    return setback_;
  if (status() == range_not_satisfiable && asked_from_ > 0) {
    // An earlier run got everything and was stopped before it could record that.
    if (parse_content_range(header("Content-Range")).total == asked_from_)
      return std::nullopt;
    file_.clear();
    return Setback{"the file on the server is shorter than the part that is here"};
  }
  const bool answered =
      code == CURLE_OK || code == CURLE_HTTP_RETURNED_ERROR || code == CURLE_WRITE_ERROR;
  if (answered && !good)
    return refused();
  if (!answered)
    return after_error(code);
  if (file_.size() < total_)
    return Setback{"the server did not send everything"};
  return std::nullopt;
}

Setback Request::refused() const
{
  const long code = status();
  const bool busy = code == request_timeout || code == too_many_requests || code >= server_error;
  if (!busy)
    throw Error("{}: the server answers {}{}; is the address right?", url_, code,
                code == 404   ? ", not found"
                : code == 401 ? ", log in first"
                : code == 403 ? ", forbidden"
                              : "");
  curl_off_t seconds = 0;
  curl_easy_getinfo(curl_.get(), CURLINFO_RETRY_AFTER, &seconds);
  if (std::chrono::seconds(seconds) > options_.longest_pause)
    throw Error("{}: the server answers {} and asks to come back in {} s; run this again then",
                url_, code, seconds);
  return {fmt::format("the server answers {}", code), std::chrono::seconds(seconds)};
}

Setback Request::after_error(CURLcode code)
{
  const std::string why = message_[0] != '\0' ? message_.data() : curl_easy_strerror(code);
  switch (code) {
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT:
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_OPERATION_TIMEDOUT:
  case CURLE_PARTIAL_FILE:
  case CURLE_GOT_NOTHING:
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR:
  case CURLE_HTTP2:
  case CURLE_HTTP2_STREAM:
    return {why};
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
    throw Error("{}: {}; Debian's package ca-certificates has the certificates that identify a "
                "server is",
                url_, why);
  default:
    throw Error("{}: {}; is the address right?", url_, why);
  }
}

// --- as many requests as it takes -----------------------------------------------------------

void get_all(const std::string& url, PartialFile& file, const DownloadOptions& options)
{
  std::uint64_t most = file.size();
  int futile = 0;
  while (const std::optional<Setback> setback = Request(url, file, options).perform()) {
    // A server that ignores ranges sends the old bytes every time: only new ones count.
    futile = file.size() > most ? 0 : futile + 1;
    most = std::max(most, file.size());
    if (futile > options.retries)
      throw Error(
          "{}: {}, also after {} retries; check the network and run this again{}", url,
          setback->why, options.retries,
          file.size() == 0 ? "" : fmt::format(", it continues after {}", megabytes(file.size())));
    const milliseconds pause =
        std::max(options.pause * (1 << std::max(futile - 1, 0)), setback->pause);
    if (options.note)
      options.note(fmt::format("{}: {}; trying again in {} s", url, setback->why,
                               std::chrono::duration<double>(pause).count()));
    std::this_thread::sleep_for(pause);
  }
}

} // namespace

void download(const std::string& url, const fs::path& path, const DownloadOptions& options)
{
  PartialFile file(path);
  try {
    get_all(url, file, options);
    file.sync();
    fs::remove(etag_file(path));
  } catch (const Error&) {
    if (file.size() == 0)
      discard_download(path);
    throw;
  }
}

void discard_download(const fs::path& file)
{
  fs::remove(file);
  fs::remove(etag_file(file));
}

} // namespace epreuve
