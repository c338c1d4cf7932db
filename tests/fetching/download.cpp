#include "epreuve/fetching/download.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/http_server.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string make_content()
{
  std::string content(200'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i)
    content[i] = static_cast<char>('a' + i * i / 7);
  return content;
}

const std::string content = make_content();

const json cut{{"cut", 60'000}};

/// An answer for every request.
json always(json answer)
{
  answer["forever"] = true;
  return answer;
}

/// How long a client waits: longer than a server on a busy machine takes; and for one that has stalled.
constexpr std::chrono::seconds patient{600}, soon{3};

/// A folder with a file to serve, one to download it to, and a client.
struct Fixture
{
  TemporaryFolder served, folder;
  fs::path file = folder / "file.part";
  std::vector<std::string> notes;
  DownloadOptions options{.retries = 2,
                          .pause = std::chrono::milliseconds(1),
                          .longest_pause = std::chrono::seconds(2),
                          .connecting = patient,
                          .stalled = patient,
                          .progress = {},
                          .note = [this](const std::string& note) { notes.push_back(note); }};

  Fixture() { write_file(served / "file", content); }

  bool get(const HttpServer& server) { return download(server.url() + "/file", file, options); }

  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder.path()), {}); }
};

/// Where the requests began.
std::vector<json> places(HttpServer& server)
{
  std::vector<json> places;
  for (const json& request : server.requests())
    places.push_back(request.at("from"));
  return places;
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(downloads, Fixture)

BOOST_AUTO_TEST_CASE(a_file_arrives_byte_for_byte_and_leaves_nothing_beside_it)
{
  HttpServer server(served.path());
  std::uint64_t done = 0;
  options.progress = [&](std::uint64_t bytes) {
    BOOST_TEST(bytes >= done);
    done = bytes;
  };
  BOOST_TEST(get(server));
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(files() == 1);
  BOOST_TEST(done == content.size());
  BOOST_TEST(server.requests().at(0).at("path") == "/file");
  BOOST_TEST(notes.empty());
}

BOOST_AUTO_TEST_CASE(an_empty_file_replaces_what_was_there)
{
  write_file(file, "old");
  write_file(served / "file", "");
  const HttpServer server(served.path(), {{"file", {{{"whole", true}, {"forever", true}}}}});
  get(server);
  BOOST_TEST(fs::file_size(file) == 0);
}

BOOST_AUTO_TEST_CASE(cut_connections_are_continued_where_they_were_cut)
{
  HttpServer server(served.path(), {{"file", {cut, cut, cut}}});
  BOOST_TEST(!get(server));
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST((places(server) == std::vector<json>{nullptr, 60'000, 120'000, 180'000}));
  BOOST_TEST(notes.size() == 3);
}

BOOST_AUTO_TEST_CASE(another_run_goes_on_where_the_first_stopped)
{
  options.retries = 0;
  {
    const HttpServer server(served.path(), {{"file", {cut, {{"cut", 0}}}}});
    BOOST_CHECK_EXCEPTION(get(server), Error, says("run this again, it continues after 0.1 MB"));
  }
  BOOST_TEST((read_file(file) == content.substr(0, 60'000)));
  HttpServer server(served.path());
  BOOST_TEST(!get(server));
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST((places(server) == std::vector<json>{60'000}));
  BOOST_TEST(files() == 1);
}

BOOST_AUTO_TEST_CASE(a_server_that_ignores_ranges_makes_it_start_over)
{
  const json whole{{"whole", true}};
  const HttpServer server(served.path(), {{"file", {cut, whole, whole}}});
  BOOST_TEST(!get(server));
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(notes.size() == 1);
}

BOOST_AUTO_TEST_CASE(a_server_that_ignores_ranges_and_always_cuts_is_given_up)
{
  json answer = always(cut);
  answer["whole"] = true;
  HttpServer server(served.path(), {{"file", {answer}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("also after 2 retries"));
  BOOST_TEST(server.requests().size() == 1 + 3 * 2); // each retry first asks for the rest
  BOOST_TEST((read_file(file) == content.substr(0, 60'000)));
}

BOOST_AUTO_TEST_CASE(another_range_than_asked_for_is_not_appended)
{
  const HttpServer server(served.path(), {{"file", {cut, {{"shift", 1000}}}}});
  get(server);
  BOOST_TEST((read_file(file) == content));
}

BOOST_AUTO_TEST_CASE(a_download_that_only_missed_its_own_end_is_whole)
{
  write_file(file, content);
  HttpServer server(served.path());
  BOOST_TEST(!get(server));
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 1); // answered 416
}

BOOST_AUTO_TEST_CASE(more_than_the_server_has_is_thrown_away)
{
  write_file(file, content + "too much");
  HttpServer server(served.path());
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 2);
}

BOOST_AUTO_TEST_CASE(shorter_pieces_than_asked_for_are_put_together)
{
  HttpServer server(served.path(), {{"file", {always({{"most", 80'000}})}}});
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 3);
}

BOOST_AUTO_TEST_CASE(a_content_length_that_is_never_reached_is_given_up)
{
  const HttpServer server(served.path(), {{"file", {always({{"length", 300'000}})}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("100000 bytes"));
  BOOST_TEST((read_file(file) == content));
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_not_asked_for_again)
{
  fs::remove(served / "file");
  HttpServer server(served.path());
  BOOST_CHECK_EXCEPTION(get(server), Error, says(server.url() + "/file: the server answers 404"));
  BOOST_TEST(server.requests().size() == 1);
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_file_is_an_error)
{
  const HttpServer server(served.path(),
                          {{"file", {{{"status", 204}}, {{"status", 304}}, {{"status", 300}}}}});
  for (const int status : {204, 304, 300}) {
    BOOST_CHECK_EXCEPTION(get(server), Error, says(fmt::format("answers {}", status)));
    BOOST_TEST(files() == 0);
  }
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_file_leaves_the_part_that_is_there)
{
  write_file(file, content.substr(0, 60'000));
  const HttpServer server(served.path(), {{"file", {{{"status", 300}}, {{"status", 404}}}}});
  for (const int status : {300, 404}) {
    BOOST_CHECK_EXCEPTION(get(server), Error, says(fmt::format("answers {}", status)));
    BOOST_TEST((read_file(file) == content.substr(0, 60'000)));
  }
}

BOOST_AUTO_TEST_CASE(a_busy_server_is_asked_again)
{
  HttpServer server(
      served.path(),
      {{"file", {{{"status", 503}}, {{"status", 429}, {"headers", {{"Retry-After", "0"}}}}}}});
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().size() == 3);
}

BOOST_AUTO_TEST_CASE(a_server_that_stays_busy_is_given_up)
{
  HttpServer server(served.path(), {{"file", {always({{"status", 503}})}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("answers 503, also after 2 retries"));
  BOOST_TEST(server.requests().size() == 3);
}

BOOST_AUTO_TEST_CASE(a_server_gets_the_time_it_asks_for)
{
  const json busy{{"status", 503}, {"headers", {{"Retry-After", "1"}}}};
  const HttpServer server(served.path(), {{"file", {busy}}});
  const auto start = std::chrono::steady_clock::now();
  get(server);
  BOOST_TEST((std::chrono::steady_clock::now() - start >= std::chrono::seconds(1)));
}

BOOST_AUTO_TEST_CASE(a_server_that_asks_for_an_hour_does_not_get_it)
{
  const json busy{{"status", 429}, {"headers", {{"Retry-After", "3600"}}}};
  HttpServer server(served.path(), {{"file", {always(busy)}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("asks to come back in 3600 s"));
  BOOST_TEST(server.requests().size() == 1);
}

BOOST_AUTO_TEST_CASE(a_stalled_connection_is_given_up_and_continued)
{
  HttpServer server(served.path(), {{"file", {{{"stall", 60'000}}}}});
  options.stalled = soon;
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(1).at("given up") == true);
  BOOST_TEST(server.requests().at(2).at("from") == 60'000);
  BOOST_TEST(notes.at(0).find("Operation too slow") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(redirects_are_followed_with_the_range)
{
  fs::rename(served / "file", served / "elsewhere");
  const json redirect{{"status", 302}, {"headers", {{"Location", "/elsewhere"}}}};
  HttpServer server(served.path(), {{"file", {always(redirect)}}, {"elsewhere", {cut}}});
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().back().at("path") == "/elsewhere");
  BOOST_TEST(server.requests().back().at("from") == 60'000);
}

BOOST_AUTO_TEST_CASE(a_circle_of_redirects_is_left)
{
  const json redirect{{"status", 302}, {"headers", {{"Location", "/file"}}}};
  const HttpServer server(served.path(), {{"file", {always(redirect)}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("redirects"));
}

BOOST_AUTO_TEST_CASE(other_protocols_than_http_are_refused)
{
  for (const char* url : {"ftp://127.0.0.1:1/file", "no-such://x/y"})
    BOOST_CHECK_EXCEPTION(download(url, file, options), Error, says(": Protocol \""));
  const json redirect{{"status", 302}, {"headers", {{"Location", "file:///etc/hostname"}}}};
  const HttpServer server(served.path(), {{"file", {always(redirect)}}});
  BOOST_CHECK_EXCEPTION(get(server), Error, says("/file: Protocol \"file\""));
  BOOST_TEST(files() == 0);
}

BOOST_AUTO_TEST_CASE(nobody_listening_is_said_after_the_retries)
{
  const std::string url = HttpServer(served.path()).url();
  BOOST_CHECK_EXCEPTION(download(url, file, options), Error, says("also after 2 retries"));
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_keeps_what_it_has)
{
  HttpServer server(served.path());
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{100'000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  BOOST_CHECK_EXCEPTION(get(server), Error, says("make room"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  BOOST_TEST(server.requests().size() == 1);
  BOOST_TEST((content.starts_with(read_file(file))));
  get(server);
  BOOST_TEST((read_file(file) == content));
  BOOST_TEST(server.requests().at(1).at("from") == 100'000);
}

BOOST_AUTO_TEST_CASE(a_folder_that_takes_no_file_is_named)
{
  write_file(folder / "no-folder", "");
  const fs::path nowhere = folder / "no-folder/file.part";
  BOOST_CHECK_EXCEPTION(download("http://127.0.0.1:1/file", nowhere, options), Error,
                        says("cannot create " + nowhere.string() + ": "));
}

BOOST_AUTO_TEST_CASE(a_pipe_in_the_place_of_the_file_is_not_waited_for,
                     *boost::unit_test::timeout(20))
{
  BOOST_REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  BOOST_CHECK_EXCEPTION(download("http://127.0.0.1:1/file", file, options), Error,
                        says("it is not a file"));
}

BOOST_AUTO_TEST_CASE(a_missing_curl_is_said)
{
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  BOOST_CHECK_EXCEPTION(download("http://127.0.0.1:1/file", file, options), Error,
                        says("curl is not installed; ./epreuve install run"));
  ::setenv("PATH", path.c_str(), 1);
}

BOOST_AUTO_TEST_CASE(the_readers_own_settings_of_curl_are_not_read)
{
  write_file(folder / ".curlrc", "max-filesize 1\n");
  ::setenv("CURL_HOME", folder.path().c_str(), 1);
  const HttpServer server(served.path());
  get(server);
  ::unsetenv("CURL_HOME");
  BOOST_TEST((read_file(file) == content));
}

BOOST_AUTO_TEST_CASE(a_killed_download_leaves_no_curl_running, *boost::unit_test::timeout(60))
{
  HttpServer server(served.path(), {{"file", {{{"stall", 60'000}}}}});
  const pid_t child = ::fork();
  if (child == 0) {
    get(server);
    ::_exit(0);
  }
  server.wait_for_line(); // it has asked
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  server.wait_for_line();
  BOOST_TEST(server.requests().back().at("given up") == true);
}

BOOST_AUTO_TEST_SUITE_END()
