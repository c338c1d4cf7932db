#pragma once

#include <string_view>
#include <utility>

namespace epreuve {

/// A file descriptor that is closed in any case.
class Descriptor
{
public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept
  {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

  // Both return whether they succeeded, and leave the reason for a failure in errno.

  bool write(std::string_view bytes);
  bool close();

private:
  int descriptor_;
};

} // namespace epreuve
