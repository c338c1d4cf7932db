#pragma once

#include <string>
#include <string_view>

namespace epreuve::figures {

/// `text` as a gnuplot string constant that cannot hold a command: double-quoted, with every
/// ASCII character that is not a letter, a digit or a space as an octal escape. (Gnuplot 5.4
/// ends a single-quoted constant that begins with a doubled quote too early, and substitutes
/// backquoted commands in a double-quoted one.)
std::string quoted(std::string_view text);

/// The same for tick labels, which gnuplot also reads as a number format.
std::string quoted_tick(std::string_view text);

/// What gnuplot writes to its standard output when it is given `script`.
/// @throws Error if gnuplot is missing, or fails: with its own message
std::string run_gnuplot(const std::string& script);

} // namespace epreuve::figures
