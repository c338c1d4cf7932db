#include "epreuve/fetching/download.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/http_server.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>

using namespace epreuve;
using namespace epreuve::tests;
namespace fs = std::filesystem;

namespace {

/// The tests' server is on this machine, whatever proxy the machine has.
struct NoProxy
{
  NoProxy() { ::setenv("no_proxy", "127.0.0.1", 1); }
};
BOOST_TEST_GLOBAL_CONFIGURATION(NoProxy);

std::string make_content(char seed)
{
  std::string content(200'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i)
    content[i] = static_cast<char>(static_cast<unsigned char>(seed) + i * i / 7);
  return content;
}

const std::string content = make_content('a');
const std::string other_content = make_content('b');

/// A folder to download to, with a client that has short timeouts.
struct Fixture
{
  TemporaryFolder folder;
  fs::path file = folder / "file.part";
  std::vector<std::string> notes;
  DownloadOptions options{.retries = 2,
                          .pause = std::chrono::milliseconds(1),
                          .longest_pause = std::chrono::seconds(2),
                          .connecting = std::chrono::milliseconds(500),
                          .stalled = std::chrono::milliseconds(200),
                          .progress = {},
                          .note = [this](const std::string& note) { notes.push_back(note); }};

  void get(const HttpServer& server) { download(server.url() + "/file", file, options); }

  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder.path()), {}); }
};

/// Serves, but closes the connection after so many bytes of the body.
void serve_and_cut(const HttpRequest& request, HttpConnection& connection, std::size_t after)
{
  const std::size_t from = request.from.value_or(0);
  const std::size_t left = content.size() - from;
  std::vector<std::string> headers{fmt::format("Content-Length: {}", left), "ETag: \"v1\""};
  if (request.from)
    headers.push_back(
        fmt::format("Content-Range: bytes {}-{}/{}", from, content.size() - 1, content.size()));
  connection.send(http_head(request.from ? "206 Partial Content" : "200 OK", headers));
  connection.send(content.substr(from, after));
}

