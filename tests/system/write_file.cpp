#include "epreuve/system/write_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using epreuve::tests::read_file;
namespace fs = std::filesystem;

namespace {

std::ptrdiff_t entries(const TemporaryFolder& folder)
{
  return std::distance(fs::directory_iterator(folder.path()), {});
}

auto says(const std::string& part, const std::string& other = "")
{
  return [=](const Error& e) {
    BOOST_TEST_INFO(e.what());
    const std::string message = e.what();
    return message.find(part) != std::string::npos && message.find(other) != std::string::npos;
  };
}

} // namespace

BOOST_AUTO_TEST_CASE(a_file_is_written_whole_and_replaces_the_old_one)
{
  const TemporaryFolder folder;
  const fs::path path = folder / "all.json";
  write_file(path, "first");
  BOOST_TEST(read_file(path) == "first");
  write_file(path, std::string(100000, 'x'));
  BOOST_TEST(read_file(path) == std::string(100000, 'x'));
  write_file(path, "");
  BOOST_TEST(read_file(path) == "");
  BOOST_TEST(entries(folder) == 1);
}

BOOST_AUTO_TEST_CASE(a_link_is_followed_and_stays_a_link)
{
  const TemporaryFolder folder;
  write_file(folder / "target", "old");
  fs::create_symlink("target", folder / "link");
  write_file(folder / "link", "new");
  BOOST_TEST(fs::is_symlink(folder / "link"));
  BOOST_TEST(read_file(folder / "target") == "new");
  BOOST_TEST(entries(folder) == 2);
}

BOOST_AUTO_TEST_CASE(of_several_who_create_a_file_one_does_and_all_see_it_whole)
{
  const TemporaryFolder folder;
  const fs::path path = folder / "one";
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> made = 0;
    std::vector<std::string> seen(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i)
      threads.emplace_back([&, i] {
        made += create_file(path, std::string(1000, static_cast<char>('a' + i))) ? 1 : 0;
        seen[i] = read_file(path);
      });
    for (std::thread& thread : threads)
      thread.join();
    BOOST_TEST_REQUIRE(made == 1);
    for (const std::string& text : seen)
      BOOST_TEST_REQUIRE(text == std::string(1000, seen.front().front()));
    BOOST_TEST_REQUIRE(entries(folder) == 1);
    fs::remove(path);
  }
  fs::create_symlink("nowhere", path);
  BOOST_TEST(!create_file(path, "text"));
  BOOST_TEST(fs::is_symlink(path));
  BOOST_CHECK_EXCEPTION(create_file(folder / "none/file", "text"), Error, says("does not exist"));
}

BOOST_AUTO_TEST_CASE(a_link_or_a_pipe_is_replaced_where_others_may_have_made_it)
{
  const TemporaryFolder folder;
  write_file(folder / "target", "old");
  fs::create_symlink("target", folder / "link");
  BOOST_REQUIRE_EQUAL(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "pipe"}) {
    replace_file(folder / name, "new");
    BOOST_TEST(fs::is_regular_file(fs::symlink_status(folder / name)));
    BOOST_TEST(read_file(folder / name) == "new");
  }
  BOOST_TEST(read_file(folder / "target") == "old");
}

