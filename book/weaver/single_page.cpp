#include "weaver/single_page.hpp"

#include "epreuve/error.hpp"

#include "weaver/html.hpp"
#include "weaver/link.hpp"
#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;

struct JoinedPage
{
  std::string file, id; ///< of its section; its ids begin with that and a hyphen
  pugi::xml_document tree;
  std::set<std::string> ids = {};
};

/// Attributes whose value is a list of ids, separated by blanks.
constexpr std::array<std::string_view, 11> referring{"aria-activedescendant",
                                                     "aria-controls",
                                                     "aria-describedby",
                                                     "aria-details",
                                                     "aria-errormessage",
                                                     "aria-labelledby",
                                                     "aria-owns",
                                                     "for",
                                                     "headers",
                                                     "list",
                                                     "popovertarget"};

/// Whether an attribute's value is ids; MathML's operators have a `form` too, which is not an id.
bool refers(const pugi::xml_node& element, std::string_view name)
{
  return std::ranges::find(referring, name) != referring.end() ||
         (name == "form" && std::string_view(element.name()) != "mo");
}

/// The name without its namespace.
std::string_view local(std::string_view name)
{
  return name.substr(name.find(':') + 1);
}

bool is_link(const pugi::xml_node& element)
{
  return local(element.name()) == "a" || local(element.name()) == "area";
}

/// An address outside the book; "//host/" too.
bool is_elsewhere(std::string_view address)
{
  return address.starts_with("//") || !parse_link(address).scheme.empty();
}

bool is_followed(std::string_view address)
{
  return address.starts_with("http://") || address.starts_with("https://") ||
         address.starts_with("mailto:");
}

std::string with_prefix(std::string_view ids, const std::string& prefix)
{
  std::string prefixed;
  bool at_start = true;
  for (const char c : ids) {
    const bool is_blank = std::string_view(" \t\n\r\f").find(c) != std::string_view::npos;
    if (at_start && !is_blank)
      prefixed += prefix;
    prefixed += c;
    at_start = is_blank;
  }
  return prefixed;
}

/// A text with "url(#id)", quoted or not, changed to the prefixed id.
std::string with_prefixed_urls(std::string_view text, const std::string& prefix)
{
  constexpr std::string_view begin = "url(";
  std::string prefixed;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(begin, at);
    if (end == std::string_view::npos) {
      prefixed += text.substr(at);
      break;
    }
    end = std::min(text.find_first_not_of(" \t\n\r\f\"'", end + begin.size()), text.size());
    prefixed += text.substr(at, end - at);
    if (end < text.size() && text[end] == '#')
      prefixed += "#" + prefix, ++end;
    at = end;
  }
  return prefixed;
}

/// A drawing's style sheet, including its rules for ids.
std::string prefixed_style(const std::string& style, const JoinedPage& page)
{
  const std::string prefix = page.id + "-";
  const std::string text = with_prefixed_urls(style, prefix);
  std::string prefixed;
  for (std::size_t i = 0; i < text.size(); ++i) {
    prefixed += text[i];
    if (text[i] != '#')
      continue;
    std::size_t end = i + 1;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '-' ||
            text[end] == '_' || static_cast<unsigned char>(text[end]) >= 0x80))
      ++end;
    if (page.ids.contains(text.substr(i + 1, end - i - 1)))
      prefixed += prefix;
  }
  return prefixed;
}

/// An address of a page as seen from the book's folder.
std::string from_folder(std::string_view address, const JoinedPage& page)
{
  const fs::path path = fs::path(page.file).parent_path() / std::string(address);
  return path.lexically_normal().generic_string();
}

class Joining
{
public:
  explicit Joining(const std::vector<JoinedPage>& pages) : pages_(pages) {}

  void rewrite(pugi::xml_node element, const JoinedPage& page) const
  {
    const std::string prefix = page.id + "-";
    std::vector<pugi::xml_attribute> dropped;
    for (pugi::xml_attribute attribute : element.attributes()) {
      const std::string_view name = attribute.name();
      const std::string value = attribute.value();
      if (name == "id" || (name == "name" && is_link(element)))
        attribute.set_value((prefix + value).c_str());
      else if (refers(element, name))
        attribute.set_value(with_prefix(value, prefix).c_str());
      else if (name == "usemap" && value.starts_with('#'))
        attribute.set_value(("#" + prefix + value.substr(1)).c_str());
      else if (name.starts_with("on") || name == "loading" || name == "tabindex")
        dropped.push_back(attribute);
      else if (local(name) == "href" && is_link(element)) {
        const std::string target = place_of(value, page);
        if (target.empty())
          dropped.push_back(attribute);
        else
          attribute.set_value(target.c_str());
      } else if (local(name) == "href" || name == "src" || name == "poster" ||
                 (name == "data" && std::string_view(element.name()) == "object"))
        attribute.set_value(resource(value, page).c_str());
      else if (value.find("url(") != std::string::npos)
        attribute.set_value(with_prefixed_urls(value, prefix).c_str());
    }
    for (const pugi::xml_attribute& attribute : dropped)
      element.remove_attribute(attribute);
    if (is_link(element) && !is_leading(element))
      make_text(element);
    if (std::string_view(element.name()) == "details" && !element.attribute("open"))
      element.append_attribute("open").set_value("open");
    rewrite_children(element, page);
  }

private:
  void rewrite_children(pugi::xml_node element, const JoinedPage& page) const
  {
    for (pugi::xml_node child = element.first_child(); child;) {
      const pugi::xml_node next = child.next_sibling();
      const std::string_view name = local(child.name());
      if (name == "script")
        element.remove_child(child);
      else if (name == "noscript") {
        // The content that is shown where scripts do not run.
        rewrite_children(child, page);
        while (const pugi::xml_node inner = child.first_child())
          element.insert_move_before(inner, child);
        element.remove_child(child);
      } else if (name == "style") {
        for (pugi::xml_node text : child.children())
          text.set_value(prefixed_style(text.value(), page).c_str());
      } else
        rewrite(child, page);
      child = next;
    }
  }

