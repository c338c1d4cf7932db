#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace epreuve::figures {

class Figure;

enum class Format
{
  svg,
  png,
  pdf,
  terminal
};

/// "svg", "png", "pdf" or "terminal"; Error otherwise.
Format parse_format(std::string_view name);

/// The usual ending of such a file, without the dot: "svg", "png", "pdf", "txt".
std::string_view extension(Format format);

/// Writes the figure to the file `path`: SVG by ourselves, the others through gnuplot. The same figure gives the same bytes.
/// The file appears whole or not at all: it is written under another name in the same folder,
/// checked and renamed.
/// @throws Error if the figure is incomplete (check_complete), if gnuplot is missing or fails
///         (with its own message), if the file cannot be written
void render(const Figure& figure, const std::filesystem::path& path, Format format);

/// The figure in characters, lines at most `width` (at least 40) columns wide: what
/// Format::terminal writes. Bars and heat maps are set as tables.
std::string render_text(const Figure& figure, unsigned width = 100);

} // namespace epreuve::figures
