#include "epreuve/sha256.hpp"

#include "epreuve/error.hpp"

#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>

namespace epreuve {

std::string sha256(std::span<const std::byte> bytes)
{
  std::array<unsigned char, 32> digest{};
  if (EVP_Q_digest(nullptr, "SHA256", nullptr, bytes.data(), bytes.size(), digest.data(),
                   nullptr) != 1)
    throw Error("OpenSSL computes no SHA-256; is its configuration sound?");
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

} // namespace epreuve
