#include "weaver/serve.hpp"

#include "common/watch.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include "weaver/browser_requests.hpp"
#include "weaver/html.hpp"
#include "weaver/link.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <map>
#include <mutex>
#include <netinet/in.h>
#include <set>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;
using tools::Interruption;
using tools::Watch;
using Clock = std::chrono::steady_clock;

constexpr int usual_port = 8765;
constexpr int ports_to_try = 20;
constexpr const char* this_machine = "127.0.0.1";
constexpr std::size_t lines_shown = 12;

const std::map<std::string, std::string, std::less<>> media_types{
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".wasm", "application/wasm"},
    {".pdf", "application/pdf"},
    {".txt", "text/plain; charset=utf-8"},
    {".csv", "text/csv; charset=utf-8"}};

/// The state of the book, which the pages ask for; may be used by several threads.
class State
{
public:
  void set(const char* state, const std::string& message, bool is_new)
  {
    const std::lock_guard lock(mutex_);
    state_ = state;
    message_ = message;
    version_ += is_new ? 1 : 0;
  }
  std::int64_t version() const
  {
    const std::lock_guard lock(mutex_);
    return version_;
  }
  std::string json() const
  {
    const std::lock_guard lock(mutex_);
    return nlohmann::json{{"version", version_}, {"state", state_}, {"message", message_}}.dump();
  }

private:
  mutable std::mutex mutex_;
  /// Differs between servers, so a page sent by an earlier one and still open finds that it is old.
  std::int64_t version_ = std::chrono::duration_cast<std::chrono::milliseconds>(
                              std::chrono::system_clock::now().time_since_epoch())
                              .count();
  std::string state_ = "ready", message_;
};

/// The address that a text writes as four numbers; nothing if it does not.
std::optional<in_addr> address_in(const std::string& text)
{
  in_addr address{};
  return ::inet_pton(AF_INET, text.c_str(), &address) == 1 ? std::optional(address) : std::nullopt;
}

/// The address to listen on. @throws Error if it is not one, or if others reach it and that was not asked for
in_addr address_for(const ServeOptions& options)
{
  const std::optional<in_addr> address = address_in(options.host);
  if (!address)
    throw Error("--host must be an address of this machine, such as {}, got {}", this_machine,
                in_quotes(options.host));
  const bool is_of_this_machine_alone = ntohl(address->s_addr) >> 24 == IN_LOOPBACKNET;
  if (!is_of_this_machine_alone && !options.for_others)
    throw Error("at {} every machine that reaches this one can read the book: add --for-others if "
                "that is meant, as in a container; without --host it is for this machine alone",
                options.host);
  return *address;
}

std::string name_of_this_machine()
{
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return in_lower_case(name.data());
}

/// By which names this server is addressed. Another site whose name resolves to this machine must not read it, so a name
/// that anybody could have given it is not one of them, also where the server is for others.
class Names
{
public:
  Names(const ServeOptions& options, int port)
      : host_(options.host), port_(port), for_others_(options.for_others)
  {
  }

  bool include(const Request& request) const
  {
    if (request.hosts.size() != 1)
      return false;
    const std::string host = in_lower_case(request.hosts.front());
    if (for_others_) { // through a port of another number, if it is forwarded
      const std::string name = host.substr(0, host.find(':'));
      return address_in(name) || name == "localhost" || name == name_of_this_machine();
    }
    return std::ranges::any_of(
        std::array<std::string, 2>{host_, "localhost"}, [&](const std::string& name) {
          return host == fmt::format("{}:{}", name, port_) || (port_ == 80 && host == name);
        });
  }
  std::string in_words() const
  {
    return for_others_ ? fmt::format("addresses, localhost and {}", name_of_this_machine())
                       : fmt::format("{}:{}", host_, port_);
  }

private:
  std::string host_;
  int port_;
  bool for_others_;
};

