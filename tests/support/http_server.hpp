#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::tests {

/// A request of a test's client.
struct HttpRequest
{
  std::string path;                           ///< "/config.json"
  std::map<std::string, std::string> headers; ///< names in lower case
  std::optional<std::uint64_t> from;          ///< of "Range: bytes=<from>-"
};

/// A connection on which a server sends any bytes to a client; nothing here makes it keep to HTTP.
class HttpConnection
{
public:
  virtual ~HttpConnection() = default;
  virtual void send(std::string_view bytes) = 0;
  /// Sends nothing until the client gives up.
  virtual void stall() = 0;
};

/// A server on a free port of this machine, in a thread of its own; it answers requests one
/// after the other, each by a call of `answer`, then closes the connection.
class HttpServer
{
public:
  using Answer = std::function<void(const HttpRequest&, HttpConnection&)>;

  explicit HttpServer(Answer answer);
  ~HttpServer();

  std::string url() const;                          ///< "http://127.0.0.1:40123"
  const std::vector<HttpRequest>& requests() const; ///< so far; while none is under way

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// A well-behaved answer: all of `content`, or the requested range if If-Range allows it.
void serve(const HttpRequest& request, HttpConnection& connection, const std::string& content,
           const std::string& etag = "\"v1\"");

/// The head of an answer: "HTTP/1.1 <status>", these headers and an empty line.
std::string http_head(std::string_view status, const std::vector<std::string>& headers);

} // namespace epreuve::tests
