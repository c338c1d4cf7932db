#include "epreuve/system/closed_process.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstring>
#include <sys/prctl.h>

namespace epreuve {

void close_process()
{
  if (::prctl(PR_SET_DUMPABLE, 0) != 0)
    throw Error("this process cannot be closed to others: {}", std::strerror(errno));
}

} // namespace epreuve
