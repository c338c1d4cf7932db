#include "weaver/link.hpp"

#include "epreuve/system/parallel.hpp"
#include "epreuve/text.hpp"

#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

namespace epreuve::book {

namespace {

/// "https" of "https://..."; empty if there is none.
std::string scheme_of(std::string_view link)
{
  std::string scheme;
  for (const char c : link) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (c == ':')
      return in_lower_case(scheme);
    if (!letter && !(later && !scheme.empty()))
      break;
    scheme += c;
  }
  return "";
}

/// The links of a page, and the places in it that links can lead to.
struct Anchors
{
  std::set<std::string> ids, links;
};

void collect(const pugi::xml_node& node, Anchors& anchors)
{
  if (const pugi::xml_attribute id = node.attribute("id"))
    anchors.ids.insert(id.value());
  if (const pugi::xml_attribute link = node.attribute("href");
      link && std::string_view(node.name()) == "a")
    anchors.links.insert(link.value());
  for (const pugi::xml_node child : node)
    collect(child, anchors);
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

std::vector<Mistake> broken_links(const std::vector<std::pair<std::string, std::string>>& pages,
                                  const std::set<std::string>& others)
{
  std::vector<Anchors> anchors(pages.size());
  parallel_for(pages.size(),
               [&](std::size_t i) { collect(read_tree(pages[i].second), anchors[i]); });
  const auto why = [&](const std::string& address, const std::string& page) -> std::string {
    const Link link = parse_link(address);
    if (link.scheme == "http" || link.scheme == "https" || link.scheme == "mailto")
      return "";
    if (!link.scheme.empty())
      return "it is neither to the book nor to the web";
    const std::optional<std::string> file = target_of(link.path, page);
    const auto target =
        std::ranges::find_if(pages, [&](const auto& candidate) { return candidate.first == file; });
    if (target == pages.end())
      return file && others.contains(*file) ? "" : "the book has no such file";
    const std::string id = link.fragment.value_or("");
    const std::set<std::string>& ids =
        anchors[static_cast<std::size_t>(target - pages.begin())].ids;
    // The claims' filter understands "verdict=refuted".
    const bool filter = file == "claims.html" && id.find('=') != std::string::npos;
    return id.empty() || filter || ids.contains(id) || ids.contains(percent_decoded(id))
               ? ""
               : "that page has no such place";
  };
  std::vector<Mistake> mistakes;
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (const std::string& address : anchors[i].links)
      if (const std::string reason = why(address, pages[i].first); !reason.empty())
        mistakes.push_back({pages[i].first, fmt::format("the link to {} leads to nothing: {}",
                                                        in_quotes(address), reason)});
  return mistakes;
}

} // namespace epreuve::book
