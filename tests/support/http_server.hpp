#pragma once

#include "epreuve/system/command.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tests {

/// The web server http_server.py, while it lives.
class HttpServer
{
public:
  using Json = nlohmann::json;

  /// @param script  the faults of its answers, by the files' names: http_server.py has their words
  explicit HttpServer(const std::filesystem::path& folder, const Json& script = Json::object());
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const std::string& url() const { return url_; } ///< "http://127.0.0.1:40123"
  /// Its lines so far, of requests: {"path": "/file", "from": 60000}; and {"path": "/file", "given up": true} when a
  /// client no longer waited for a stalled answer.
  const std::vector<Json>& requests();
  void wait_for_line(); ///< in addition to those of requests()

private:
  std::string read_line();

  Started server_;
  std::string read_; ///< and not yet taken
  std::string url_;
  std::vector<Json> requests_;
};

} // namespace epreuve::tests
