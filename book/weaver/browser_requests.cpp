#include "weaver/browser_requests.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include "weaver/link.hpp"

#include <boost/algorithm/string/trim.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <list>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace epreuve::book {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_head = 16 << 10, longest_piece = 64 << 10;
constexpr std::size_t most_connections = 256;
/// Fewer than there may be, so that a browser's request is read before others can take its place.
constexpr int accepted_at_once = 16;
constexpr auto time_for_head = 5s, time_without_progress = 10s, time_to_close = 1s;

/// Reads a head, which ends before an empty line, as a request; nothing if it is not one.
std::optional<Request> parse_head(std::string_view head)
{
  std::string_view line = head.substr(0, head.find("\r\n"));
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == 0 || first == last || !line.substr(last + 1).starts_with("HTTP/1."))
    return {};
  Request request{std::string(line.substr(0, first)), "", {}};
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (!target.starts_with('/'))
    return {};
  request.path = percent_decoded(target.substr(0, target.find_first_of("?#")));
  while (line.size() + 2 <= head.size()) {
    head.remove_prefix(line.size() + 2);
    line = head.substr(0, head.find("\r\n"));
    const std::size_t colon = line.find(':');
    if (colon == 0 || colon == line.npos || line.substr(0, colon).find_first_of(" \t") != line.npos)
      return {};
    if (in_lower_case(line.substr(0, colon)) == "host")
      request.hosts.push_back(boost::algorithm::trim_copy(std::string(line.substr(colon + 1))));
  }
  return request;
}

/// A browser's connection, for one request.
class Connection
{
public:
  explicit Connection(Descriptor socket)
      : socket_(std::move(socket)), deadline_(Clock::now() + time_for_head)
  {
  }

  int socket() const { return socket_.get(); }
  bool is_answered() const { return phase_ == Phase::sending; }
  bool is_over() const { return phase_ == Phase::over || deadline_ <= Clock::now(); }
  Clock::time_point deadline() const { return deadline_; }
  short awaited() const { return phase_ == Phase::sending ? POLLOUT : POLLIN; }

  /// Goes on once the event that it waits for has occurred.
  void go_on(const BrowserRequests::Answer& answer)
  {
    if (phase_ == Phase::asking)
      read_head(answer);
    else if (phase_ == Phase::closing)
      read_some();
    if (phase_ == Phase::sending)
      send_some();
  }

private:
  enum class Phase
  {
    asking,
    sending,
    closing, ///< reads what still arrives after the answer, which could otherwise be lost
    over
  };

  std::string read_some()
  {
    std::array<char, 4096> buffer;
    const auto count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
      phase_ = Phase::over;
    return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }

  void read_head(const BrowserRequests::Answer& answer)
  {
    const std::size_t looked_at = head_.size() - std::min<std::size_t>(head_.size(), 3);
    head_ += read_some();
    const std::size_t end = head_.find("\r\n\r\n", looked_at);
    if (end != head_.npos && end <= longest_head) {
      const std::optional<Request> request = parse_head(std::string_view(head_).substr(0, end));
      respond(request ? answered(answer, *request)
                      : Response{.status = 400, .content = "This is not a browser's request.\n"},
              request && request->method == "HEAD");
    } else if (head_.size() > longest_head)
      respond({.status = 431,
               .content = fmt::format("A request has at most {} bytes.\n", longest_head)},
              false);
  }

  static Response answered(const BrowserRequests::Answer& answer, const Request& request)
  {
    try {
      return answer(request);
    } catch (const std::exception& error) {
      return {.status = 500, .content = fmt::format("{}\n", error.what())};
    }
  }

  void respond(Response response, bool only_head)
  {
    struct stat file = {};
    if (response.file.is_open() && ::fstat(response.file.get(), &file) != 0)
      response.file.close();
    left_of_file_ = response.file.is_open() ? static_cast<std::size_t>(file.st_size) : 0;
    bytes_ = fmt::format("HTTP/1.1 {} \r\nContent-Type: {}\r\nContent-Length: {}\r\n"
                         "Cache-Control: no-store\r\nConnection: close\r\n{}\r\n",
                         response.status, response.type,
                         response.file.is_open() ? left_of_file_ : response.content.size(),
                         response.headers);
    if (only_head)
      left_of_file_ = 0;
    else if (!response.file.is_open())
      bytes_ += response.content;
    file_ = std::move(response.file);
    head_.clear();
    phase_ = Phase::sending;
    deadline_ = Clock::now() + time_without_progress;
  }

