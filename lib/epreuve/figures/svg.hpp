#pragma once

#include "epreuve/figures/picture.hpp"

#include <string>

namespace epreuve::figures {

/// The picture as an SVG file. Coordinates are rounded to a tenth of a pixel, palettes to 256 colours. It shows its own
/// colours wherever it is seen; the classes "line-NAME" of what is drawn and "fill-NAME" of what is filled with a
/// theme::Paint are there for a page that gives them others: one file, light and dark.
/// @param title, description  what the picture is called, and what is to be seen in it, for those who cannot
std::string svg_of(const Picture& sheet, const std::string& title, const std::string& description);

} // namespace epreuve::figures
