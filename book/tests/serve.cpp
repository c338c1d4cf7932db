// The server as a process, sent requests byte by byte.

#include "weaver/serve.hpp"

#include "epreuve/system/descriptor.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <iostream>
#include <netinet/in.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::book;
using epreuve::tests::contains;
using epreuve::tests::read_file;
using epreuve::tests::says;
using nlohmann::json;
using namespace std::chrono_literals;
using namespace std::string_literals;
namespace fs = std::filesystem;

namespace {

/// How long a test waits before it says that nothing happens.
constexpr auto patience = 120s;
/// In seconds: less than a server takes that waits for a head which does not come, and gives up after five.
constexpr double soon = 4.5;

/// Waits for something to become true. @return whether it did
template <typename Condition>
bool comes_true(Condition condition)
{
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(20ms);
  }
  return true;
}

sockaddr_in local_address(int port)
{
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

struct Answer
{
  int status = 0;
  std::string head, body; ///< head: in small letters
};

Answer as_answer(const std::string& bytes)
{
  Answer answer;
  if (!bytes.starts_with("HTTP/1.1 "))
    return answer;
  answer.status = std::stoi(bytes.substr(9));
  const std::size_t end = bytes.find("\r\n\r\n");
  answer.head = in_lower_case(bytes.substr(0, end + 2));
  answer.body = bytes.substr(end + 4);
  return answer;
}

class Connection
{
public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
  {
    const sockaddr_in address = local_address(port);
    BOOST_REQUIRE(
        ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  void send(std::string_view bytes) { BOOST_REQUIRE(socket_.write(bytes)); }
  /// Whether the server still accepts bytes.
  bool can_send(std::string_view bytes)
  {
    const auto count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return count > 0;
  }
  /// Everything until the server closes the connection.
  std::string received()
  {
    std::string all;
    char buffer[4096];
    for (;;) {
      const auto count = ::read(socket_.get(), buffer, sizeof buffer);
      if (count <= 0)
        return all;
      all.append(buffer, static_cast<std::size_t>(count));
    }
  }

private:
  Descriptor socket_;
};

/// A folder with a book of two pages, made from texts next to it, and a process that serves it.
class Served
{
public:
  explicit Served(std::optional<int> port = 0, const std::string& watching = "", Rebuilt first = {},
                  std::optional<fs::file_time_type> since = {}, std::string host = "127.0.0.1",
                  bool for_others = false)
      : first_(std::move(first)), since_(since), host_(std::move(host)), for_others_(for_others)
  {
    fs::create_directories(folder_ / "book/library");
    fs::create_directories(folder_ / "sources");
    write_file(folder_ / "outside.html", "outside");
    write_file(folder_ / "book/index.html", "<html><body><p>cover</p></body></html>");
    write_file(folder_ / "book/library/index.html", "<html><body>library</body></html>");
    write_file(folder_ / "book/no body.html", "no body");
    write_file(folder_ / "book/.hidden.html", "hidden");
    write_file(folder_ / "book/style.css", "p { color: red }");
    write_file(folder_ / "book/drawing.svg", "<svg/>");
    write_file(folder_ / "book/program.wasm", std::string("\0asm", 4));
    write_file(folder_ / "book/unknown.xyz", "?");
    fs::create_symlink(folder_ / "outside.html", folder_ / "book/leads-out.html");
    write_file(script(), "// the script");
    write_file(source(), "one");
    write_file(folder_ / "sources/other.txt", "other");
    start(port, watching);
  }
  ~Served()
  {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  fs::path source() const { return folder_ / "sources/text.txt"; }
  fs::path other() const { return folder_ / "sources/other.txt"; }
  fs::path script() const { return folder_ / "reload.js"; }
  fs::path path(const std::string& name) const { return folder_ / name; }
  int port() const { return port_; }
  /// The memory that it has now, in kilobytes; 0 under sanitizers, which keep what was given back.
  long memory() const
  {
#ifdef EPREUVE_SANITIZE
    return 0;
#endif
    const std::string status = read_file(fmt::format("/proc/{}/status", pid_));
    return std::stol(status.substr(status.find("VmRSS:") + 6));
  }
  std::string said() const { return read_file(folder_ / "out") + read_file(folder_ / "err"); }
  std::size_t builds() const { return read_file(folder_ / "builds").size(); }

  Answer asks(const std::string& path, const std::string& method = "GET") const
  {
    return asks_as(fmt::format("Host: 127.0.0.1:{}\r\n", port_), path, method);
  }
  Answer asks_as(const std::string& headers, const std::string& path = "/",
                 const std::string& method = "GET") const
  {
    Connection connection(port_);
    connection.send(method + " " + path + " HTTP/1.1\r\n" + headers + "\r\n");
    return as_answer(connection.received());
  }
  json version() const { return json::parse(asks("/.version").body); }
  bool becomes(const std::string& state, std::size_t after_builds) const
  {
    return comes_true([&] { return builds() == after_builds && version().at("state") == state; });
  }
  bool ended() const { return ended_; }
  /// It does nothing until `goes_on`, and finds then what has happened meanwhile.
  void stops() const
  {
    ::kill(pid_, SIGSTOP);
    int status = 0;
    ::waitpid(pid_, &status, WUNTRACED);
  }
  void goes_on() const { ::kill(pid_, SIGCONT); }

  /// Its exit status, and the seconds until then.
  std::pair<int, double> interrupted()
  {
    const auto start = std::chrono::steady_clock::now();
    ::kill(pid_, SIGINT);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = 0;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, took.count()};
  }

private:
  void start(std::optional<int> port, const std::string& watching)
  {
    std::array<int, 2> pipe{};
    BOOST_REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
    pid_ = ::fork();
    BOOST_REQUIRE(pid_ >= 0);
    if (pid_ == 0)
      become_server(port, watching, pipe[1]);
    ::close(pipe[1]);
    const Descriptor read(pipe[0]);
    char text[16] = "";
    ended_ = ::read(read.get(), text, sizeof text - 1) <= 0;
    port_ = std::atoi(text);
  }

  [[noreturn]] void become_server(std::optional<int> port, const std::string& watching, int told)
  {
    if (!watching.empty())
      ::setenv("EPREUVE_POLL", "1", 1);
    ::dup2(::open((folder_ / "out").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    ::dup2(::open((folder_ / "err").c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    ServeOptions options{
        folder_ / "book", script(), port, {source(), other()}, [&] { return build(); }};
    options.first = first_;
    options.since = since_;
    options.host = host_;
    options.for_others = for_others_;
    options.ready = [&](const std::string& address) {
      const std::string text = address.substr(address.rfind(':') + 1);
      [[maybe_unused]] const auto written = ::write(told, text.data(), text.size());
    };
    int status = 2;
    try {
      status = serve(options);
    } catch (const std::exception& error) {
      std::cerr << error.what() << std::flush;
    }
    ::_exit(status);
  }

  /// Copies the text to the cover; "slow" takes until there is a file "go", "bad" fails, "worse" throws, and "forever"
  /// runs a command.
  Rebuilt build() const
  {
    const std::string text = read_file(source());
    {
      Descriptor builds(::open((folder_ / "builds").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
      builds.write(".");
    }
    if (text == "slow")
      comes_true([&] { return fs::exists(folder_ / "go"); });
    if (text == "forever")
      return run_build(
          {"/bin/sh", "-c", "sleep 1000 & echo $! > '" + (folder_ / "sleep").string() + "'; wait"});
    if (text == "bad")
      return {1, "chapter 3: <b>wrong</b>\n\nline 5\x1b[1m\n" + std::string(100, '\n') + "end"};
    if (text == "worse")
      throw Error("no compiler");
    write_file(folder_ / "book/index.html", "<html><body>" + text + "</body></html>");
    return {};
  }

  TemporaryFolder folder_;
  Rebuilt first_;
  std::optional<fs::file_time_type> since_;
  std::string host_;
  bool for_others_;
  pid_t pid_ = 0;
  int port_ = 0;
  bool ended_ = false;
};

/// Raises this process's limit on descriptors as far as allowed. @return how many it may have
std::size_t allow_descriptors()
{
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 10000);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

double seconds_of(const std::function<void()>& work)
{
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Discards standard error while it lives.
class Quiet
{
public:
  Quiet() : kept_(::dup(STDERR_FILENO))
  {
    const Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    ::dup2(nothing.get(), STDERR_FILENO);
  }
  ~Quiet() { ::dup2(kept_.get(), STDERR_FILENO); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

private:
  Descriptor kept_;
};

} // namespace

BOOST_AUTO_TEST_CASE(pages_are_sent_with_the_script_and_other_files_as_they_are)
{
  const Served served;
  const Answer cover = served.asks("/");
  BOOST_TEST(cover.status == 200);
  BOOST_TEST(contains(cover.head, "content-type: text/html; charset=utf-8"));
  BOOST_TEST(contains(cover.head, "cache-control: no-store"));
  const auto version = served.version().at("version").get<std::int64_t>();
  BOOST_TEST(cover.body ==
             fmt::format("<html><body><p>cover</p><script src=\"/.reload.js\" data-version=\"{}\" "
                         "defer=\"defer\"></script>\n</body></html>",
                         version));
  BOOST_TEST(served.asks("/index.html?a=b").body == cover.body);
  BOOST_TEST(read_file(served.path("book/index.html")) == "<html><body><p>cover</p></body></html>");
  BOOST_TEST(served.asks("/no%20body.html").body.starts_with("no body<script "));
  BOOST_TEST(contains(served.asks("/library/").body, "library"));

  const std::vector<std::array<std::string, 3>> files{
      {"/style.css", "text/css; charset=utf-8", "p { color: red }"},
      {"/drawing.svg", "image/svg+xml", "<svg/>"},
      {"/program.wasm", "application/wasm", "\0asm"s},
      {"/unknown.xyz", "application/octet-stream", "?"},
      {"/.reload.js", "text/javascript; charset=utf-8", "// the script"}};
  for (const auto& [path, type, content] : files) {
    const Answer answer = served.asks(path);
    BOOST_TEST(answer.status == 200);
    BOOST_TEST(contains(answer.head, "content-type: " + type + "\r\n"));
    BOOST_TEST(answer.body == content);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_is_asked_for_with_a_slash)
{
  const Served served;
  const Answer answer = served.asks("/library");
  BOOST_TEST(answer.status == 302);
  BOOST_TEST(contains(answer.head, "location: /library/\r\n"));
}

BOOST_AUTO_TEST_CASE(head_gives_the_head_alone_and_nothing_else_is_allowed)
{
  const Served served;
  const Answer head = served.asks("/style.css", "HEAD");
  BOOST_TEST(head.status == 200);
  BOOST_TEST(contains(head.head, "content-length: 16"));
  BOOST_TEST(head.body == "");
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
    const Answer answer = served.asks("/", method);
    BOOST_TEST(answer.status == 405);
    BOOST_TEST(contains(answer.head, "allow: get, head"));
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_said_on_a_page)
{
  const Served served;
  for (const char* path :
       {"/missing.html", "/a/b/c", "/index.html/", "/style.css/x", "//style.css", "/folder/"}) {
    const Answer answer = served.asks(path);
    BOOST_TEST(answer.status == 404);
    BOOST_TEST(contains(answer.body, "No such page"));
    BOOST_TEST(contains(answer.body, "/.reload.js"));
  }
  const Answer hostile = served.asks("/%3Cscript%3Ealert(1)%3C/script%3E\"'%00%ff");
  BOOST_TEST(hostile.status == 404);
  BOOST_TEST(!contains(hostile.body, "<script>"));
}

BOOST_AUTO_TEST_CASE(no_path_leads_out_of_the_folder)
{
  const Served served;
  const std::string outside = served.path("outside.html");
  const std::vector<std::string> paths{"/../outside.html",
                                       "/%2e%2e/outside.html",
                                       "/%2E%2E%2Foutside.html",
                                       "/library/../../outside.html",
                                       "/library/..%2f..%2foutside.html",
                                       "/..%5coutside.html",
                                       "/%252e%252e/outside.html",
                                       "/" + outside,
                                       "/%2f" + outside.substr(1),
                                       outside,
                                       "//etc/passwd",
                                       "/./index.html",
                                       "/.hidden.html",
                                       "/leads-out.html",
                                       "/index.html%00.css",
                                       "../outside.html",
                                       "*"};
  for (const std::string& path : paths) {
    const Answer answer = served.asks(path);
    BOOST_TEST((answer.status == 404 || answer.status == 400), path << ": " << answer.status);
    BOOST_TEST(!contains(answer.body, "<body>outside"), path);
    BOOST_TEST(!answer.body.starts_with("outside"), path);
  }
}

BOOST_AUTO_TEST_CASE(only_who_asks_for_this_machine_is_answered)
{
  const Served served;
  const std::string port = std::to_string(served.port());
  for (const std::string& host : {"127.0.0.1:" + port, "localhost:" + port, "LocalHost:" + port})
    BOOST_TEST(served.asks_as("Host: " + host + "\r\n").status == 200);
  for (const std::string& host : {"evil.example:" + port, "127.0.0.1"s, "127.0.0.1:1"s,
                                  "127.0.0.1:" + port + ".evil.example"s, ""s,
                                  "127.0.0.1:" + port + "\r\nHost: evil.example"}) {
    for (const char* path : {"/", "/.version", "/.reload.js", "/missing"}) {
      const Answer answer = served.asks_as("Host: " + host + "\r\n", path);
      BOOST_TEST(answer.status == 403, host);
      BOOST_TEST(!contains(answer.body, "cover"));
    }
  }
  BOOST_TEST(served.asks_as("").status == 403);
}

BOOST_AUTO_TEST_CASE(others_read_it_only_where_that_is_asked_for)
{
  for (const char* host : {"0.0.0.0", "192.0.2.1"}) {
    const Served refused(0, "", {}, {}, host);
    BOOST_TEST(refused.ended());
    BOOST_TEST(contains(refused.said(), "every machine that reaches this one can read the book"),
               refused.said());
  }
  const Served served(0, "", {}, {}, "0.0.0.0", true);
  BOOST_TEST(contains(served.said(), "machines that reach this one can read it too"));
  BOOST_TEST(contains(served.said(), fmt::format("http://127.0.0.1:{}/", served.port())));
  // By an address, through a port that is forwarded as well; by a name only if nobody else could have given it.
  for (const char* host : {"192.0.2.1:9000", "127.0.0.1:80", "localhost:9000", "10.0.0.1"})
    BOOST_TEST(served.asks_as(fmt::format("Host: {}\r\n", host)).status == 200, host);
  for (const char* host : {"evil.example:9000", "192.0.2.1.evil.example:9000", "", ":9000"})
    BOOST_TEST(served.asks_as(fmt::format("Host: {}\r\n", host)).status == 403, host);
}

BOOST_AUTO_TEST_CASE(an_address_that_this_machine_does_not_have_is_named)
{
  const Served other(0, "", {}, {}, "192.0.2.1", true), none(0, "", {}, {}, "my-machine");
  BOOST_TEST(contains(other.said(), "192.0.2.1 is no address of this machine"), other.said());
  BOOST_TEST(contains(none.said(),
                      "--host must be an address of this machine, such as 127.0.0.1, got "
                      "\"my-machine\""),
             none.said());
  const Served also(0, "", {}, {}, "127.0.0.2");
  BOOST_TEST(contains(also.said(), fmt::format("http://127.0.0.2:{}/", also.port())), also.said());
}

BOOST_AUTO_TEST_CASE(a_request_without_end_is_not_kept)
{
  const Served served;
  const long before = served.memory();
  for (const std::string& begin :
       {"GET / HTTP/1.1\r\nHost: "s, "GET /"s, ""s, "GET / HTTP/1.1\r\nHost: x\r\n"s}) {
    Connection endless(served.port());
    endless.send(begin);
    const std::string piece = begin.ends_with("x\r\n") ? "A: b\r\n" : "x";
    std::string pieces;
    while (pieces.size() < 1 << 16)
      pieces += piece;
    for (int i = 0; i < 1000 && endless.can_send(pieces); ++i)
      continue;
    BOOST_TEST(served.asks("/").status == 200);
  }
  BOOST_TEST(served.memory() - before < 16'000);
  const Answer refused = served.asks_as("A: " + std::string(20'000, 'x') + "\r\n");
  BOOST_TEST(refused.status == 431);
  BOOST_TEST(refused.body == "A request has at most 16384 bytes.\n");
  BOOST_TEST(served.asks("/" + std::string(15'000, 'x')).status == 404);
}

BOOST_AUTO_TEST_CASE(whoever_asks_for_nothing_keeps_no_browser_waiting)
{
  const std::size_t many = std::min<std::size_t>(allow_descriptors() - 100, 1500);
  const Served served;
  std::vector<Connection> half_open;
  const auto all_open = [&] {
    while (half_open.size() < many) {
      half_open.emplace_back(served.port());
      half_open.back().can_send("GET / HTTP/1.1\r\nHo");
    }
  };
  all_open();
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(seconds_of([&] { BOOST_TEST(served.asks("/").status == 200); }) < soon);
  // And while others keep coming.
  std::atomic<bool> ended = false;
  std::thread others([&] {
    while (!ended) {
      half_open.clear();
      all_open();
    }
  });
  for (int i = 0; i < 20; ++i)
    BOOST_TEST(seconds_of([&] { BOOST_TEST(served.asks("/").status == 200); }) < soon);
  ended = true;
  others.join();
}

BOOST_AUTO_TEST_CASE(a_file_that_nobody_reads_is_not_held_in_memory)
{
  const Served served;
  const std::string content(20 << 20, 'x');
  write_file(served.path("book/large.wasm"), content);
  const long before = served.memory();
  std::vector<Connection> slow;
  for (int i = 0; i < 100; ++i) {
    slow.emplace_back(served.port());
    slow.back().send(
        fmt::format("GET /large.wasm HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port()));
  }
  BOOST_TEST(served.asks("/").status == 200);
  BOOST_TEST(served.memory() - before < 32'000);
  BOOST_TEST((served.asks("/large.wasm").body == content));
  BOOST_TEST((as_answer(slow.front().received()).body == content));
}

BOOST_AUTO_TEST_CASE(a_request_that_takes_too_long_is_ended)
{
  const Served served;
  Connection slow(served.port());
  const double took = seconds_of([&] {
    while (slow.can_send("x"))
      std::this_thread::sleep_for(200ms);
  });
  BOOST_TEST(took > 4);
  BOOST_TEST(took < 60); // the bytes would last for an hour
}

BOOST_AUTO_TEST_CASE(a_request_is_put_together_of_whatever_pieces_it_comes_in)
{
  const Served served;
  const std::string request =
      fmt::format("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port());
  Connection slow(served.port());
  for (const char byte : request) {
    slow.send(std::string(1, byte));
    std::this_thread::sleep_for(1ms);
  }
  BOOST_TEST(as_answer(slow.received()).status == 200);
  // If several arrive at once, only the first is answered.
  Connection pipelined(served.port());
  pipelined.send(request + request + request);
  const std::string all = pipelined.received();
  BOOST_TEST(all.find("HTTP/1.1 200") == 0u);
  BOOST_TEST(all.find("HTTP/1.1 ", 1) == all.npos);
}

BOOST_AUTO_TEST_CASE(whatever_is_no_request_is_refused_and_the_next_one_is_answered)
{
  const Served served;
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\n", served.port());
  const auto status = [&](const std::string& bytes) {
    Connection connection(served.port());
    connection.send(bytes);
    return as_answer(connection.received()).status;
  };
  for (const std::string& line :
       {"GET /"s, "GET"s, ""s, " / HTTP/1.1"s, "GET  HTTP/1.1"s, "GET / HTTP/2"s,
        "GET index.html HTTP/1.1"s, "GET http://127.0.0.1/ HTTP/1.1"s, "\x16\x03\x01\x02"s,
        "PRI * HTTP/2.0"s})
    BOOST_TEST(status(line + "\r\n" + host + "\r\n") == 400, printable(line));
  for (const std::string& header : {" folded: x"s, "no colon"s, ": x"s, "a b: x"s})
    BOOST_TEST(status("GET / HTTP/1.1\r\n" + host + header + "\r\n\r\n") == 400, header);
  const std::string odd =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nRange: bytes=1-2,4-\r\nExpect: "
      "100-continue\r\nContent-Length: 99999999999999999999\r\nTransfer-Encoding: "
      "chunked\r\nA: \xFF\x01\r\n";
  BOOST_TEST(status("GET / HTTP/1.1\r\n" + host + odd + "\r\n") == 200);
  BOOST_TEST(status("GET / HTTP/1.0\r\n" + host + "\r\n") == 200);
  BOOST_TEST(status("GET /?a=/../b#c HTTP/1.1\r\n" + host + "\r\n") == 200);
  for (const char* path : {"/%", "/%4", "/%zz", "//", "/a//b", "/\xFF", "/ /", "/..", "/.", "/%2e",
                           "/%00", "/a%0d%0aX: y"})
    BOOST_TEST(status(fmt::format("GET {} HTTP/1.1\r\n{}\r\n", path, host)) == 404,
               printable(path));
  BOOST_TEST(served.asks("/").status == 200);
}

BOOST_AUTO_TEST_CASE(it_listens_to_this_machine_only)
{
  const Served served;
  // Each socket that listens: its address and port in hexadecimal, and state 0A.
  const std::string port = fmt::format(":{:04X} ", served.port());
  std::vector<std::string> addresses;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"})
    for (const std::string& line : split_lines(read_file(table)))
      if (const std::size_t at = line.find(port); at < 50 && contains(line, " 0A "))
        addresses.push_back(line.substr(line.find(": ") + 2, at - line.find(": ") - 2));
  BOOST_TEST(addresses == std::vector<std::string>{"0100007F"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_saved_is_built_and_gets_a_new_version)
{
  for (const char* polling : {"", "yes"}) {
    const Served served(0, polling);
    const json first = served.version();
    BOOST_TEST(first.at("state") == "ready");
    write_file(served.source(), "two");
    BOOST_TEST(served.becomes("ready", 1));
    const json second = served.version();
    BOOST_TEST(second.at("version") > first.at("version"));
    BOOST_TEST(contains(served.asks("/").body, "two"));
    BOOST_TEST(
        contains(served.asks("/").body, "data-version=\"" + second.at("version").dump() + "\""));
    BOOST_TEST(contains(served.said(), "4 times a second") == (polling != ""s));
  }
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_is_told_until_one_succeeds)
{
  const Served served;
  const json first = served.version();
  write_file(served.source(), "bad");
  BOOST_TEST(served.becomes("failed", 1));
  const json failed = served.version();
  BOOST_TEST(failed.at("message") == "chapter 3: <b>wrong</b>\nline 5␛[1m\nend");
  // Some pages may still be new.
  BOOST_TEST(failed.at("version") > first.at("version"));
  write_file(served.source(), "worse");
  BOOST_TEST(served.becomes("failed", 2));
  BOOST_TEST(served.version().at("message") == "no compiler");
  write_file(served.source(), "good");
  BOOST_TEST(served.becomes("ready", 3));
  BOOST_TEST(served.version().at("message") == "");
  BOOST_TEST(contains(served.asks("/").body, "good"));
}

BOOST_AUTO_TEST_CASE(a_first_build_that_failed_is_told_and_what_was_saved_meanwhile_is_built)
{
  const Served failed(0, "", {1, "line 3 is wrong"});
  BOOST_TEST(failed.becomes("failed", 0));
  BOOST_TEST(failed.version().at("message") == "line 3 is wrong");
  const Served late(0, "", {}, fs::file_time_type::clock::now() - 1h);
  BOOST_TEST(late.becomes("ready", 1));
  const Served in_time(0, "", {}, fs::file_time_type::clock::now() + 1h);
  BOOST_TEST(in_time.becomes("ready", 0));
}

BOOST_AUTO_TEST_CASE(saves_in_a_row_are_one_build_and_a_save_during_a_build_is_another)
{
  const Served served;
  served.stops(); // or it would begin to build where this process has to wait between two saves
  for (int i = 0; i < 10; ++i)
    write_file(i % 2 == 0 ? served.source() : served.other(), "slow");
  served.goes_on();
  BOOST_TEST(served.becomes("building", 1));
  BOOST_TEST(contains(served.version().at("message").get<std::string>(), "text.txt"));
  BOOST_TEST(contains(served.asks("/").body, "cover")); // pages are sent meanwhile
  write_file(served.source(), "last");
  write_file(served.path("go"), "");
  BOOST_TEST(served.becomes("ready", 2));
  BOOST_TEST(contains(served.asks("/").body, "last"));
  std::this_thread::sleep_for(300ms);
  BOOST_TEST(served.builds() == 2u);
}

BOOST_AUTO_TEST_CASE(a_port_that_is_taken_is_told_of)
{
  const Served first;
  const Served second(first.port());
  BOOST_TEST(second.ended());
  BOOST_TEST(contains(second.said(),
                      fmt::format("port {} cannot be had: Address already in use", first.port())));
}

BOOST_AUTO_TEST_CASE(without_a_wish_the_next_free_port_is_taken)
{
  const Served first(std::nullopt), second(std::nullopt);
  BOOST_TEST(first.port() >= 8765);
  BOOST_TEST(second.port() > first.port());
  BOOST_TEST(contains(second.said(), fmt::format("port 8765 is taken; this is {}", second.port())));
  BOOST_TEST(contains(
      second.said(), fmt::format("epreuve: http://127.0.0.1:{}/ (Ctrl-C ends it)", second.port())));
  BOOST_TEST(first.asks("/").status == 200);
  BOOST_TEST(second.asks("/").status == 200);
}

BOOST_AUTO_TEST_CASE(interruption_ends_it_at_once_whoever_is_connected)
{
  Served served;
  Connection silent(served.port()), slow(served.port());
  slow.send("GET / HTTP/1.1\r\nHo");
  std::this_thread::sleep_for(100ms);
  const auto [status, seconds] = served.interrupted();
  BOOST_TEST(status == 0);
  BOOST_TEST(seconds < soon);
}

BOOST_AUTO_TEST_CASE(interruption_ends_a_build_and_what_it_started)
{
  Served served;
  write_file(served.source(), "forever");
  BOOST_TEST(comes_true([&] { return read_file(served.path("sleep")).ends_with('\n'); }));
  const int sleeping = std::stoi(read_file(served.path("sleep")));
  const auto [status, seconds] = served.interrupted();
  BOOST_TEST(status == 0);
  BOOST_TEST(seconds < 60); // of the thousand for which the command would sleep
  // It is gone, or it has ended and its status was not yet collected.
  BOOST_TEST(comes_true([&] {
    const std::string process = read_file(fmt::format("/proc/{}/stat", sleeping));
    return process.empty() || contains(process, ") Z ");
  }));
}

BOOST_AUTO_TEST_CASE(a_build_is_a_command_with_its_status_and_all_its_output)
{
  const Quiet quiet;
  const Rebuilt good = run_build({"/bin/sh", "-c", "echo out; echo err >&2; cat"});
  BOOST_TEST(good.status == 0);
  BOOST_TEST(good.output == "out\nerr\n");
  BOOST_TEST(run_build({"/bin/sh", "-c", "exit 3"}).status == 3);
  BOOST_TEST(run_build({"/bin/sh", "-c", "kill -9 $$"}).status == 128 + SIGKILL);
  BOOST_TEST(run_build({"/bin/sh", "-c", "seq 100000"}).output.size() == 588895u);
  // A server that it leaves running is not waited for.
  const std::string left = run_build({"/bin/sh", "-c", "sleep 1000 & echo $!"}).output;
  BOOST_TEST(::kill(std::stoi(left), SIGKILL) == 0);
  BOOST_CHECK_EXCEPTION(run_build({"/no/such/program"}), Error,
                        says("/no/such/program cannot be started"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_served_is_told_before)
{
  const TemporaryFolder folder;
  ServeOptions options{folder / "book", folder / "reload.js", 0, {}, [] { return Rebuilt{}; }};
  BOOST_CHECK_EXCEPTION(serve(options), Error, says("build the book first"));
  fs::create_directory(options.folder);
  BOOST_CHECK_EXCEPTION(serve(options), Error, says("reload.js"));
  write_file(options.script, "");
  options.port = 70000;
  BOOST_CHECK_EXCEPTION(serve(options), Error, says("from 1 to 65535"));
}