auto always(const std::string& status, const std::vector<std::string>& headers = {})
{
  return [=](const HttpRequest&, HttpConnection& connection) {
    std::vector<std::string> all{"Content-Length: 3"};
    all.insert(all.end(), headers.begin(), headers.end());
    connection.send(http_head(status, all) + "no\n");
  };
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(downloads, Fixture)

BOOST_AUTO_TEST_CASE(a_file_arrives_byte_for_byte_and_leaves_nothing_beside_it)
{
  const HttpServer server([](const auto& request, auto& connection) { //
    serve(request, connection, content);
  });
  std::uint64_t done = 0, of = 0;
  options.progress = [&](std::uint64_t bytes, std::uint64_t total) {
    BOOST_TEST(bytes > done);
    done = bytes;
    of = total;
  };
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(files() == 1);
  BOOST_TEST(done == content.size());
  BOOST_TEST(of == content.size());
  BOOST_TEST(server.requests().at(0).path == "/file");
  BOOST_TEST(notes.empty());
}

BOOST_AUTO_TEST_CASE(an_empty_file_replaces_what_was_there)
{
  write_file(file, "old");
  const HttpServer server([](HttpRequest request, auto& connection) {
    request.from.reset();
    serve(request, connection, "");
  });
  get(server);
  BOOST_TEST(fs::file_size(file) == 0);
}

BOOST_AUTO_TEST_CASE(cut_connections_are_continued_where_they_were_cut)
{
  const HttpServer server(
      [](const auto& request, auto& connection) { serve_and_cut(request, connection, 60'000); });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 4); // of 60, 60, 60 and 20 kB
  for (std::size_t i = 1; i < 4; ++i) {
    BOOST_TEST(server.requests()[i].from.value() == 60'000 * i);
    BOOST_TEST(server.requests()[i].headers.at("if-range") == "\"v1\"");
  }
  BOOST_TEST(notes.size() == 3);
}

BOOST_AUTO_TEST_CASE(another_run_goes_on_where_the_first_stopped)
{
  options.retries = 0;
  {
    const HttpServer server([](const auto& request, auto& connection) {
      serve_and_cut(request, connection, 60'000 - request.from.value_or(0));
    });
    BOOST_CHECK_EXCEPTION(get(server), Error, says("run this again, it continues after 0.1 MB"));
  }
  BOOST_TEST((read_file(file) == content.substr(0, 60'000)));
  const HttpServer server([](const auto& request, auto& connection) { //
    serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(0).from.value() == 60'000);
  BOOST_TEST(files() == 1);
}

BOOST_AUTO_TEST_CASE(a_server_that_ignores_ranges_makes_it_start_over)
{
  int calls = 0;
  const HttpServer server([&](HttpRequest request, auto& connection) {
    request.from.reset();
    if (++calls == 1)
      serve_and_cut(request, connection, 60'000);
    else
      serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
}

BOOST_AUTO_TEST_CASE(a_server_that_ignores_ranges_and_always_cuts_is_given_up)
{
  const HttpServer server([](HttpRequest request, auto& connection) {
    request.from.reset();
    serve_and_cut(request, connection, 60'000);
  });
  BOOST_CHECK_EXCEPTION(get(server), Error, says("also after 2 retries"));
  BOOST_TEST(server.requests().size() == 4); // the first brought something new
  BOOST_TEST((read_file(file) == content.substr(0, 60'000)));
}

BOOST_AUTO_TEST_CASE(a_file_that_changed_meanwhile_is_fetched_whole)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (++calls == 1)
      serve_and_cut(request, connection, 60'000);
    else
      serve(request, connection, other_content, "\"v2\"");
  });
  get(server);
  BOOST_TEST((read_file(file) == other_content));
  BOOST_TEST(calls == 2);
}

BOOST_AUTO_TEST_CASE(a_range_of_a_changed_file_is_not_appended)
{
  int calls = 0;
  const HttpServer server([&](HttpRequest request, auto& connection) {
    request.headers.erase("if-range"); // a server that does not know it
    if (++calls == 1)
      serve_and_cut(request, connection, 60'000);
    else
      serve(request, connection, other_content, "\"v2\"");
  });
  get(server);
  BOOST_TEST((read_file(file) == other_content));
  BOOST_TEST(calls == 3);
  BOOST_TEST(notes.at(1).find("the file on the server has changed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_range_than_asked_for_is_not_appended)
{
  int calls = 0;
  const HttpServer server([&](HttpRequest request, auto& connection) {
    if (++calls == 1)
      return serve_and_cut(request, connection, 60'000);
    if (request.from)
      *request.from -= 1000;
    serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(notes.at(1).find("a different range from the requested one") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_weak_etag_is_not_taken_for_the_same_bytes)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (++calls == 1)
      connection.send(http_head("200 OK", {"Content-Length: 200000", "ETag: W/\"v1\""}) +
                      content.substr(0, 60'000));
    else
      serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(1).headers.count("if-range") == 0);
}

BOOST_AUTO_TEST_CASE(a_download_that_only_missed_its_own_end_is_whole)
{
  write_file(file, content);
  const HttpServer server([](const auto& request, auto& connection) { //
    serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 1); // answered 416
}

BOOST_AUTO_TEST_CASE(more_than_the_server_has_is_thrown_away)
{
  write_file(file, content + "too much");
  const HttpServer server([](const auto& request, auto& connection) { //
    serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 2);
}

BOOST_AUTO_TEST_CASE(a_content_length_that_is_never_reached_is_given_up)
{
  const HttpServer server([](const HttpRequest& request, auto& connection) {
    const std::size_t from = request.from.value_or(0);
    const std::string range = fmt::format("Content-Range: bytes {}-299999/300000", from);
    connection.send(http_head(request.from ? "206 Partial Content" : "200 OK",
                              {fmt::format("Content-Length: {}", 300'000 - from), range}) +
                    content.substr(std::min(from, content.size())));
  });
  BOOST_CHECK_EXCEPTION(get(server), Error, says("100000 bytes"));
  BOOST_TEST((read_file(file) == content));
}

BOOST_AUTO_TEST_CASE(shorter_pieces_than_asked_for_are_put_together)
{
  const HttpServer server([](const HttpRequest& request, auto& connection) {
    const std::size_t from = request.from.value_or(0), last = std::min(from + 79'999, 199'999UL);
    connection.send(http_head("206 Partial Content",
                              {fmt::format("Content-Length: {}", last + 1 - from),
                               fmt::format("Content-Range: bytes {}-{}/200000", from, last)}) +
                    content.substr(from, last + 1 - from));
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 3);
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_not_asked_for_again)
{
  const HttpServer server(always("404 Not Found"));
  BOOST_CHECK_EXCEPTION(get(server), Error, says(server.url() + "/file: the server answers 404"));
  BOOST_TEST(server.requests().size() == 1);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_file_is_an_error)
{
  for (const char* status : {"204 No Content", "304 Not Modified", "300 Multiple Choices"}) {
    const HttpServer server(always(status));
    BOOST_CHECK_EXCEPTION(get(server), Error,
                          says(fmt::format("answers {:.3}", std::string_view(status))));
  }
}

BOOST_AUTO_TEST_CASE(a_busy_server_is_asked_again)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (++calls == 1)
      always("503 Service Unavailable")(request, connection);
    else if (calls == 2)
      always("429 Too Many Requests", {"Retry-After: 0"})(request, connection);
    else
      serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(calls == 3);
}

BOOST_AUTO_TEST_CASE(a_server_that_stays_busy_is_given_up)
{
  const HttpServer server(always("503 Service Unavailable"));
  BOOST_CHECK_EXCEPTION(get(server), Error, says("answers 503, also after 2 retries"));
  BOOST_TEST(server.requests().size() == 3);
}

BOOST_AUTO_TEST_CASE(a_server_gets_the_time_it_asks_for)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (++calls == 1)
      always("503 Service Unavailable", {"Retry-After: 1"})(request, connection);
    else
      serve(request, connection, content);
  });
  const auto start = std::chrono::steady_clock::now();
  get(server);
  BOOST_TEST((std::chrono::steady_clock::now() - start >= std::chrono::seconds(1)));
}

BOOST_AUTO_TEST_CASE(a_server_that_asks_for_an_hour_does_not_get_it)
{
  const HttpServer server(always("429 Too Many Requests", {"Retry-After: 3600"}));
  BOOST_CHECK_EXCEPTION(get(server), Error, says("asks to come back in 3600 s"));
  BOOST_TEST(server.requests().size() == 1);
}

BOOST_AUTO_TEST_CASE(a_stalled_connection_is_given_up_and_continued)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (++calls > 1)
      return serve(request, connection, content);
    serve_and_cut(request, connection, 60'000);
    connection.stall();
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(1).from.value() == 60'000);
  BOOST_TEST(notes.at(0).find("nothing came for 0.2 s") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(redirects_are_followed_with_the_range)
{
  int calls = 0;
  const HttpServer server([&](const HttpRequest& request, auto& connection) {
    if (request.path == "/file")
      connection.send(http_head("302 Found", {"Location: /elsewhere", "ETag: \"of the redirect\"",
                                              "Content-Length: 9"}) +
                      "elsewhere");
    else if (++calls == 1)
      serve_and_cut(request, connection, 60'000);
    else
      serve(request, connection, content);
  });
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().back().path == "/elsewhere");
  BOOST_TEST(server.requests().back().from.value() == 60'000);
  BOOST_TEST(server.requests().back().headers.at("if-range") == "\"v1\"");
}

BOOST_AUTO_TEST_CASE(a_circle_of_redirects_is_left)
{
  const HttpServer server(always("302 Found", {"Location: /file"}));
  BOOST_CHECK_EXCEPTION(get(server), Error, says("redirects"));
}

BOOST_AUTO_TEST_CASE(other_protocols_than_http_are_refused)
{
  for (const char* url : {"file:///etc/hostname", "ftp://127.0.0.1:1/file", "no-such://x/y"})
    BOOST_CHECK_EXCEPTION(download(url, file, options), Error, says(": Protocol \""));
  const HttpServer server(always("302 Found", {"Location: file:///etc/hostname"}));
  BOOST_CHECK_EXCEPTION(get(server), Error, says("/file: Protocol \"file\""));
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(nobody_listening_is_said_after_the_retries)
{
  std::string url;
  {
    url = HttpServer([](const auto&, auto&) {}).url();
  }
  BOOST_CHECK_EXCEPTION(download(url, file, options), Error, says("also after 2 retries"));
}

BOOST_AUTO_TEST_CASE(a_file_that_has_no_room_is_refused_before_it_comes)
{
  const HttpServer server([](const HttpRequest&, auto& connection) {
    connection.send(http_head("200 OK", {"Content-Length: 1000000000000000000"}) + content);
  });
  BOOST_CHECK_EXCEPTION(get(server), Error, says("needs 1000000000000.0 MB, and the disk of"));
  BOOST_TEST(server.requests().size() == 1);
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_keeps_what_it_has)
{
  const HttpServer server([](const auto& request, auto& connection) { //
    serve(request, connection, content);
  });
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  BOOST_CHECK_EXCEPTION(get(server), Error, says("make room"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(server.requests().size() == 1);
  BOOST_TEST((content.starts_with(read_file(file))));
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(1).from.value() == 100'000);
}

BOOST_AUTO_TEST_CASE(a_folder_that_takes_no_file_is_named)
{
  write_file(folder / "no-folder", "");
  const fs::path nowhere = folder / "no-folder/file.part";
  BOOST_CHECK_EXCEPTION(download("http://127.0.0.1:1/file", nowhere, options), Error,
                        says("cannot create " + nowhere.string() + ": Not a directory; name "));
}

BOOST_AUTO_TEST_CASE(discarding_leaves_nothing)
{
  options.retries = 0;
  const HttpServer server([](const auto& request, auto& connection) {
    serve_and_cut(request, connection, request.from ? 0 : 60'000);
  });
  BOOST_CHECK_THROW(get(server), Error);
  BOOST_TEST(files() == 2);
  discard_download(file);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
