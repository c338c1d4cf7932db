#pragma once

#include <string>

namespace epreuve::book {

/// Shows a page in the browser of the person at this machine, and does not wait for it.
/// @param address_or_path  "http://127.0.0.1:8765/", or a file
/// @throws Error naming what to open by hand if there is no screen, or nothing to open it with
void open_in_browser(const std::string& address_or_path);

} // namespace epreuve::book
