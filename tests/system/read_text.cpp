#include "epreuve/system/read_text.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstring>
#include <filesystem>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace epreuve;
using epreuve::tests::says;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_CASE(only_an_ordinary_file_is_read_and_nothing_is_waited_for,
                     *boost::unit_test::timeout(20))
{
  const TemporaryFolder folder;
  write_file(folder / "file", "text");
  fs::create_symlink("file", folder / "link");
  BOOST_TEST(read_text(folder / "file") == "text");
  BOOST_TEST(read_text(folder / "link") == "text");
  BOOST_TEST(read_text("/proc/self/status").starts_with("Name:")); // the system gives its size as 0

  BOOST_REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("/dev/zero", folder / "zero");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
  BOOST_REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  ::close(socket);
  const auto refused = [&](const char* name, const std::string& why) {
    BOOST_CHECK_EXCEPTION(read_text(folder / name), Error,
                          says((folder / name).string(), "cannot be read: " + why));
  };
  refused("pipe", "it is a pipe, expected a file");
  refused("zero", "it is a device, expected a file");
  refused("socket", "it is a socket, expected a file");
  refused(".", "it is a folder, expected a file");
  refused("none", "No such file or directory");
}

BOOST_AUTO_TEST_CASE(no_more_is_read_than_a_file_may_hold)
{
  const TemporaryFolder folder;
  write_file(folder / "file", "text");
  BOOST_TEST(read_text(folder / "file", 4) == "text");
  BOOST_CHECK_EXCEPTION(read_text(folder / "file", 3), Error,
                        says("has 4 bytes, expected at most 3"));
  write_file(folder / "sparse", "");
  BOOST_REQUIRE(::truncate((folder / "sparse").c_str(), off_t{1} << 40) == 0);
  BOOST_CHECK_EXCEPTION(read_text(folder / "sparse"), Error, says("has 1099511627776 bytes"));
  BOOST_CHECK_EXCEPTION(read_text("/proc/self/status", 10), Error, says("more than 10 bytes"));
}

BOOST_AUTO_TEST_CASE(a_pipe_is_read_where_one_may_be_meant_and_a_device_without_end_is_bounded)
{
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string text(100000, 'x');
  std::thread writing([&] { write_file(pipe, text); });
  BOOST_TEST((read_text_or_pipe(pipe, 1 << 20) == text));
  writing.join();
  BOOST_CHECK_EXCEPTION(read_text_or_pipe("/dev/zero", 1 << 20), Error,
                        says("/dev/zero", "more than 1048576 bytes"));
  BOOST_TEST(read_text_or_pipe("/dev/null", 1) == "");
  BOOST_CHECK_EXCEPTION(read_text_or_pipe(folder.path(), 1), Error, says("it is a folder"));
}
