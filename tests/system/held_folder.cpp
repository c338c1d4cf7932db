#include "epreuve/system/held_folder.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace epreuve;
namespace fs = std::filesystem;

namespace {

auto says(const std::string& part)
{
  return [=](const Error& error) {
    BOOST_TEST_INFO(error.what());
    return std::string(error.what()).find(part) != std::string::npos;
  };
}

/// A folder with a file, a folder and every kind of link.
struct Mixed
{
  TemporaryFolder outer;
  fs::path path = outer / "mixed";

  Mixed()
  {
    fs::create_directories(path / "inner");
    write_file(path / "inner" / "file", "text");
    write_file(outer / "secret", "secret");
    fs::create_symlink(outer / "secret", path / "link");
    fs::create_directory_symlink("inner", path / "linked");
    fs::create_symlink("loop", path / "loop");
    fs::create_symlink(std::string(300, 'x'), path / "too-long");
  }
};

using Opening = Descriptor (*)(int, const fs::path&, int);

} // namespace

BOOST_AUTO_TEST_CASE(neither_a_link_nor_a_way_up_is_followed_with_openat2_or_without)
{
  const Mixed mixed;
  const Descriptor folder(::open(mixed.path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const Opening opening : {open_beneath, walk_beneath}) {
    BOOST_TEST(opening(folder.get(), "inner/file", O_RDONLY).is_open());
    BOOST_TEST(opening(folder.get(), "", O_RDONLY | O_DIRECTORY).is_open());
    for (const char* link : {"link", "linked/file", "loop", "too-long", "linked"}) {
      BOOST_TEST(!opening(folder.get(), link, O_RDONLY).is_open());
      BOOST_TEST(errno == ELOOP, link);
    }
    for (const std::string& out : {std::string("../secret"), (mixed.outer / "secret").string(),
                                   std::string("inner/../../secret")})
      BOOST_TEST(!opening(folder.get(), out, O_RDONLY).is_open(), out);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_named_as_what_it_is)
{
  const Mixed mixed;
  const HeldFolder folder(mixed.path);
  BOOST_TEST(folder.read("inner/file", 4) == "text");
  BOOST_CHECK_EXCEPTION(folder.read("inner/file", 3), Error,
                        says("has 4 bytes, expected at most 3"));
  BOOST_CHECK_EXCEPTION(folder.read("inner", 9), Error, says("is a folder"));
  BOOST_CHECK_EXCEPTION(folder.read("link", 9), Error, says("is a symbolic link"));
  BOOST_CHECK_EXCEPTION(folder.read("linked/file", 9), Error,
                        says("is reached through a symbolic link"));
  BOOST_CHECK_EXCEPTION(folder.read("none", 9), Error, says("cannot be read: No such file"));
  BOOST_REQUIRE(::mkfifo((mixed.path / "pipe").c_str(), 0600) == 0);
  BOOST_CHECK_EXCEPTION(folder.read("pipe", 9), Error, says("is not an ordinary file"));
  const fs::path sparse = mixed.path / "sparse";
  write_file(sparse, "");
  BOOST_REQUIRE(::truncate(sparse.c_str(), off_t{1} << 40) == 0);
  BOOST_CHECK_EXCEPTION(folder.read("sparse", 1 << 20), Error, says("has 1099511627776 bytes"));
  BOOST_CHECK_EXCEPTION(folder.entries("", 3), Error, says("holds more than 3 files"));
  // A name stays bound to what was opened.
  fs::rename(mixed.path, mixed.outer / "renamed");
  BOOST_TEST(folder.read("inner/file", 4) == "text");
}

BOOST_AUTO_TEST_CASE(a_file_that_grows_while_it_is_read_is_refused)
{
  const TemporaryFolder outer;
  const fs::path path = outer / "growing";
  write_file(path, "x");
  std::atomic<bool> ended = false;
  std::thread growing([&] {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    const std::string more(4096, 'x');
    while (!ended && ::write(file.get(), more.data(), more.size()) > 0)
      if (fs::file_size(path) > (1 << 22))
        ::truncate(path.c_str(), 1) == 0 ? void() : void();
  });
  const HeldFolder folder(outer.path());
  for (int i = 0; i < 500; ++i)
    try {
      BOOST_REQUIRE(folder.read("growing", 100000).size() <= 100000u);
    } catch (const Error&) {
    }
  ended = true;
  growing.join();
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_swapped_for_a_link_again_and_again_gives_nothing_of_another)
{
  const TemporaryFolder outer;
  const fs::path mine = outer / "mine", others = outer / "others";
  for (const fs::path& folder : {mine / "softmax", others}) {
    fs::create_directories(folder);
    write_file(folder / "exercises.cpp", folder == others ? "others" : "mine");
  }
  fs::create_directory_symlink(others, mine / "spare");
  std::atomic<bool> ended = false;
  std::thread swapping([&] {
    while (!ended)
      ::renameat2(AT_FDCWD, (mine / "softmax").c_str(), AT_FDCWD, (mine / "spare").c_str(),
                  RENAME_EXCHANGE);
  });
  const HeldFolder folder(mine);
  int read = 0;
  for (int i = 0; i < 20000; ++i)
    try {
      BOOST_REQUIRE(folder.read("softmax/exercises.cpp", 100) == "mine");
      ++read;
    } catch (const Error&) {
      // A link just now.
    }
  ended = true;
  swapping.join();
  BOOST_TEST(read > 0);
}