BOOST_AUTO_TEST_CASE(a_pipe_is_written_to_and_stays_a_pipe)
{
  const TemporaryFolder folder;
  const fs::path path = folder / "pipe";
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
  BOOST_CHECK_EXCEPTION(write_file("/dev/full", "x"), Error,
                        says("cannot write /dev/full", "No space left"));
  BOOST_TEST(fs::is_character_file("/dev/full"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_does_not_exist_is_named)
{
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(write_file(folder / "none/all.json", "x"), Error,
                        says((folder / "none/all.json").string() + ": No such file or directory",
                             "a folder that exists"));
  BOOST_TEST(entries(folder) == 0);
}

BOOST_AUTO_TEST_CASE(a_folder_is_not_overwritten)
{
  const TemporaryFolder folder;
  fs::create_directory(folder / "taken");
  BOOST_CHECK_EXCEPTION(write_file(folder / "taken", "x"), Error,
                        says("Is a directory", "nothing was changed"));
  BOOST_TEST(entries(folder) == 1);
}

BOOST_AUTO_TEST_CASE(an_unwritable_folder_is_named)
{
  if (::geteuid() == 0) {
    BOOST_TEST_MESSAGE("skipped: nothing is unwritable for root");
    return;
  }
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  BOOST_CHECK_EXCEPTION(write_file(folder / "all.json", "x"), Error, says("Permission denied"));
  fs::permissions(folder.path(), fs::perms::owner_all);
  BOOST_TEST(entries(folder) == 0);
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_leaves_the_old_file_and_no_other)
{
  const TemporaryFolder folder;
  const fs::path path = folder / "all.json";
  write_file(path, "old");
  // A limit on the size of files stands in for the full disk.
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 5000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  BOOST_CHECK_EXCEPTION(
      write_file(path, std::string(100000, 'x')), Error,
      says("cannot write " + path.string(), "File too large; nothing was changed"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(read_file(path) == "old");
  BOOST_TEST(entries(folder) == 1);
}

BOOST_AUTO_TEST_CASE(what_could_not_be_written_is_refused_before_the_work)
{
  const TemporaryFolder folder;
  require_writable(folder / "all.json");
  require_writable("/dev/null");
  fs::create_symlink("all.json", folder / "link");
  require_writable(folder / "link");
  BOOST_CHECK_EXCEPTION(require_writable(folder / "none/all.json"), Error,
                        says((folder / "none/all.json").string(), "does not exist"));
  BOOST_CHECK_EXCEPTION(require_writable(folder.path()), Error,
                        says(folder.path().string(), "is a folder"));
  BOOST_TEST(entries(folder) == 1);
}

BOOST_AUTO_TEST_CASE(a_process_that_finishes_writing_leaves_a_whole_file_and_no_other)
{
  const TemporaryFolder folder;
  const fs::path path = folder / "large.json";
  constexpr std::size_t size = std::size_t(64) << 20;
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    std::thread([&] { write_file(path, std::string(size, 'x')); }).detach();
    while (fs::is_empty(folder.path()))
      std::this_thread::yield();
    finish_writing();
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  BOOST_TEST(status == 0);
  BOOST_TEST(entries(folder) == 1);
  BOOST_REQUIRE(fs::exists(path));
  BOOST_TEST(fs::file_size(path) == size);
}

BOOST_AUTO_TEST_CASE(a_new_file_has_the_permissions_that_the_user_gives_new_files)
{
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  write_file(folder / "a", "x");
  ::umask(before);
  BOOST_TEST((fs::status(folder / "a").permissions() == fs::perms(0640)));
}

BOOST_AUTO_TEST_CASE(a_folder_is_made_with_those_above_it_and_taken_if_it_is_there)
{
  const TemporaryFolder folder;
  for (int twice = 0; twice < 2; ++twice)
    BOOST_TEST(make_folder(folder / "a/b/c", "--figures") == folder / "a/b/c");
  BOOST_TEST(fs::is_directory(folder / "a/b/c"));
}

BOOST_AUTO_TEST_CASE(a_file_where_a_folder_is_to_be_is_named_in_the_message)
{
  const TemporaryFolder folder;
  write_file(folder / "a", "x");
  for (const char* path : {"a", "a/", "a/b", "a/b/c"})
    BOOST_CHECK_EXCEPTION(
        make_folder(folder / path, "--figures"), Error,
        says((folder / "a").string(), " is a file; name a folder with --figures"));
  BOOST_CHECK_EXCEPTION(make_folder("/proc/a", "--out"), Error,
                        says("cannot create the folder /proc/a", "a writable one with --out"));
}
