#pragma once

#include <filesystem>

namespace epreuve::book {

/// Chromium: $CHROMIUM, or on PATH chromium, chromium-browser or google-chrome.
/// @throws Error if it is missing: the message says how to get it
std::filesystem::path find_chromium();

/// Prints a page to a PDF, with an outline of its headings; unless the whole page is printed, the file stays as it was.
/// @param html  a file; what it refers to, on this machine, is loaded
/// @param seconds  after which Chromium is taken to be stuck, and is started once more; a chapter takes about ten
/// @throws Error with Chromium's message if there is no Chromium, it fails, or takes too long twice
void print(const std::filesystem::path& html, const std::filesystem::path& pdf,
           double seconds = 300);

} // namespace epreuve::book
