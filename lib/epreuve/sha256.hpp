#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace epreuve {

/// SHA-256 of bytes, as 64 lower-case hexadecimal digits. Source: FIPS 180-4.
std::string sha256(std::span<const std::byte> bytes);

} // namespace epreuve
