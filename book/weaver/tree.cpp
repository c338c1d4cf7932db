#include "weaver/tree.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include "weaver/html.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace epreuve::book {

namespace {

void write(const pugi::xml_node& node, std::string& html)
{
  switch (node.type()) {
  case pugi::node_document:
    for (const pugi::xml_node child : node)
      write(child, html);
    break;
  case pugi::node_pcdata:
  case pugi::node_cdata:
    html += escape(node.value());
    break;
  case pugi::node_doctype:
    html += "<!DOCTYPE " + std::string(node.value()) + ">";
    break;
  case pugi::node_element: {
    const std::string_view name = node.name();
    html += '<';
    html += name;
    for (const pugi::xml_attribute attribute : node.attributes())
      html += fmt::format(" {}=\"{}\"", attribute.name(), escape(attribute.value()));
    if (has_no_end(name)) {
      html += "/>";
      break;
    }
    html += '>';
    for (const pugi::xml_node child : node)
      write(child, html);
    html += fmt::format("</{}>", name);
    break;
  }
  default:
    break;
  }
}

} // namespace

bool has_no_end(std::string_view element)
{
  static constexpr std::array<std::string_view, 14> all{"area",  "base",   "br",    "col",  "embed",
                                                        "hr",    "img",    "input", "link", "meta",
                                                        "param", "source", "track", "wbr"};
  return std::ranges::find(all, element) != all.end();
}

pugi::xml_document read_tree(std::string_view html)
{
  pugi::xml_document tree;
  const unsigned options =
      (pugi::parse_default | pugi::parse_ws_pcdata | pugi::parse_fragment | pugi::parse_doctype) &
      ~pugi::parse_eol;
  const pugi::xml_parse_result result =
      tree.load_buffer(html.data(), html.size(), options, pugi::encoding_utf8);
  if (!result) {
    const auto offset = std::min(static_cast<std::size_t>(result.offset), html.size());
    const auto line = std::ranges::count(html.substr(0, offset), '\n') + 1;
    throw Error("the HTML is not well-formed, line {}, before {}: {}", line,
                in_quotes(std::string(html.substr(offset, 40))), result.description());
  }
  return tree;
}

std::string html_of(const pugi::xml_node& tree)
{
  std::string html;
  write(tree, html);
  return html;
}

bool has_class(const pugi::xml_node& element, std::string_view name)
{
  return fmt::format(" {} ", element.attribute("class").value()).find(fmt::format(" {} ", name)) !=
         std::string::npos;
}

std::string text_of(const pugi::xml_node& element)
{
  if (element.type() == pugi::node_pcdata || element.type() == pugi::node_cdata)
    return element.value();
  if (std::string_view(element.name()) == "annotation")
    return "";
  std::string text;
  for (const pugi::xml_node child : element)
    text += text_of(child);
  return text;
}

} // namespace epreuve::book
