// Any text as JSON from outside: it is refused in words that name it, or it is read as nlohmann reads it; and a list
// read element by element is the same as one read at once.

#include "epreuve/system/read_json.hpp"
#include "epreuve/error.hpp"
#include "fuzz.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using namespace epreuve;
using fuzz::require;
using nlohmann::json;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  const std::string text = fuzz::deepened(fuzz::text(data, size));
  json value;
  try {
    value = parse_json(text, "it");
  } catch (const Error& error) {
    require(std::string_view(error.what()).starts_with("it"), "a refusal that names nothing");
    return 0;
  }
  require(value == json::parse(text), "read as another value");
  if (!value.is_array())
    return 0;
  json elements = json::array();
  parse_json_array(text, "it", {}, [&](json element) { elements.push_back(std::move(element)); });
  require(elements == value, "elements that are not the list's");
  return 0;
}
