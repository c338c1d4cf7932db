#include "epreuve/figures/gnuplot.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/broken_pipes.hpp"
#include "epreuve/text.hpp"

#include <gnuplot-iostream.h>

#include <cerrno>
#include <cstring>
#include <ios>
#include <ostream>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace epreuve::figures {

namespace {

/// A file in memory, which a child process can open and which leaves nothing behind.
class MemoryFile
{
public:
  MemoryFile() : descriptor_(memfd_create("figure", 0))
  {
    if (descriptor_ < 0)
      throw Error("figures: cannot hold gnuplot's output in memory: {}", std::strerror(errno));
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

  std::string content() const
  {
    std::string text(static_cast<std::size_t>(lseek(descriptor_, 0, SEEK_END)), '\0');
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count =
          pread(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(done));
      if (count <= 0)
        throw Error("figures: cannot read gnuplot's output back: {}", std::strerror(errno));
      done += static_cast<std::size_t>(count);
    }
    return text;
  }

private:
  int descriptor_;
};

} // namespace

std::string string_constant(std::string_view text)
{
  const std::string clean = printable(text);
  std::string constant = "\"";
  for (std::size_t i = 0; i < clean.size(); ++i) {
    if (std::string_view("\"\\`@\n").find(clean[i]) == std::string_view::npos) {
      constant += clean[i];
      continue;
    }
    constant += fmt::format("\\{:03o}", static_cast<unsigned char>(clean[i]));
    // Gnuplot reads as many octal digits as come.
    if (i + 1 < clean.size() && clean[i + 1] >= '0' && clean[i + 1] <= '7')
      constant += "\".\"";
  }
  return constant + "\"";
}

std::string tick_constant(std::string_view text)
{
  std::string doubled;
  for (const char c : text)
    doubled += c == '%' ? "%%" : std::string(1, c);
  return string_constant(doubled);
}

std::string run_gnuplot(const std::string& script)
{
  const MemoryFile output, messages, status;
  try {
    const BrokenPipesIgnored guard; // gnuplot may end early
    // Without the user's settings (-d) and language; the status goes to a file of its own because
    // Gnuplot-iostream keeps it to itself.
    Gnuplot gnuplot(fmt::format("{{ LC_ALL=C.UTF-8 gnuplot -d >{} 2>{}; echo $? >{}; }} 2>{}",
                                output.path(), messages.path(), status.path(), messages.path()));
    gnuplot << script << std::flush;
  } catch (const std::ios_base::failure& error) {
    throw Error("figures: cannot start gnuplot: {}", error.what());
  }
  const std::string code(trimmed(status.content()));
  if (code == "127" || code == "126")
    throw Error(
        "figures: gnuplot was not found, and it draws PNG, PDF and text; install the package "
        "gnuplot-nox (apt-get install gnuplot-nox), or draw SVG");
  if (code != "0")
    throw Error("figures: gnuplot failed (status {}): {}", code.empty() ? "unknown" : code,
                trimmed(messages.content()));
  return output.content();
}

} // namespace epreuve::figures