  static bool is_leading(const pugi::xml_node& link)
  {
    return std::ranges::any_of(link.attributes(), [](const pugi::xml_attribute& attribute) {
      return local(attribute.name()) == "href";
    });
  }

  /// A link that leads nowhere: its text, in the same look.
  static void make_text(pugi::xml_node link)
  {
    for (const char* name :
         {"target", "rel", "rev", "download", "hreflang", "type", "ping", "referrerpolicy"})
      link.remove_attribute(name);
    if (std::string_view(link.name()) == "a")
      link.set_name(is_in_drawing(link) ? "g" : "span");
  }

  static bool is_in_drawing(const pugi::xml_node& node)
  {
    return node && (std::string_view(node.name()) == "svg" || is_in_drawing(node.parent()));
  }

  /// Where a link leads in the single page; empty if nowhere.
  std::string place_of(const std::string& link, const JoinedPage& page) const
  {
    if (is_elsewhere(link))
      return is_followed(link) ? link : "";
    const Link parsed = parse_link(link);
    const auto target = std::ranges::find(
        pages_, target_of(parsed.path, page.file),
        [](const JoinedPage& other) -> std::optional<std::string> { return other.file; });
    if (target == pages_.end())
      return "";
    const std::string fragment = parsed.fragment.value_or("");
    // A filter's words, "verdict=refuted", are no id: they lead to the page.
    if (!target->ids.contains(fragment) && !target->ids.contains(percent_decoded(fragment)))
      return "#" + target->id;
    return "#" + target->id + "-" + fragment;
  }

  static std::string resource(const std::string& address, const JoinedPage& page)
  {
    if (address.starts_with('#'))
      return "#" + page.id + "-" + address.substr(1);
    return address.empty() || is_elsewhere(address) ? address : from_folder(address, page);
  }

  const std::vector<JoinedPage>& pages_;
};

void collect_ids(const pugi::xml_node& element, std::set<std::string>& ids)
{
  if (const pugi::xml_attribute id = element.attribute("id"))
    ids.insert(id.value());
  if (const pugi::xml_attribute name = element.attribute("name"); name && is_link(element))
    ids.insert(name.value());
  for (const pugi::xml_node child : element)
    collect_ids(child, ids);
}

pugi::xml_node first(const pugi::xml_node& tree, const char* name)
{
  return tree.find_node(
      [name](const pugi::xml_node& node) { return std::string_view(node.name()) == name; });
}

/// The style sheets of a page, as they are in its head, from the book's folder.
std::vector<std::string> styles_of(const JoinedPage& page)
{
  std::vector<std::string> styles;
  for (pugi::xml_node element : first(page.tree, "head")) {
    const std::string_view name = element.name();
    if (name == "style") {
      styles.push_back(html_of(element));
    } else if (name == "link" &&
               std::string_view(element.attribute("rel").value()) == "stylesheet") {
      pugi::xml_document copy;
      copy.append_copy(element);
      pugi::xml_attribute href = copy.first_child().attribute("href");
      if (!is_elsewhere(href.value()))
        href.set_value(from_folder(href.value(), page).c_str());
      styles.push_back(html_of(copy));
    }
  }
  return styles;
}

} // namespace

std::string single_page(const std::vector<std::pair<std::string, std::string>>& pages)
{
  std::vector<JoinedPage> read;
  for (const auto& [file, html] : pages) {
    if (std::ranges::any_of(read, [&](const JoinedPage& page) { return page.file == file; }))
      throw Error("{} is there twice", file);
    try {
      read.push_back({file, fmt::format("p{}", read.size() + 1), read_tree(html)});
    } catch (const Error& error) {
      throw Error("{}: {}", file, error.what());
    }
    const pugi::xml_node main = first(read.back().tree, "main");
    if (!main)
      throw Error("{} has no main part", file);
    collect_ids(main, read.back().ids);
  }

  const Joining joining(read);
  std::vector<std::string> styles;
  std::string sections;
  for (const JoinedPage& page : read) {
    for (const std::string& style : styles_of(page))
      if (std::ranges::find(styles, style) == styles.end())
        styles.push_back(style);
    pugi::xml_document copy;
    copy.append_copy(first(page.tree, "main"));
    joining.rewrite(copy.first_child(), page);
    sections +=
        fmt::format("<section id=\"{}\"{}>\n{}\n</section>\n", page.id,
                    &page == &read.front() ? "" : " style=\"break-before: page\"", html_of(copy));
  }

  const std::string title = read.empty() ? "" : text_of(first(read.front().tree, "title"));
  const std::string_view language =
      read.empty() ? "" : first(read.front().tree, "html").attribute("lang").value();
  std::string html =
      fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                  "<title>{}</title>\n",
                  escape(language.empty() ? "en" : language), escape(title));
  for (const std::string& style : styles)
    html += style + "\n";
  return html + "</head>\n<body>\n" + sections + "</body>\n</html>\n";
}

} // namespace epreuve::book
