#pragma once

#include "epreuve/system/descriptor.hpp"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace epreuve::book {

/// What a browser asks for.
struct Request
{
  std::string method; ///< "GET"
  std::string path;   ///< "/no body.html": without escapes and query
  std::vector<std::string>
      hosts; ///< what its Host headers say: the names by which it addresses this server
};

struct Response
{
  int status = 200;
  std::string type = "text/plain; charset=utf-8"; ///< of the content
  std::string content = {};
  Descriptor file = Descriptor(-1); ///< an ordinary file, sent instead of a content, piece by piece
  std::string headers = {};         ///< further headers, each with its line end: "Allow: GET\r\n"
};

/// Answers browsers, in a thread of its own while it lives: one request per connection, without a body, and
/// one answer, not in several parts. No connection can make it wait or grow: a request has
/// 16 KiB and 5 seconds, an answer that is not read 10 seconds, and when there are more than 256 connections, the
/// one that has been without a whole request for the longest time is closed.
///
/// Source: RFC 9112; this is the part that showing a book in a browser needs.
class BrowserRequests
{
public:
  using Answer = std::function<Response(const Request&)>;

  /// @param listening  a socket
  /// @param answer     called in the thread; what it throws is an answer too, with status 500
  BrowserRequests(Descriptor listening, Answer answer);
  ~BrowserRequests();
  BrowserRequests(const BrowserRequests&) = delete;
  BrowserRequests& operator=(const BrowserRequests&) = delete;

private:
  Descriptor ending_; ///< an event for the thread
  std::thread thread_;
};

} // namespace epreuve::book