/// The file in a folder that a path asks for; the path begins with a slash and has no escapes. Empty if
/// there is no such file.
fs::path file_for(const fs::path& folder, const std::string& path)
{
  if (!path.starts_with('/'))
    return {};
  fs::path file = folder;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at + 1), path.size());
    const std::string name = path.substr(at + 1, end - at - 1);
    at = end;
    if (name.empty() && end == path.size())
      break;
    // No "..", no hidden files, no file under a second name.
    if (name.empty() || name.front() == '.' || name.find('\0') != std::string::npos)
      return {};
    file /= name;
  }
  if (path.ends_with('/'))
    file /= "index.html";
  std::error_code error;
  const fs::path found = fs::canonical(file, error);
  const auto [rest, below] = std::ranges::mismatch(folder, found);
  if (error || rest != folder.end())
    return {};
  return found;
}

class Pages
{
public:
  Pages(const ServeOptions& options, int port, const State& state)
      : folder_(fs::canonical(options.folder)), script_(options.script), names_(options, port),
        state_(state)
  {
  }

  Response answer(const Request& request) const
  {
    if (!names_.include(request))
      return {.status = 403,
              .content = fmt::format("This server answers to {} only.\n", names_.in_words())};
    if (request.method != "GET" && request.method != "HEAD")
      return {.status = 405,
              .content = "This server only sends pages.\n",
              .headers = "Allow: GET, HEAD\r\n"};
    if (request.path == "/.version")
      return {.type = media_types.at(".json"), .content = state_.json()};
    if (request.path == "/.reload.js")
      return {.type = media_types.at(".js"), .content = read_text(script_)};
    return page(request.path);
  }

private:
  Response page(const std::string& path) const
  {
    const std::int64_t version = state_.version();
    const fs::path file = file_for(folder_, path);
    if (fs::is_directory(file) && fs::is_regular_file(file / "index.html"))
      // Links of a page are relative to its folder, whose address ends with a slash.
      return {.status = 302,
              .headers =
                  fmt::format("Location: /{}/\r\n",
                              percent_encoded(fs::relative(file, folder_).generic_string()))};
    if (!fs::is_regular_file(file))
      return with_script(not_found(path), version, 404);
    const std::string extension = file.extension();
    if (extension == ".html")
      return with_script(read_text(file), version, 200);
    Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!opened.is_open())
      throw Error("{} cannot be read: {}", path, std::strerror(errno));
    const auto type = media_types.find(extension);
    return {.type = type == media_types.end() ? "application/octet-stream" : type->second,
            .file = std::move(opened)};
  }

  static std::string not_found(const std::string& path)
  {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/>"
        "<title>No such page · épreuve</title></head>\n<body><h1>No such page</h1>\n"
        "<p>The book has no {}. <a href=\"/\">Its cover</a> leads to everything it has."
        "</p>\n</body>\n</html>\n",
        escape(in_quotes(path)));
  }

  static Response with_script(std::string html, std::int64_t version, int status)
  {
    const std::string script = fmt::format(
        "<script src=\"/.reload.js\" data-version=\"{}\" defer=\"defer\"></script>\n", version);
    html.insert(std::min(html.rfind("</body>"), html.size()), script);
    return {.status = status, .type = media_types.at(".html"), .content = std::move(html)};
  }

  fs::path folder_, script_;
  Names names_;
  const State& state_;
};

/// A socket that listens on a port of this machine; if that is not possible it is not open, and errno says why.
Descriptor listening_on(in_addr host, int port)
{
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr = host;
  const int yes = 1;
  if (socket.is_open() &&
      ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(socket.get(), SOMAXCONN) == 0)
    return socket;
  return Descriptor(-1);
}

