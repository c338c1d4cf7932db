#include "epreuve/system/descriptor.hpp"

#include <cerrno>

#include <unistd.h>

namespace epreuve {

bool Descriptor::write(std::string_view bytes)
{
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      return false;
    bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return true;
}

bool Descriptor::close()
{
  const int closing = descriptor_;
  descriptor_ = -1;
  return closing < 0 || ::close(closing) == 0;
}

} // namespace epreuve
