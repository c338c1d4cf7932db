#include "epreuve/system/temporary_folder.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace epreuve;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(each_folder_is_a_new_one_and_goes_with_all_that_is_in_it)
{
  fs::path path;
  {
    const TemporaryFolder folder, other;
    path = folder.path();
    BOOST_TEST(path != other.path());
    fs::create_directory(folder / "inner");
    std::ofstream(folder / "inner" / "file") << "text";
    BOOST_TEST(fs::exists(path / "inner" / "file"));
  }
  BOOST_TEST(!fs::exists(path));
}

BOOST_AUTO_TEST_CASE(where_none_can_be_made_the_variable_that_names_the_place_is_named)
{
  const char* set = std::getenv("TMPDIR");
  const std::string before = set ? set : "";
  ::setenv("TMPDIR", "/nonexistent", 1);
  BOOST_CHECK_EXCEPTION(TemporaryFolder(), Error, [](const Error& e) {
    const std::string message = e.what();
    return message.find("/nonexistent: No such file") != std::string::npos &&
           message.find("set TMPDIR") != std::string::npos;
  });
  set ? ::setenv("TMPDIR", before.c_str(), 1) : ::unsetenv("TMPDIR");
}

namespace {

/// TMPDIR is another folder while this lives.
class OtherTemporaryFolder
{
public:
  OtherTemporaryFolder()
  {
    const char* set = std::getenv("TMPDIR");
    before_ = set ? set : "";
    ::setenv("TMPDIR", folder_.path().c_str(), 1);
  }
  ~OtherTemporaryFolder()
  {
    before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1);
  }
  const TemporaryFolder& folder() const { return folder_; }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

private:
  TemporaryFolder folder_;
  std::string before_;
};

/// A process that makes a folder with a file in it and waits. @return its id
pid_t with_folder()
{
  int ready[2];
  BOOST_REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "inner");
    std::ofstream(folder / "inner" / "answer.cpp") << "a student's";
    [[maybe_unused]] const auto written = ::write(ready[1], "", 1);
    for (;;)
      ::pause();
  }
  char byte;
  BOOST_REQUIRE(::read(ready[0], &byte, 1) == 1);
  ::close(ready[0]);
  ::close(ready[1]);
  return child;
}

} // namespace

BOOST_AUTO_TEST_CASE(what_a_killed_process_left_is_removed_and_what_a_living_one_has_is_not)
{
  const OtherTemporaryFolder other;
  const pid_t killed = with_folder(), living = with_folder();
  ::kill(killed, SIGKILL);
  ::waitpid(killed, nullptr, 0);
  BOOST_TEST(other.count() == 2);
  BOOST_TEST(remove_abandoned_folders() == 1u);
  BOOST_TEST(other.count() == 1);
  ::kill(living, SIGKILL);
  ::waitpid(living, nullptr, 0);
  BOOST_TEST(remove_abandoned_folders() == 1u);
  BOOST_TEST(other.count() == 0);
}

BOOST_AUTO_TEST_CASE(what_only_looks_abandoned_stays)
{
  const OtherTemporaryFolder other;
  const TemporaryFolder elsewhere; // in the present TMPDIR
  std::ofstream(elsewhere / "kept") << "text";
  const fs::path here = other.folder().path();
  fs::create_directory_symlink(elsewhere.path(), here / "epreuve-tmp-aaaaaa");
  for (const char* name : {"epreuve-course", "epreuve-tmp-long-name", "epreuve-tmp-bbbbbb"})
    fs::create_directory(here / name); // the last one with other permissions
  const fs::path abandoned = here / "epreuve-tmp-cccccc";
  fs::create_directory(abandoned);
  fs::permissions(abandoned, fs::perms::owner_all);
  fs::create_directory_symlink(elsewhere.path(), abandoned / "link");
  BOOST_TEST(remove_abandoned_folders() == 1u);
  BOOST_TEST(!fs::exists(abandoned));
  BOOST_TEST(fs::exists(elsewhere / "kept"));
  BOOST_TEST(other.count() == 5); // with `elsewhere`
}