int port_of(const Descriptor& listening)
{
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

/// Listens on a port. @throws Error if that port is not available, or no port is
Descriptor listen(const ServeOptions& options)
{
  const in_addr host = address_for(options);
  const auto listening_at = [&](int port) {
    Descriptor listening = listening_on(host, port);
    if (!listening.is_open() && errno == EADDRNOTAVAIL)
      throw Error("{} is no address of this machine", options.host);
    return listening;
  };
  const std::optional<int> wished = options.port;
  if (wished == 0) {
    Descriptor listening = listening_at(0);
    if (!listening.is_open())
      throw Error("no port of {} can be had: {}", options.host, std::strerror(errno));
    return listening;
  }
  const int first = wished.value_or(usual_port);
  if (first < 0 || first > 65535)
    throw Error("a port is a number from 1 to 65535, or 0 for any that is free; got {}", first);
  const int count = wished ? 1 : ports_to_try;
  for (int port = first; port < first + count; ++port) {
    Descriptor listening = listening_at(port);
    if (!listening.is_open())
      continue;
    if (port != first)
      std::cerr << fmt::format("epreuve: port {} is taken; this is {}\n", first, port);
    return listening;
  }
  const int error = errno;
  if (wished)
    throw Error("port {} cannot be had: {}; name another, or 0 for any that is free", first,
                std::strerror(error));
  throw Error("ports {} to {} cannot be had ({}); name another, or 0 for any that is free", first,
              first + count - 1, std::strerror(error));
}

std::string first_lines(const std::string& text)
{
  std::string first;
  std::size_t count = 0;
  for (const std::string& line : split_lines(printable(text)))
    if (line.find_first_not_of(' ') != std::string::npos && count++ < lines_shown)
      first += (first.empty() ? "" : "\n") + line;
  return count > lines_shown ? first + "\n…" : first;
}

/// Files saved while the first book was being made, when nothing watched.
std::set<std::size_t> saved_since(const std::vector<fs::path>& watched,
                                  const std::optional<fs::file_time_type>& moment)
{
  std::set<std::size_t> saved;
  std::error_code missing;
  for (std::size_t i = 0; moment && i < watched.size(); ++i)
    if (const auto time = fs::last_write_time(watched[i], missing); !missing && time > *moment)
      saved.insert(i);
  return saved;
}

void rebuild(const ServeOptions& options, const std::set<std::size_t>& saved, State& state)
{
  std::string names;
  for (const std::size_t i : saved)
    names += (names.empty() ? "" : ", ") + options.watched[i].filename().string();
  state.set("building", printable(names), false);
  std::cerr << fmt::format("epreuve: {} saved; building\n", printable(names)) << std::flush;
  const auto start = Clock::now();
  Rebuilt rebuilt;
  try {
    rebuilt = options.rebuild();
  } catch (const std::exception& error) {
    rebuilt = {1, error.what()};
    std::cerr << fmt::format("epreuve: {}\n", error.what());
  }
  if (Interruption::came())
    return;
  // Whatever could be built is new, even if something failed.
  const bool succeeded = rebuilt.status == 0;
  state.set(succeeded ? "ready" : "failed", succeeded ? "" : first_lines(rebuilt.output), true);
  std::cerr << fmt::format("epreuve: {} after {:.1f} s\n",
                           succeeded ? "built" : "not everything is built",
                           std::chrono::duration<double>(Clock::now() - start).count())
            << std::flush;
}

} // namespace

int serve(const ServeOptions& options)
{
  if (!fs::is_directory(options.folder))
    throw Error("there is no folder {}: build the book first, ./epreuve book",
                options.folder.string());
  read_text(options.script); // if it cannot be read, that is reported before anything is served
  std::vector<fs::path> watched;
  for (const fs::path& file : options.watched)
    watched.push_back(fs::absolute(file));

  Descriptor socket = listen(options);
  const int port = port_of(socket);
  State state;
  const Pages pages(options, port, state);

  const Interruption interruption;
  Watch watch(watched);
  const BrowserRequests requests(
      std::move(socket), [&pages](const Request& request) { return pages.answer(request); });
  // 0.0.0.0 is every address of this machine.
  const std::string address =
      fmt::format("http://{}:{}/", options.host == "0.0.0.0" ? this_machine : options.host, port);
  std::cout << fmt::format("epreuve: {} (Ctrl-C ends it)\n", address) << std::flush;
  if (options.for_others)
    std::cerr << "epreuve: machines that reach this one can read it too\n" << std::flush;
  std::string said;
  if (options.ready)
    options.ready(address);
  if (options.first.status != 0)
    state.set("failed", first_lines(options.first.output), false);
  if (const auto saved = saved_since(watched, options.since); !saved.empty())
    rebuild(options, saved, state);
  while (!interruption.came()) {
    if (watch.why_polling() != said) {
      said = watch.why_polling();
      std::cerr << fmt::format("epreuve: looking for changes 4 times a second ({})\n", said);
    }
    if (const auto saved = watch.wait(interruption); !saved.empty())
      rebuild(options, saved, state);
  }
  return 0;
}

} // namespace epreuve::book