  void send_some()
  {
    if (sent_ == bytes_.size())
      take_piece_of_file();
    const auto count =
        ::send(socket_.get(), bytes_.data() + sent_, bytes_.size() - sent_, MSG_NOSIGNAL);
    if (count < 0) {
      if (errno != EAGAIN && errno != EINTR)
        phase_ = Phase::over;
      return;
    }
    sent_ += static_cast<std::size_t>(count);
    deadline_ = Clock::now() + time_without_progress;
    if (sent_ < bytes_.size() || left_of_file_ > 0)
      return;
    ::shutdown(socket_.get(), SHUT_WR);
    phase_ = Phase::closing;
    deadline_ = Clock::now() + time_to_close;
  }

  void take_piece_of_file()
  {
    bytes_.resize(std::min(left_of_file_, longest_piece));
    sent_ = 0;
    const auto count = ::read(file_.get(), bytes_.data(), bytes_.size());
    if (count <= 0)
      phase_ =
          Phase::over; // the file has become shorter: the short answer shows that it is incomplete
    bytes_.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    left_of_file_ -= bytes_.size();
  }

  Descriptor socket_;
  Clock::time_point deadline_;
  Phase phase_ = Phase::asking;
  std::string head_, bytes_; ///< received, and to be sent
  std::size_t sent_ = 0;     ///< of bytes_
  Descriptor file_ = Descriptor(-1);
  std::size_t left_of_file_ = 0;
};

/// All connections, the oldest first.
class Connections
{
public:
  Connections(Descriptor listening, BrowserRequests::Answer answer)
      : listening_(std::move(listening)), answer_(std::move(answer))
  {
  }

  /// Answers until `ending` can be read from.
  void serve(int ending)
  {
    for (;;) {
      std::vector<pollfd> awaited{{ending, POLLIN, 0}, {listening_.get(), POLLIN, 0}};
      for (const Connection& one : connections_)
        awaited.push_back({one.socket(), one.awaited(), 0});
      ::poll(awaited.data(), awaited.size(), milliseconds_left());
      if (awaited[0].revents != 0)
        return;
      auto came = awaited.begin() + 2;
      for (Connection& one : connections_)
        if ((came++)->revents != 0)
          one.go_on(answer_);
      std::erase_if(connections_, [](const Connection& one) { return one.is_over(); });
      if (awaited[1].revents != 0)
        accept_some();
    }
  }

private:
  int milliseconds_left() const
  {
    if (connections_.empty())
      return -1;
    const auto next = std::ranges::min_element(connections_, {}, &Connection::deadline)->deadline();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    return static_cast<int>(std::max(left, 0ms).count());
  }

  void accept_some()
  {
    for (int i = 0; i < accepted_at_once; ++i) {
      Descriptor socket(
          ::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      const bool lacks_descriptors = !socket.is_open() && (errno == EMFILE || errno == ENFILE);
      if (!socket.is_open() && !lacks_descriptors)
        return;
      if (lacks_descriptors || connections_.size() == most_connections)
        close_one();
      if (lacks_descriptors)
        return;
      connections_.emplace_back(std::move(socket));
    }
  }

  void close_one()
  {
    if (const auto oldest = std::ranges::find(connections_, false, &Connection::is_answered);
        oldest != connections_.end())
      connections_.erase(oldest);
    else if (!connections_.empty())
      connections_.erase(connections_.begin());
  }

  Descriptor listening_;
  BrowserRequests::Answer answer_;
  std::list<Connection> connections_;
};

} // namespace

BrowserRequests::BrowserRequests(Descriptor listening, Answer answer)
    : ending_(::eventfd(0, EFD_CLOEXEC))
{
  if (!ending_.is_open())
    throw Error("browsers cannot be answered: {}", std::strerror(errno));
  thread_ = std::thread([connections = Connections(std::move(listening), std::move(answer)),
                         ending = ending_.get()]() mutable { connections.serve(ending); });
}

BrowserRequests::~BrowserRequests()
{
  constexpr std::uint64_t once = 1;
  ending_.write({reinterpret_cast<const char*>(&once), sizeof once});
  thread_.join();
}

} // namespace epreuve::book
