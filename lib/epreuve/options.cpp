#include "epreuve/options.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <charconv>

namespace epreuve {

std::uint64_t parse_whole_number(std::string_view name, std::string_view text,
                                 const WholeNumbers& allowed)
{
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < allowed.least || number > allowed.most) {
    constexpr std::size_t shown = 40;
    const std::string given = printable(text);
    throw Error("{} must be a whole number from {} to {}, got {}{}", name, allowed.least,
                allowed.most, given.empty() ? "nothing" : prefix_within(given, shown),
                display_width(given) > shown ? "..." : "");
  }
  return number;
}

Option add_whole_number(Command& app, const std::string& names, const WholeNumbers& allowed,
                        const std::string& description,
                        const std::function<void(std::uint64_t)>& set,
                        const std::string& by_default)
{
  const std::string name = names.substr(names.find("--"));
  return app
      .add_option_function(
          names,
          [name, allowed, set](const std::string& text) {
            set(parse_whole_number(name, text, allowed));
          },
          description)
      .type_name("NUMBER")
      .default_str(by_default);
}

} // namespace epreuve
