#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// JSON that comes from outside: a file, another program, somebody who wants no good. A value is refused
/// while it is read, before it is there; what has been read is flat enough for all that nlohmann does
/// with it, which copies, compares and writes a value by recursion.
namespace epreuve {

struct JsonBounds
{
  std::size_t deepest = 100;                    ///< arrays and objects inside each other
  std::size_t longest = std::size_t{256} << 20; ///< bytes
  bool comments = false;                        ///< whether there may be some, as in C++
};

/// The value that a text is.
/// @param name  what an error begins with: the file's, or whose words they are
/// @throws Error with the place, if the text is no JSON or beyond its bounds, holds a number that no
///         computer's is, or two members of one name in one object: others would silently take one of them
nlohmann::json parse_json(std::string_view text, std::string_view name,
                          const JsonBounds& bounds = {});

/// The same of a file. @throws Error also if it cannot be read
nlohmann::json read_json(const std::filesystem::path& file, const JsonBounds& bounds = {});

/// Hands on each element of an array once it is read, so that no more than one is in memory, and those
/// before a flaw are not lost.
/// @throws Error as above, and if the text is no array
void parse_json_array(std::string_view text, std::string_view name, const JsonBounds& bounds,
                      const std::function<void(nlohmann::json)>& use);

} // namespace epreuve
