#include "watch.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <string_view>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;

constexpr int between_looks = 250; // milliseconds
constexpr int quiet = 50;          // an editor's save is several events

// A signal handler may use nothing but these.
volatile std::sig_atomic_t interrupted = 0;
int interruption_pipe[2] = {-1, -1};

void note_interruption(int)
{
  const int error = errno;
  interrupted = 1;
  // If the pipe is full, it is readable already.
  [[maybe_unused]] const auto written = ::write(interruption_pipe[1], "", 1);
  errno = error;
}

/// Changes made elsewhere, on a server or on the host of a virtual machine, are not reported.
bool is_elsewhere(const fs::path& folder)
{
  struct statfs system{};
  if (::statfs(folder.c_str(), &system) != 0)
    return false;
  constexpr unsigned vboxsf = 0x786f4256;
  switch (static_cast<unsigned>(system.f_type)) {
  case NFS_SUPER_MAGIC:
  case SMB_SUPER_MAGIC:
  case CIFS_SUPER_MAGIC:
  case SMB2_SUPER_MAGIC:
  case V9FS_MAGIC:
  case FUSE_SUPER_MAGIC:
  case vboxsf:
    return true;
  default:
    return false;
  }
}

} // namespace

Interruption::Interruption()
{
  if (::pipe2(interruption_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Error("cannot make a pipe for Ctrl-C: {}", std::strerror(errno));
  interrupted = 0;
  struct sigaction action{};
  action.sa_handler = note_interruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
}

Interruption::~Interruption()
{
  std::signal(SIGINT, SIG_DFL);
  interrupted = 0;
  for (int& end : interruption_pipe) {
    ::close(end);
    end = -1;
  }
}

bool Interruption::came()
{
  return interrupted != 0;
}

int Interruption::descriptor() const
{
  return interruption_pipe[0];
}

Watch::Watch(std::vector<fs::path> files)
    : files_(std::move(files)), inotify_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK))
{
  const char* wished = std::getenv("EPREUVE_POLL");
  if (wished && *wished)
    poll_because("EPREUVE_POLL is set");
  else if (!inotify_.is_open())
    poll_because(std::string("inotify: ") + std::strerror(errno));
  for (const fs::path& file : files_) {
    if (!why_polling_.empty())
      break;
    const fs::path folder = file.parent_path();
    watches_.push_back(::inotify_add_watch(inotify_.get(), folder.c_str(),
                                           IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR));
    if (watches_.back() < 0)
      poll_because(std::string("inotify: ") + std::strerror(errno));
    else if (fs::is_symlink(fs::symlink_status(file)))
      poll_because(file.filename().string() + " is a symbolic link");
    else if (is_elsewhere(folder))
      poll_because("its file system may be changed from elsewhere");
  }
}

void Watch::poll_because(const std::string& reason)
{
  why_polling_ = reason;
  inotify_.close();
  states_.clear();
  for (const fs::path& file : files_)
    states_.push_back(state(file));
}

Watch::State Watch::state(const fs::path& file)
{
  struct stat found{};
  if (::stat(file.c_str(), &found) != 0)
    return {};
  return {found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size,
          static_cast<std::int64_t>(found.st_ino)};
}

std::set<std::size_t> Watch::wait(const Interruption& interruption)
{
  std::set<std::size_t> saved;
  while (!interruption.came()) {
    const bool polling = !why_polling_.empty();
    pollfd events[] = {{interruption.descriptor(), POLLIN, 0},
                       {polling ? -1 : inotify_.get(), POLLIN, 0}};
    const int timeout = polling ? between_looks : saved.empty() ? -1 : quiet;
    const int count = ::poll(events, 2, timeout);
    if (count < 0 && errno != EINTR)
      throw Error("waiting for a file to be saved failed: {}", std::strerror(errno));
    if (count == 0 && !saved.empty())
      return saved;
    saved.merge(polling ? compare() : take_events());
  }
  return {};
}

std::set<std::size_t> Watch::take_events()
{
  std::set<std::size_t> saved;
  bool lost = false;
  alignas(inotify_event) char buffer[16 * (sizeof(inotify_event) + NAME_MAX + 1)];
  for (;;) {
    const auto bytes = ::read(inotify_.get(), buffer, sizeof buffer);
    if (bytes <= 0)
      break;
    for (const char* at = buffer; at < buffer + bytes;) {
      inotify_event event{};
      std::memcpy(&event, at, sizeof event);
      // The name is padded with zeros.
      const char* name = at + sizeof event;
      at = name + event.len;
      lost = lost || (event.mask & (IN_Q_OVERFLOW | IN_IGNORED)) != 0;
      for (std::size_t i = 0; i < files_.size(); ++i)
        if (event.len > 0 && event.wd == watches_[i] && files_[i].filename() == name)
          saved.insert(i);
    }
  }
  if (lost) {
    poll_because("a folder was removed, or changed too often");
    for (std::size_t i = 0; i < files_.size(); ++i)
      saved.insert(i);
  }
  return saved;
}

std::set<std::size_t> Watch::compare()
{
  std::set<std::size_t> saved;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const State now = state(files_[i]);
    if (now != states_[i] && now != State{})
      saved.insert(i);
    states_[i] = now;
  }
  return saved;
}

} // namespace epreuve::tools
