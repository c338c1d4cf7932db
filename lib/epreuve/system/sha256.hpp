#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace epreuve {

/// The hash SHA-256 of bytes that are added piece by piece. Source: FIPS 180-4.
class Sha256
{
public:
  Sha256();
  void add(std::span<const std::byte> bytes);
  void add_text(
      std::string_view
          text); ///< adds its length, too: different lists of texts never become the same bytes
  std::string hex() &&; ///< the hash in 64 digits; the last call

private:
  std::shared_ptr<void> context_;
};

} // namespace epreuve
