#include "epreuve/exercises/privileges.hpp"

#include <array>
#include <cstdint>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace epreuve::exercises {

namespace {

constexpr unsigned nobody = 65534;

using Capabilities = std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3>;

__user_cap_header_struct of_this_process()
{
  return {_LINUX_CAPABILITY_VERSION_3, 0};
}

bool can(const Capabilities& capabilities, unsigned capability)
{
  return (capabilities[capability / 32].effective >> (capability % 32) & 1) != 0;
}

bool become_nobody()
{
  __user_cap_header_struct header = of_this_process();
  Capabilities ours{};
  if (::geteuid() != 0 || ::syscall(SYS_capget, &header, ours.data()) != 0)
    return false;
  for (const unsigned needed : {CAP_SETUID, CAP_SETGID, CAP_KILL})
    if (!can(ours, needed))
      return false;
  return ::setgroups(0, nullptr) == 0 && ::setresgid(nobody, nobody, nobody) == 0 &&
         ::setresuid(nobody, nobody, nobody) == 0;
}

} // namespace

Privileges drop_privileges()
{
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0;
       ++capability)
    ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0); // may be refused; the rest is enough
  Privileges dropped;
  dropped.is_another_user = become_nobody();
  __user_cap_header_struct header = of_this_process();
  const Capabilities none{};
  // Without new privileges, a program that root starts gets no more than root has left.
  dropped.are_gone = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                     ::syscall(SYS_capset, &header, none.data()) == 0;
  return dropped;
}

} // namespace epreuve::exercises
