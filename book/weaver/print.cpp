#include "weaver/print.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "weaver/link.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;

/// Chromium's messages, without those that it always prints where no desktop is running.
std::string reason(const std::string& output)
{
  std::string said;
  for (std::string line : split_lines(printable(output))) {
    if (line.empty() || line.find(":ERROR:dbus/") != std::string::npos ||
        line.find("[: ") != std::string::npos)
      continue;
    // "[24945:24945:1121/192524.126740:ERROR:some/file.cc:403] "
    if (const std::size_t end = line.find("] "); line.starts_with('[') && end != std::string::npos)
      line.erase(0, end + 2);
    said += "\n  " + line;
  }
  return said.empty() ? " nothing" : said;
}

} // namespace

fs::path find_chromium()
{
  const char* wished = std::getenv("CHROMIUM");
  if (wished && *wished) {
    const std::string name = wished;
    const fs::path found =
        name.find('/') == std::string::npos ? find_program(name) : fs::path(name);
    if (::access(found.c_str(), X_OK) != 0)
      throw Error("CHROMIUM names {}, which is not a program", in_quotes(name));
    return found;
  }
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (fs::path found = find_program(name); !found.empty())
      return found;
  throw Error("there is no Chromium to print with; ./epreuve install pdf gets it");
}

void print(const fs::path& html, const fs::path& pdf, double seconds)
{
  const fs::path chromium = find_chromium();
  require_writable(pdf);
  if (!fs::is_regular_file(html))
    throw Error("there is no {} to print", html.string());
  const TemporaryFolder folder;
  const fs::path printed = folder / "printed.pdf";
  std::vector<std::string> command{chromium.string(),
                                   "--headless",
                                   "--disable-background-networking",
                                   "--no-first-run",
                                   "--user-data-dir=" + (folder / "profile").string(),
                                   "--no-pdf-header-footer",
                                   "--generate-pdf-document-outline",
                                   "--print-to-pdf=" + printed.string()};
  // It refuses to run as root, in a container for instance, with its sandbox.
  if (::geteuid() == 0)
    command.emplace_back("--no-sandbox");
  command.push_back("file://" + percent_encoded(fs::absolute(html).lexically_normal().string()));
  CommandLimits limits;
  limits.seconds = seconds;
  limits.file_size = RLIM_INFINITY;
  Ended ended = run_command(command, limits);
  if (ended.timed_out) {
    fs::remove_all(folder / "profile");
    ended = run_command(command, limits);
  }
  if (ended.timed_out)
    throw Error("{} did not print {} within {:.0f} seconds; it said:{}", chromium.string(),
                html.string(), limits.seconds, reason(ended.output));
  // Its status is 0 even if it could not load the page.
  std::error_code missing;
  if (ended.status != 0 || fs::file_size(printed, missing) == 0 || missing)
    throw Error("{} did not print {} (status {}); it said:{}", chromium.string(), html.string(),
                ended.status, reason(ended.output));
  write_file(pdf, read_text(printed));
}

} // namespace epreuve::book
