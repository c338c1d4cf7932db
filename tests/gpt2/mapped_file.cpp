#include "epreuve/gpt2/mapped_file.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace epreuve;

#ifndef EPREUVE_SANITIZE // which have a handler of their own for the signal

BOOST_AUTO_TEST_CASE(a_file_that_becomes_shorter_while_it_is_looked_at_is_no_crash)
{
  const TemporaryFolder folder;
  write_file(folder / "model", std::string(1 << 20, 'x'));
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGBUS, SIG_DFL); // instead of the test's own
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    const gpt2::MappedFile file(folder / "model");
    if (::truncate(file.path().c_str(), 1) != 0)
      ::_exit(3);
    ::_exit(file.bytes()[1 << 19] == std::byte{'x'} ? 4 : 5);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  BOOST_TEST(WIFEXITED(status));
  BOOST_TEST(WEXITSTATUS(status) == 2);
}

#endif
