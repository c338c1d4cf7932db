#include "support/http_server.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::tests {

HttpServer::HttpServer(const std::filesystem::path& folder, const Json& script)
    : server_(start_command({find_program("python3").string(),
                             EPREUVE_SOURCE_DIR "/tests/support/http_server.py", folder.string(),
                             script.dump()},
                            [] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }))
{
  // It is on this machine, whatever proxy the machine has.
  ::setenv("no_proxy", "127.0.0.1", 1);
  url_ = "http://127.0.0.1:" + read_line();
}

HttpServer::~HttpServer()
{
  ::kill(server_.child, SIGKILL);
  ::waitpid(server_.child, nullptr, 0);
}

std::string HttpServer::read_line()
{
  std::size_t end = 0;
  while ((end = read_.find('\n')) == std::string::npos) {
    std::array<char, 4096> buffer;
    const auto count = ::read(server_.output.get(), buffer.data(), buffer.size());
    if (count <= 0)
      throw std::runtime_error("the tests' web server has ended: " + read_);
    read_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  const std::string line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return line;
}

void HttpServer::wait_for_line()
{
  requests_.push_back(Json::parse(read_line()));
}

const std::vector<HttpServer::Json>& HttpServer::requests()
{
  // A request is there before its answer is.
  pollfd more{server_.output.get(), POLLIN, 0};
  while (!read_.empty() || ::poll(&more, 1, 0) > 0)
    wait_for_line();
  return requests_;
}

} // namespace epreuve::tests
