#pragma once

#include <string>
#include <string_view>

namespace epreuve::book {

/// HTML as browsers show it best: what is too wide for a phone gets a box that scrolls by itself; a short
/// formula is kept together with the comma after it; lines of code get ids with their number, "L-537".
/// book/MARKUP.md has the list. Comments are left out; everything else stays as it is, and so does HTML that has
/// been through this function before.
/// @param html  a page or a part of one, well-formed as XML
/// @throws Error with the line and what is there if it is not well-formed
std::string for_browsers(std::string_view html);

} // namespace epreuve::book
