#include "epreuve/exercises/landlock.hpp"

#include "epreuve/exercises/system_folders.hpp"
#include "epreuve/system/descriptor.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <iterator>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

// As in linux/landlock.h, which may be older than the kernel that runs.
constexpr std::uint64_t may_execute = 1 << 0, may_read = 1 << 2, may_list = 1 << 3;
constexpr unsigned ask_version = 1 << 0;
constexpr int below_path = 1;

struct RuleSet
{
  std::uint64_t files, network, scoped;
};

#pragma pack(push, 1)
struct BelowPath
{
  std::uint64_t allowed;
  std::int32_t parent;
};
#pragma pack(pop)

/// What each version of Landlock can forbid; the bits of anything else must be 0.
RuleSet everything(long version)
{
  constexpr std::array<std::uint64_t, 5> rights{13, 14, 15, 15, 16}; // how many, of files
  const auto last = static_cast<std::size_t>(std::min<long>(version, rights.size()) - 1);
  return {(std::uint64_t{1} << rights[last]) - 1, version >= 4 ? std::uint64_t{3} : 0,
          version >= 6 ? std::uint64_t{3} : 0};
}

bool allow(int rules, int target, std::uint64_t rights)
{
  struct stat status = {};
  if (::fstat(target, &status) != 0)
    return false;
  // For a file the kernel refuses a right that only folders have.
  const BelowPath rule{S_ISDIR(status.st_mode) ? rights : rights & ~may_list, target};
  return ::syscall(SYS_landlock_add_rule, rules, below_path, &rule, 0) == 0;
}

} // namespace

std::vector<fs::path> without(const fs::path& folder, const std::vector<fs::path>& hidden)
{
  if (std::ranges::any_of(hidden, [&](const fs::path& each) { return lies_in(folder, each); }))
    return {};
  if (std::ranges::none_of(hidden, [&](const fs::path& each) { return lies_in(each, folder); }))
    return {folder};
  std::vector<fs::path> parts;
  std::error_code unreadable; // then nothing in it is allowed
  for (const fs::directory_entry& inner : fs::directory_iterator(folder, unreadable))
    if (!inner.is_symlink()) // which may lead there
      std::ranges::move(without(inner.path(), hidden), std::back_inserter(parts));
  return parts;
}

bool restrict_files(const std::vector<fs::path>& readable, int program)
{
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
  if (version < 1)
    return false;
  const RuleSet all = everything(version);
  const Descriptor rules(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0)));
  if (!rules.is_open() || !allow(rules.get(), program, may_execute | may_read))
    return false;
  for (const fs::path& path : readable)
    // A missing file needs no rule, and a file without a rule is not readable.
    if (const Descriptor target(::open(path.c_str(), O_PATH | O_CLOEXEC)); target.is_open())
      allow(rules.get(), target.get(), may_execute | may_read | may_list);
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules.get(), 0) == 0;
}

} // namespace epreuve::exercises
