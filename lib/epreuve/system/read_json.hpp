#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/// JSON that comes from outside: a file, another program, an attacker. A value is refused while it is being read,
/// before it is built; every value that was read is flat enough for nlohmann, which copies, compares and writes values
/// by recursion.
namespace epreuve {

struct JsonBounds
{
  std::size_t deepest = 100;                    ///< arrays and objects inside each other
  std::size_t longest = std::size_t{256} << 20; ///< bytes
  bool comments = false;                        ///< whether there may be comments, as in C++
};

/// The value that a text represents.
/// @param name  the beginning of an error: the file's name, or the source of the text
/// @throws Error with the place, if the text is not JSON, exceeds its bounds, or holds a number that is too large or
/// two members of one name in one object: other readers would silently take one of them
nlohmann::json parse_json(std::string_view text, std::string_view name,
                          const JsonBounds& bounds = {});

/// The same for a file. @throws Error also if it cannot be read
nlohmann::json read_json(const std::filesystem::path& file, const JsonBounds& bounds = {});

/// Hands on each element of an array once it is read, so only one is in memory at a time, and those before a flaw are
/// not lost.
/// @throws Error as above, and if the text is not an array
void parse_json_array(std::string_view text, std::string_view name, const JsonBounds& bounds,
                      const std::function<void(nlohmann::json)>& use);

} // namespace epreuve
