#pragma once

#include <string>
#include <string_view>

namespace epreuve::book {

/// The title and the description in an SVG file.
struct SvgText
{
  std::string title;
  std::string description;
};

/// The title and the description at the beginning of an SVG file; empty where there are none, or no SVG.
SvgText text_of_svg(std::string_view svg);

/// A figure's SVG as a part of a page. It is written anew from its elements and attributes, of which only
/// those that draw are allowed: no scripts, no style sheets, no links except to parts of itself. Its ids, and the
/// references to them, begin with `prefix`, so that those of several figures on one page differ. The
/// title and the description are replaced by the given ones, which label the image.
/// @param prefix  letters, digits, hyphens, dots, colons: the figure's id
/// @throws Error if the text is no SVG, or holds an element or a reference that is not allowed
std::string inline_svg(std::string_view svg, const std::string& prefix, std::string_view title,
                       std::string_view description);

} // namespace epreuve::book
