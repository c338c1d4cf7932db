#pragma once

#include <chrono>
#include <string>

namespace epreuve::exercises {

/// A moment, to the second.
using Instant = std::chrono::sys_seconds;

/// The moment that a text names as ISO 8601 does, with its zone: 2026-11-26T23:59+01:00, 2026-11-26T22:59:00Z.
/// @throws Error saying what is missing or does not exist
Instant parse_instant(const std::string& text);

/// The same in UTC: 2026-11-26T22:59:00Z. Years before 1970 or beyond 9999 become these.
std::string as_text(Instant instant);

/// How much later: "2 days 3 h", "1 h 5 min", "5 min", "40 s".
/// @param seconds  positive
std::string in_words(std::chrono::seconds seconds);

} // namespace epreuve::exercises
