// A worker's answers do not make its judge grow.

#include "epreuve/exercises/check.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>

using namespace epreuve::exercises;

namespace {

/// Answers every question with this payload, of this kind.
Launch answering(const std::string& payload, int kind)
{
  const std::string script = R"(
import os, struct, sys
def read(count):
    data = b''
    while len(data) < count:
        piece = os.read(3, count - len(data))
        if not piece: sys.exit(0)
        data += piece
    return data
payload = )" + payload + R"(
while True:
    kind, identity, length = struct.unpack('<BQQ', read(21)[4:])
    read(length)
    data = b'EPR1' + struct.pack('<BQQ', )" +
                             std::to_string(kind) + R"(, identity, len(payload)) + payload
    while data: data = data[os.write(4, data):]
)";
  return {{"/usr/bin/python3", "-c", script}, [](const Limits&) -> const char* { return nullptr; }};
}

/// By how many megabytes the largest judge of these answers grows.
long growth(const Launch& launch)
{
  const pid_t judge = ::fork();
  if (judge == 0) {
    rusage before{}, after{};
    ::getrusage(RUSAGE_SELF, &before);
    Check<arma::vec(const arma::vec&)> check({.name = "f", .points = 1}, {"x"});
    check.expects([](const arma::vec& x) { return x; })
        .on("one", arma::vec{1})
        .on_random([](Draw& draw) { return std::tuple(draw.vector("x", 3, 0, 1)); });
    const Result result = check.judge({launch, std::nullopt, "/nonexistent", 1, Allowance(60)});
    ::getrusage(RUSAGE_SELF, &after);
    const long grown = (after.ru_maxrss - before.ru_maxrss) >> 10;
    ::_exit(result.status == Status::wrong ? static_cast<int>(std::min(grown, 32'000L) >> 7) : 255);
  }
  int status = 0;
  ::waitpid(judge, &status, 0);
  BOOST_REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) != 255);
  return WEXITSTATUS(status) << 7; // of 128 MB
}

} // namespace

BOOST_AUTO_TEST_CASE(a_hundred_results_of_eight_megabytes_are_not_kept)
{
  const std::string million = "b'm' + struct.pack('<QQ', 1000000, 1) + bytes(8000000)";
  BOOST_TEST(growth(answering(million, 1)) < 256);
}

BOOST_AUTO_TEST_CASE(a_hundred_exceptions_of_eight_megabytes_are_not_kept)
{
  BOOST_TEST(growth(answering("b'x' * 8000000", 3)) < 256);
}
