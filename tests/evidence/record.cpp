#include "epreuve/evidence/record.hpp"
#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace epreuve::evidence;
namespace fs = std::filesystem;

namespace {

ClaimSource source(const std::string& id)
{
  return {id, "exo7", "2.1. Title", 3, 5, "formula", "statement of " + id};
}

Claim claim(const std::string& id, Verdict declared)
{
  return {source(id), declared, 1, std::source_location::current()};
}

struct Folder
{
  Folder()
  {
    std::string name = (fs::temp_directory_path() / "epreuve-record-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return (path / name).string(); }
  std::ptrdiff_t entries() const { return std::distance(fs::directory_iterator(path), {}); }
  fs::path path;
};

std::string content(const std::string& path)
{
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

auto says(const std::string& part, const std::string& other = "")
{
  return [=](const epreuve::Error& e) {
    BOOST_TEST_INFO(e.what());
    const std::string message = e.what();
    return message.find(part) != std::string::npos && message.find(other) != std::string::npos;
  };
}

} // namespace

BOOST_AUTO_TEST_CASE(a_record_is_ok_only_if_every_owed_claim_has_evidence_and_its_declared_verdict)
{
  Record record;
  record.sources = {source("a"), source("b")};
  record.claims.push_back(claim("a", Verdict::holds));
  record.claims.push_back(claim("b", Verdict::holds));
  record.claims[0].by_reading("yes");
  BOOST_TEST(!record.ok());
  BOOST_TEST(record.missing() == std::vector<std::string>{"b"}, boost::test_tools::per_element());
  record.claims[1].by_reading("yes");
  BOOST_TEST(record.ok());
  record.findings.push_back(claim("", Verdict::holds));
  record.findings[0].contradicted("no");
  BOOST_TEST(!record.ok());
  record.findings.clear();
  record.claims[1].contradicted("no");
  BOOST_TEST(!record.ok());
}

BOOST_AUTO_TEST_CASE(a_record_that_states_nothing_is_not_ok)
{
  BOOST_TEST(!Record().ok());
}

BOOST_AUTO_TEST_CASE(the_json_of_a_record_has_everything_that_was_seen)
{
  Record record{
      "01-test", "a test", "chapters/01-test/chapter.cpp", 42, {source("a"), source("b")}, {}, {},
      {},        {}};
  Claim& a = record.claims.emplace_back(claim("a", Verdict::refuted));
  a.as_printed("x")
      .prints("0.5 0.7", arma::vec{0.5, 0.6})
      .corrected("y")
      .agree("sides", 1.0, std::nextafter(1.0, 2.0), ulps(1));
  a.property("p", [](Draw& draw) { return draw.integer("k", 0, 9) < 10; }, 7);
  record.tables.push_back({"t", {"h"}, {{"1"}, {"2"}}, std::source_location::current()});
  record.figures.push_back({"f", "title", "caption", "alt", true, "", {}});
  const nlohmann::json json = nlohmann::json::parse(to_json(record).dump());

  BOOST_TEST(json["name"] == "01-test");
  BOOST_TEST(json["seed"] == 42);
  BOOST_TEST(json["ok"] == false);
  BOOST_TEST(json["missing"] == nlohmann::json({"b"}));
  BOOST_TEST(json["documents"] == "exo7 2.1");
  const auto& c = json["claims"][0];
  BOOST_TEST(c["id"] == "a");
  BOOST_TEST(c["declared"] == "refuted");
  BOOST_TEST(c["found"] == "refuted");
  BOOST_TEST(c["as_declared"] == true);
  BOOST_TEST(!c.contains("complaint"));
  BOOST_TEST(c["correction"] == "y");
  BOOST_TEST(c["lines"] == nlohmann::json({3, 5}));
  BOOST_TEST(c["line"] > 0);
  const auto& digits = c["readings"][0]["evidence"][0];
  BOOST_TEST(c["readings"][0]["role"] == "printed");
  BOOST_TEST(c["readings"][0]["passes"] == false);
  BOOST_TEST(digits["kind"] == "digits");
  BOOST_TEST(digits["passed"] == false);
  BOOST_TEST(digits["digits"] == "wrong");
  BOOST_TEST(digits["printed"] == "0.5  0.7");
  BOOST_TEST(digits["computed"] == "0.50  0.60");
  const auto& sides = c["readings"][1]["evidence"][0];
  BOOST_TEST(sides["kind"] == "identity");
  BOOST_TEST(sides["ulps"] == 1);
  BOOST_TEST(sides["tolerance"] == "1 ulp");
  BOOST_TEST(c["readings"][1]["evidence"][1]["draws"] == 7);
  BOOST_TEST(json["tables"][0]["rows"] == nlohmann::json({{"1"}, {"2"}}));
  BOOST_TEST(json["figures"][0]["measured"] == true);
  BOOST_TEST(record_document({json})["chapters"].size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_infinitely_far_apart_leaves_no_null_in_the_json)
{
  Record record;
  record.claims.push_back(claim("a", Verdict::holds));
  record.claims[0].agree("shapes", arma::mat(2, 3), arma::mat(3, 2), ulps(1));
  const std::string text = to_json(record).dump();
  BOOST_TEST(text.find("null") == std::string::npos);
  BOOST_TEST(text.find("2 x 3 against 3 x 2") != std::string::npos);
  BOOST_TEST(text.find("\"complaint\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_is_written_whole_and_replaces_the_old_one)
{
  const Folder folder;
  const std::string path = folder.file("all.json");
  write_file(path, "first");
  BOOST_TEST(content(path) == "first");
  write_file(path, std::string(100000, 'x'));
  BOOST_TEST(content(path) == std::string(100000, 'x'));
  write_file(path, "");
  BOOST_TEST(content(path) == "");
  BOOST_TEST(folder.entries() == 1);
}

BOOST_AUTO_TEST_CASE(a_link_is_followed_and_stays_a_link)
{
  const Folder folder;
  write_file(folder.file("target"), "old");
  fs::create_symlink("target", folder.file("link"));
  write_file(folder.file("link"), "new");
  BOOST_TEST(fs::is_symlink(folder.file("link")));
  BOOST_TEST(content(folder.file("target")) == "new");
  BOOST_TEST(folder.entries() == 2);
}

BOOST_AUTO_TEST_CASE(a_pipe_is_written_to_and_stays_a_pipe)
{
  const Folder folder;
  const std::string path = folder.file("pipe");
  BOOST_REQUIRE_EQUAL(::mkfifo(path.c_str(), 0600), 0);
  std::FILE* both_ends = std::fopen(path.c_str(), "r+");
  BOOST_REQUIRE(both_ends);
  write_file(path, "through");
  char read[8] = {};
  BOOST_TEST(std::fread(read, 1, 7, both_ends) == 7u);
  std::fclose(both_ends);
  BOOST_TEST(std::string(read) == "through");
  BOOST_TEST(fs::is_fifo(path));
}

BOOST_AUTO_TEST_CASE(a_full_device_is_an_error)
{
  BOOST_CHECK_EXCEPTION(write_file("/dev/full", "x"), epreuve::Error,
                        says("cannot write /dev/full", "No space left"));
  BOOST_TEST(fs::is_character_file("/dev/full"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_does_not_exist_is_named)
{
  const Folder folder;
  BOOST_CHECK_EXCEPTION(
      write_file(folder.file("none/all.json"), "x"), epreuve::Error,
      says(folder.file("none/all.json") + ": No such file or directory", "a folder that exists"));
  BOOST_TEST(folder.entries() == 0);
}

BOOST_AUTO_TEST_CASE(a_folder_is_not_overwritten)
{
  const Folder folder;
  fs::create_directory(folder.file("taken"));
  BOOST_CHECK_EXCEPTION(write_file(folder.file("taken"), "x"), epreuve::Error,
                        says("Is a directory", "nothing was changed"));
  BOOST_TEST(folder.entries() == 1);
}

BOOST_AUTO_TEST_CASE(an_unwritable_folder_is_named)
{
  if (::geteuid() == 0) {
    BOOST_TEST_MESSAGE("skipped: nothing is unwritable for root");
    return;
  }
  const Folder folder;
  fs::permissions(folder.path, fs::perms::owner_read | fs::perms::owner_exec);
  BOOST_CHECK_EXCEPTION(write_file(folder.file("all.json"), "x"), epreuve::Error,
                        says("Permission denied"));
  fs::permissions(folder.path, fs::perms::owner_all);
  BOOST_TEST(folder.entries() == 0);
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_leaves_the_old_file_and_no_other)
{
  const Folder folder;
  const std::string path = folder.file("all.json");
  write_file(path, "old");
  // A limit on the size of files stands in for the full disk.
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 5000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  BOOST_CHECK_EXCEPTION(write_file(path, std::string(100000, 'x')), epreuve::Error,
                        says("cannot write " + path, "File too large; nothing was changed"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(content(path) == "old");
  BOOST_TEST(folder.entries() == 1);
}
