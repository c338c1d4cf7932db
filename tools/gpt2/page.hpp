#pragma once

#include "gpt2/figures.hpp"
#include "gpt2/prompt.hpp"

#include <string>
#include <vector>

namespace epreuve::tools {

/// Writes a page of HTML with a text's tokens and figures. It needs no script and no other file: the drawings are in it,
/// as data: addresses. A drawing wider than the window can be scrolled.
/// @throws Error if the file cannot be written
void write_page(const std::string& file, const Prompt& prompt,
                const std::vector<NamedFigure>& figures);

} // namespace epreuve::tools
