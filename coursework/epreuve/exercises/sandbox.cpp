#include "epreuve/exercises/sandbox.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/filter.hpp"
#include "epreuve/exercises/system_folders.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

const std::string bubblewrap = "/usr/bin/bwrap";

/// The words of a command, as they are collected.
class Command
{
public:
  void add(std::vector<std::string> words)
  {
    words_.insert(words_.end(), std::make_move_iterator(words.begin()),
                  std::make_move_iterator(words.end()));
  }
  std::vector<std::string> take() { return std::move(words_); }

private:
  std::vector<std::string> words_;
};

/// A separate file system, with nothing in it yet.
void add_place(Command& words)
{
  words.add({bubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
             "--uid", "65534", "--gid", "65534", "--clearenv"});
  for (const auto& [name, value] : environment())
    words.add({"--setenv", name, value});
}

/// Folders of the system, at the same paths, without any folders of this project in them.
/// @return the hidden folders, to be made read-only when everything else is in place
std::vector<fs::path> add_system(Command& words, const std::vector<fs::path>& folders)
{
  const std::vector<fs::path> ours = projects();
  std::vector<fs::path> hidden;
  for (const fs::path& folder : folders) {
    if (std::ranges::any_of(ours,
                            [&](const fs::path& project) { return lies_in(folder, project); }))
      continue;
    words.add({"--ro-bind", folder, folder});
    for (const fs::path& project : ours)
      if (lies_in(project, folder) && std::ranges::find(hidden, project) == hidden.end()) {
        words.add({"--tmpfs", project});
        hidden.push_back(project);
      }
  }
  for (const char* path : {"/bin", "/lib", "/lib32", "/lib64", "/usr/lib32", "/usr/lib64"})
    if (fs::is_symlink(path))
      words.add({"--symlink", fs::read_symlink(path), path});
  for (const char* path : {"/etc/alternatives", "/etc/ld.so.cache"})
    words.add({"--ro-bind-try", path, path});
  return hidden;
}

/// The program that starts a worker in a sandbox (coursework/worker/begin.cpp); it lies next to all programs of this
/// project.
fs::path begin_worker()
{
  return fs::read_symlink("/proc/self/exe").parent_path() / "exercises" / "begin-worker";
}

/// The last words before the program's: after them nothing is added to the sandbox.
void add_end(Command& words, const std::vector<fs::path>& hidden)
{
  for (const fs::path& folder : hidden)
    words.add({"--remount-ro", folder});
  words.add({"--remount-ro", "/"});
}

} // namespace

std::vector<std::string> Sandbox::command(const std::vector<fs::path>& readable,
                                          const std::vector<fs::path>& writable)
{
  Command words;
  add_place(words);
  std::vector<fs::path> folders = library_folders();
  std::ranges::copy(compiler_folders(), std::back_inserter(folders));
  const std::vector<fs::path> hidden = add_system(words, folders);
  for (const fs::path& path : readable)
    words.add({"--ro-bind", path, path});
  for (const fs::path& path : writable)
    words.add({"--bind", path, path});
  if (!writable.empty())
    words.add({"--setenv", "TMPDIR", writable.front()});
  add_end(words, hidden);
  return words.take();
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
  // In the sandbox it has a path of its own, since its folder's name is nobody's business.
  const std::string program = "/worker", beginning = "/begin";
  Command words;
  add_place(words);
  const std::vector<fs::path> hidden = add_system(words, library_folders());
  words.add({"--ro-bind", begin_worker(), beginning, "--ro-bind", fs::absolute(worker), program});
  // There is no /proc, where a sanitizer's report looks for the program to find its lines.
  words.add({"--symlink", program, "/proc/self/exe"});
  add_end(words, hidden);
  words.add({"--json-status-fd", std::to_string(status_descriptor), beginning, program});
  // One more descriptor than a worker may have, until it begins.
  return {.command = words.take(),
          .prepare =
              [](const Limits& limits) { return limit_resources(limits, program_descriptor + 1); },
          .extra = filter_,
          .start = Start::by_bubblewrap};
}

} // namespace epreuve::exercises
