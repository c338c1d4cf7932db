#include "epreuve/exercises/sandbox.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

const std::string bubblewrap = "/usr/bin/bwrap";

/// BLAS starts threads for products of any size unless it is told not to, and a worker may not.
constexpr const char* one_thread = "OMP_NUM_THREADS";

} // namespace

Launch plain(const fs::path& worker)
{
  return {{fs::absolute(worker).string()}, [](const Limits& limits) {
            ::setenv(one_thread, "1", 1);
            return confine(limits);
          }};
}

std::vector<std::string> Sandbox::command(const std::vector<fs::path>& readable,
                                          const std::vector<fs::path>& writable)
{
  std::vector<std::string> words{bubblewrap,
                                 "--unshare-all",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--cap-drop",
                                 "ALL",
                                 "--uid",
                                 "65534",
                                 "--gid",
                                 "65534",
                                 "--clearenv",
                                 "--setenv",
                                 "PATH",
                                 "/usr/bin",
                                 "--setenv",
                                 one_thread,
                                 "1",
                                 "--ro-bind",
                                 "/usr",
                                 "/usr"};
  for (const char* name : {"bin", "lib", "lib64"})
    words.insert(words.end(), {"--symlink", std::string("usr/") + name, std::string("/") + name});
  for (const char* link : {"/etc/alternatives", "/etc/ld.so.cache"})
    words.insert(words.end(), {"--ro-bind-try", link, link});
  for (const fs::path& path : readable)
    words.insert(words.end(), {"--ro-bind", path.string(), path.string()});
  for (const fs::path& path : writable)
    words.insert(words.end(), {"--bind", path.string(), path.string()});
  return words;
}

std::string Sandbox::obstacle()
{
  if (::access(bubblewrap.c_str(), X_OK) != 0)
    return "bubblewrap is not installed (Debian's package is bubblewrap)";
  const int status = std::system((bubblewrap + " --unshare-all --ro-bind / / /bin/true "
                                               ">/dev/null 2>&1 </dev/null")
                                     .c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return "bubblewrap is installed, but this system lets it make no sandbox (user namespaces are "
           "needed)";
  return "";
}

Sandbox::Sandbox() : filter_(std::make_shared<Descriptor>(::memfd_create("filter", MFD_CLOEXEC)))
{
  if (!filter_->is_open())
    throw Error("the filter of system calls cannot be made: {}", std::strerror(errno));
  write_filter(filter_->get());
}

Launch Sandbox::launch(const fs::path& worker) const
{
  // In there it has a place of its own: its folder's name is nobody's business.
  const std::string program = "/worker";
  std::vector<std::string> words = command({}, {});
  words.insert(words.end(), {"--ro-bind", fs::absolute(worker).string(), program, "--seccomp",
                             std::to_string(extra_descriptor), program});
  return {words, [](const Limits& limits) { return limit_resources(limits); }, filter_};
}

} // namespace epreuve::exercises
