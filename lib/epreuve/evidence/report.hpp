#pragma once

#include "epreuve/evidence/record.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace epreuve::evidence {

/// How a report is set: columns of the terminal, and whether colours may be used.
struct Typography
{
  std::size_t width = 100;
  bool colour = false;

  /// The text in a colour or weight, such as "1;31" for bold red; as it is without colours, or if none is named.
  /// Source: ECMA-48, SGR
  std::string painted(std::string_view colour_code, std::string_view text) const;
};

/// The width and colours of standard output: COLUMNS or the terminal's size, between 40 and 120
/// and 100 without a terminal; colours only on a capable terminal, or where CLICOLOR_FORCE is set, and without NO_COLOR.
Typography typography_of_stdout();

/// Whether a descriptor is open on a terminal that has colours and can write over a line: TERM is set, and not "dumb".
bool is_capable_terminal(int descriptor);

/// A chapter's record for a reader at a terminal: each claim with what is printed, what was
/// computed and the verdict, in the order of the chapter's lines; then findings and tables where
/// the chapter has them; then one line that counts.
std::string terminal_report(const Record& record, const Typography& typography);

} // namespace epreuve::evidence
