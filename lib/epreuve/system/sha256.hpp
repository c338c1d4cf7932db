#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace epreuve {

/// The hash SHA-256 of bytes that come piece by piece. Source: FIPS 180-4.
class Sha256
{
public:
  Sha256();
  void add(std::span<const std::byte> bytes);
  void
  add_text(std::string_view text); ///< and its length: no two lists of texts are the same bytes
  std::string hex() &&;            ///< 64 digits of all that was added; the last thing to ask

private:
  std::shared_ptr<void> context_;
};

} // namespace epreuve
