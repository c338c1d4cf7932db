#include "support/http_server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <istream>
#include <thread>
#include <utility>

namespace epreuve::tests {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

HttpRequest read_request(tcp::socket& socket)
{
  asio::streambuf buffer;
  asio::read_until(socket, buffer, "\r\n\r\n");
  std::istream input(&buffer);
  HttpRequest request;
  std::string line;
  input >> line >> request.path;
  std::getline(input, line);
  while (std::getline(input, line) && line != "\r") {
    std::string name = line.substr(0, line.find(':'));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    request.headers[name] = line.substr(name.size() + 2, line.size() - name.size() - 3);
  }
  if (const auto range = request.headers.find("range"); range != request.headers.end())
    request.from = std::stoull(range->second.substr(std::string_view("bytes=").size()));
  return request;
}

class Connection final : public HttpConnection
{
public:
  explicit Connection(tcp::socket& socket) : socket_(socket) {}

  void send(std::string_view bytes) override
  {
    boost::system::error_code client_is_gone;
    asio::write(socket_, asio::buffer(bytes), client_is_gone);
  }

  void stall() override
  {
    char byte = 0;
    boost::system::error_code client_is_gone;
    socket_.read_some(asio::buffer(&byte, 1), client_is_gone);
  }

private:
  tcp::socket& socket_;
};

} // namespace

struct HttpServer::Implementation
{
  asio::io_context context;
  tcp::acceptor acceptor{context, {asio::ip::address_v4::loopback(), 0}};
  std::vector<HttpRequest> requests;
  std::atomic<bool> stopping = false;
  std::thread thread;

  void run(const Answer& answer)
  {
    for (;;) {
      tcp::socket socket(context);
      acceptor.accept(socket);
      if (stopping)
        return;
      try {
        requests.push_back(read_request(socket));
        Connection connection(socket);
        answer(requests.back(), connection);
        socket.shutdown(tcp::socket::shutdown_both);
      } catch (const boost::system::system_error&) {
        continue; // the client has closed the connection
      }
    }
  }
};

HttpServer::HttpServer(Answer answer) : implementation_(std::make_unique<Implementation>())
{
  implementation_->thread =
      std::thread([this, answer = std::move(answer)] { implementation_->run(answer); });
}

HttpServer::~HttpServer()
{
  implementation_->stopping = true;
  tcp::socket wake(implementation_->context);
  boost::system::error_code ignored;
  wake.connect(implementation_->acceptor.local_endpoint(), ignored);
  implementation_->thread.join();
}

std::string HttpServer::url() const
{
  return fmt::format("http://127.0.0.1:{}", implementation_->acceptor.local_endpoint().port());
}

const std::vector<HttpRequest>& HttpServer::requests() const
{
  return implementation_->requests;
}

std::string http_head(std::string_view status, const std::vector<std::string>& headers)
{
  return fmt::format("HTTP/1.1 {}\r\n{}\r\nConnection: close\r\n\r\n", status,
                     fmt::join(headers, "\r\n"));
}

void serve(const HttpRequest& request, HttpConnection& connection, const std::string& content,
           const std::string& etag)
{
  const auto condition = request.headers.find("if-range");
  const bool unchanged = condition == request.headers.end() || condition->second == etag;
  if (request.from && *request.from >= content.size() && unchanged) {
    connection.send(http_head("416 Range Not Satisfiable",
                              {fmt::format("Content-Range: bytes */{}", content.size())}));
    return;
  }
  const bool part = request.from && unchanged;
  const std::size_t from = part ? *request.from : 0;
  std::vector<std::string> headers{fmt::format("Content-Length: {}", content.size() - from),
                                   "ETag: " + etag};
  if (part)
    headers.push_back(
        fmt::format("Content-Range: bytes {}-{}/{}", from, content.size() - 1, content.size()));
  connection.send(http_head(part ? "206 Partial Content" : "200 OK", headers));
  connection.send(std::string_view(content).substr(from));
}

} // namespace epreuve::tests
