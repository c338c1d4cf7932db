#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// What a compiler or linker says about a file.
struct Message
{
  int line = 0;           ///< of the file, from 1; 0 if none is to blame
  std::string words{};    ///< on one line, bounded, `printable`
  std::string function{}; ///< of a linker's message: the exercise's function that it is in
  int column = 0;         ///< of the line, from 1; 0 if it is not known
};

/// What a compiler reports about a file: nothing, or its first error.
struct Diagnostics
{
  bool compiled = false;
  int line = 0;                    ///< of the file, from 1; 0 if none is to blame
  std::string error;               ///< the compiler's words; or the reason why it was stopped
  std::vector<Message> errors{};   ///< the one above and the following ones
  std::vector<Message> warnings{}; ///< in the order of their lines
};

/// How many errors of a file are kept.
inline constexpr std::size_t most_errors = 50;

/// The memory that a compiler may have, in bytes, and the message about a file that needs more.
inline constexpr std::size_t compilers_memory = std::size_t{2} << 30;
std::string ran_out_of_memory();

/// Which program wrote the messages, and how.
enum class Speaker
{
  compiler_in_json, ///< with -fdiagnostics-format=json
  compiler_in_text, ///< longer: for an error inside a template it says which line required it
  linker            ///< and the assembler before it, which prints what the file asks it to
};

/// The messages about a file, even if the output is cut off. It takes time and memory in proportion to the output. A
/// message that does not lead to a line of this file has no line.
/// @param file  its path, as the compiler was given it
Diagnostics read_messages(Speaker speaker, std::string_view output, const std::string& file);

/// As JSON, and back. @throws nlohmann::json::exception if it is something else
nlohmann::json to_json(const Diagnostics& diagnostics);
Diagnostics diagnostics_from_json(const nlohmann::json& json);

} // namespace epreuve::exercises
