#include "epreuve/exercises/judge_channel.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/broken_pipes.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sstream>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

/// Above the numbers at which a worker finds its own descriptors.
constexpr int first_free_descriptor = 64;

/// The channel's first line.
std::string read_opening(int descriptor)
{
  constexpr std::size_t longest = 200;
  std::string line;
  for (char c = ' '; line.size() < longest; line += c) {
    const auto count = ::read(descriptor, &c, 1);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0 || c == '\n')
      return line;
  }
  return "";
}

} // namespace

JudgeChannel::JudgeChannel()
    : descriptor_(::fcntl(channel_descriptor, F_DUPFD_CLOEXEC, first_free_descriptor))
{
  if (!descriptor_.is_open())
    throw Error("--driven: nothing is at descriptor {}", channel_descriptor);
  ::close(channel_descriptor);
  std::istringstream line(read_opening(descriptor_.get()));
  if (!(line >> key_ >> charge_.seed >> charge_.seconds))
    throw Error("--driven: no charge came on descriptor {}", channel_descriptor);
}

void JudgeChannel::say(char mark, std::string_view line)
{
  std::string text = key_ + mark;
  text += line;
  std::ranges::replace(text, '\n', ' ');
  const BrokenPipesIgnored guard;
  if (!descriptor_.write(text + '\n'))
    throw Error("nothing reads the judge's answers any more");
}

std::string opening(const std::string& key, const Charge& charge)
{
  return fmt::format("{} {} {}\n", key, charge.seed, charge.seconds);
}

} // namespace epreuve::exercises
