#include "weaver/link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

namespace epreuve::book {

namespace {

bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

char lower(char c)
{
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// "https" of "https://..."; empty if there is none.
std::string scheme_of(std::string_view link)
{
  std::string scheme;
  for (const char c : link) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (c == ':')
      return scheme;
    if (!letter && !(later && !scheme.empty()))
      break;
    scheme += lower(c);
  }
  return "";
}

/// Blanks for comments, so that offsets stay.
std::string without_comments(std::string_view css)
{
  std::string text(css);
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*", at)) {
    const std::size_t end = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return text;
}

} // namespace

std::string percent_decoded(std::string_view text)
{
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const char* digits = text.data() + i + 1;
      if (std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
        decoded += static_cast<char>(byte);
        i += 2;
        continue;
      }
    }
    decoded += text[i];
  }
  return decoded;
}

std::string percent_encoded(std::string_view path)
{
  std::string encoded;
  for (const char byte : path)
    encoded += std::isalnum(static_cast<unsigned char>(byte)) != 0 ||
                       std::string_view("-._~/").find(byte) != std::string_view::npos
                   ? std::string(1, byte)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  return encoded;
}

Link parse_link(std::string_view link)
{
  // Browsers leave out blanks around a link and line ends within, and read \ as /.
  std::string read;
  for (const char c : link)
    if (c != '\t' && c != '\n' && c != '\r')
      read += c;
  read.erase(0, std::min(read.find_first_not_of(' '), read.size()));
  read.erase(read.find_last_not_of(' ') + 1);

  Link parsed;
  if (const std::size_t hash = read.find('#'); hash != std::string::npos) {
    parsed.fragment = read.substr(hash + 1);
    read.erase(hash);
  }
  parsed.scheme = scheme_of(read);
  if (parsed.scheme.empty())
    std::ranges::replace(read, '\\', '/');
  else
    read.erase(0, parsed.scheme.size() + 1);
  parsed.path = percent_decoded(read.substr(0, read.find('?')));
  return parsed;
}

std::optional<std::string> target_of(std::string_view path, const std::string& page)
{
  if (path.empty())
    return page;
  if (path.starts_with('/'))
    return std::nullopt;
  const std::string target =
      (std::filesystem::path(page).parent_path() / path).lexically_normal().generic_string();
  if (target == ".." || target.starts_with("../"))
    return std::nullopt;
  return target;
}

std::vector<StyleUrl> urls_of_style(std::string_view css)
{
  const std::string text = without_comments(css);
  std::vector<StyleUrl> urls;
  const auto value_at = [&](std::size_t at) {
    while (at < text.size() && is_blank(text[at]))
      ++at;
    const bool quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
    const std::size_t first = at + (quoted ? 1 : 0);
    const std::size_t end = std::min(
        quoted ? text.find(text[at], first) : text.find_first_of(") ;", first), text.size());
    return StyleUrl{text.substr(first, end - first), first};
  };
  std::string small = text;
  std::ranges::transform(small, small.begin(), lower);
  constexpr std::string_view function = "url(", rule = "@import";
  for (std::size_t at = small.find(function); at != std::string::npos;
       at = small.find(function, at + 1))
    urls.push_back(value_at(at + function.size()));
  for (std::size_t at = small.find(rule); at != std::string::npos; at = small.find(rule, at + 1)) {
    StyleUrl url = value_at(at + rule.size());
    if (!small.substr(url.offset).starts_with(function))
      urls.push_back(std::move(url));
  }
  std::ranges::sort(urls, {}, &StyleUrl::offset);
  return urls;
}

} // namespace epreuve::book
