#pragma once

#include <string>
#include <string_view>

namespace epreuve::figures {

/// `text` as a gnuplot string expression that cannot hold a command: double-quoted, with quotes, backslashes, backquotes,
/// @ and newlines as octal escapes. (Not single-quoted: gnuplot 5.4 ends such a constant too early when it begins with a
/// doubled quote.)
std::string string_constant(std::string_view text);

/// The same for tick labels, which gnuplot also reads as a number format.
std::string tick_constant(std::string_view text);

/// Gnuplot's standard output for the input `script`.
/// @throws Error if gnuplot is missing, or fails: with its own message
std::string run_gnuplot(const std::string& script);

} // namespace epreuve::figures
