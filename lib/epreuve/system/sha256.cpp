#include "epreuve/system/sha256.hpp"

#include "epreuve/error.hpp"

#include <array>
#include <cstdint>
#include <fmt/ranges.h>
#include <openssl/evp.h>

namespace epreuve {

namespace {

void require(int succeeded)
{
  if (succeeded != 1)
    throw Error("SHA-256: OpenSSL's libcrypto fails; is it installed completely?");
}

EVP_MD_CTX* as_context(const std::shared_ptr<void>& context)
{
  return static_cast<EVP_MD_CTX*>(context.get());
}

} // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free)
{
  require(EVP_DigestInit_ex(as_context(context_), EVP_sha256(), nullptr));
}

void Sha256::add(std::span<const std::byte> bytes)
{
  require(EVP_DigestUpdate(as_context(context_), bytes.data(), bytes.size()));
}

void Sha256::add_text(std::string_view text)
{
  const std::uint64_t length = text.size();
  add(std::as_bytes(std::span(&length, 1)));
  add(std::as_bytes(std::span(text)));
}

std::string Sha256::hex() &&
{
  std::array<unsigned char, 32> digest{};
  require(EVP_DigestFinal_ex(as_context(context_), digest.data(), nullptr));
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

} // namespace epreuve
