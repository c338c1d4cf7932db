#include "epreuve/exercises/plain.hpp"

#include "epreuve/exercises/filter.hpp"
#include "epreuve/exercises/landlock.hpp"
#include "epreuve/exercises/privileges.hpp"
#include "epreuve/exercises/system_folders.hpp"
#include "epreuve/system/descriptor.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

// The following functions are for a child process, and return what failed, or null.

const char* open_program(const std::string& path)
{
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open())
    return std::strerror(errno);
  if (::fcntl(file.get(), F_DUPFD_CLOEXEC, program_descriptor) != program_descriptor)
    return "it cannot be given its descriptor; are fewer than 128 files allowed (ulimit -n)?";
  return nullptr;
}

/// Root's worker becomes another user, who must be able to start it; no other user reaches its folder.
void let_others_start_it()
{
  struct stat status = {};
  constexpr mode_t everybody = S_IROTH | S_IXOTH;
  if (::geteuid() == 0 && ::fstat(program_descriptor, &status) == 0 &&
      (status.st_mode & everybody) != everybody && (status.st_mode & S_IXUSR) != 0)
    ::fchmod(program_descriptor, (status.st_mode & 07777U) | everybody);
}

const char* filter_and_limit(const Limits& limits)
{
  if (const char* problem = load_filter())
    return problem;
  // This comes last: a judge under a sanitizer has more address space than any limit, and can then allocate no more.
  return limit_resources(limits);
}

const char* keep_apart(const std::vector<fs::path>& readable)
{
  const pid_t judge = ::getppid();
  const bool judge_is_closed = ::prctl(PR_GET_DUMPABLE) != 1; // a child inherits it from its parent
  let_others_start_it();
  const Privileges dropped = drop_privileges();
  if (!dropped.are_gone)
    return "its privileges cannot be given up";
  const bool has_landlock = restrict_files(readable, program_descriptor);
  if (!has_landlock && !dropped.is_another_user && !judge_is_closed)
    return "nothing keeps judged code from its judge here: the kernel has no Landlock, there is no "
           "other user to become, and the judge's memory is open to all programs of its user";
  // On becoming another user the process has lost this setting.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  return ::getppid() == judge ? nullptr : "its judge has ended";
}

} // namespace

Launch plain(const fs::path& worker)
{
  const std::string program = fs::absolute(worker).string();
  // A project that is handed out compiled brings its libraries along.
  std::vector<fs::path> readable = loaded_libraries();
  readable.insert(readable.end(), {"/etc/ld.so.cache", "/etc/ld.so.preload"});
  for (const fs::path& folder : library_folders())
    for (fs::path& part : without(folder, projects()))
      readable.push_back(std::move(part));
  return {.command = {program},
          .prepare = [program, readable](const Limits& limits) -> const char* {
            ::clearenv();
            for (const auto& [name, value] : environment())
              ::setenv(name, value, 1);
            if (const char* problem = open_program(program))
              return problem;
            if (const char* problem = keep_apart(readable))
              return problem;
            return filter_and_limit(limits);
          },
          .start = Start::by_descriptor};
}

Launch trusted(const fs::path& path)
{
  const std::string program = fs::absolute(path).string();
  return {.command = {program},
          .prepare = [program](const Limits& limits) -> const char* {
            for (const auto& [name, value] : environment())
              ::setenv(name, value, 1);
            if (const char* problem = open_program(program))
              return problem;
            return filter_and_limit(limits);
          },
          .start = Start::by_descriptor};
}

} // namespace epreuve::exercises
