#include "weaver/svg.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"
#include "weaver/html.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace epreuve::book {

namespace {

/// The elements that a figure may have, between blanks.
constexpr std::string_view elements =
    " svg g defs use title desc path rect circle ellipse line polyline polygon text tspan clipPath "
    "mask marker pattern filter linearGradient radialGradient stop feFlood feComposite feMerge "
    "feMergeNode ";

/// Attributes that only draw: not onclick, not style, nothing that names another document.
constexpr std::string_view attributes =
    " class clip-path clip-rule clipPathUnits color cx cy d dominant-baseline dx dy fill "
    "fill-opacity fill-rule filter filterUnits flood-color flood-opacity font-family font-size "
    "font-style font-weight gradientTransform gradientUnits height in in2 markerHeight markerWidth "
    "mask offset opacity operator orient patternUnits points preserveAspectRatio r refX refY "
    "result "
    "rx ry shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset "
    "stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor "
    "text-rendering transform viewBox width x x1 x2 y y1 y2 ";

bool is_one_of(std::string_view name, std::string_view known)
{
  return known.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

/// "url(#a)" with the prefix; any other reference is refused.
std::string with_prefix(const std::string& value, const std::string& prefix)
{
  const std::string lower = in_lower_case(value);
  std::string result;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t url = lower.find("url", at);
    if (url == std::string::npos)
      return result + value.substr(at);
    if (!std::string_view(lower).substr(url).starts_with("url(#"))
      throw Error("it refers to another document: {}", in_quotes(value));
    result += value.substr(at, url - at) + "url(#" + prefix + "-";
    at = url + 5;
  }
  return result;
}

class Writer
{
public:
  explicit Writer(const std::string& prefix) : prefix_(prefix) {}

  /// The beginning of a tag, without ">".
  void open(const pugi::xml_node& element, std::string_view but = "")
  {
    if (!is_one_of(element.name(), elements))
      throw Error("the element {} does not belong in a figure", in_quotes(element.name()));
    text += fmt::format("<{}", element.name());
    for (const pugi::xml_attribute attribute : element.attributes()) {
      const std::string_view name = attribute.name();
      const std::string value = attribute.value();
      if (is_one_of(name, but))
        continue;
      if (name == "id")
        text += fmt::format(" id=\"{}-{}\"", prefix_, escape(value));
      else if (name == "href" || name == "xlink:href") {
        if (!value.starts_with('#'))
          throw Error("it refers to another document: {}", in_quotes(value));
        text += fmt::format(" href=\"#{}-{}\"", prefix_, escape(value.substr(1)));
      } else if (is_one_of(name, attributes))
        text += fmt::format(" {}=\"{}\"", name, escape(with_prefix(value, prefix_)));
    }
  }

  /// The content of an element, except for titles and descriptions, and its end.
  void fill(const pugi::xml_node& element)
  {
    for (const pugi::xml_node child : element) {
      const std::string_view name = child.name();
      if (child.type() != pugi::node_element)
        text += escape(child.value());
      else if (name != "title" && name != "desc") {
        open(child);
        if (child.first_child()) {
          text += ">";
          fill(child);
        } else
          text += "/>";
      }
    }
    text += fmt::format("</{}>", element.name());
  }

  std::string text;

private:
  const std::string& prefix_;
};

/// Width and height of a drawing "0 0 680 420", which a page without a style sheet needs.
std::string size_of(std::string_view view)
{
  std::array<double, 4> box{};
  for (double& number : box) {
    view.remove_prefix(std::min(view.find_first_not_of(" ,"), view.size()));
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
    if (error != std::errc())
      return "";
    view.remove_prefix(static_cast<std::size_t>(end - view.data()));
  }
  return fmt::format(" width=\"{}\" height=\"{}\"", box[2], box[3]);
}

} // namespace

SvgText text_of_svg(std::string_view svg)
{
  pugi::xml_document tree;
  tree.load_buffer(svg.data(), svg.size(), pugi::parse_default, pugi::encoding_utf8);
  const pugi::xml_node root = tree.child("svg");
  return {root.child_value("title"), root.child_value("desc")};
}

std::string inline_svg(std::string_view svg, const std::string& prefix, std::string_view title,
                       std::string_view description)
{
  const std::string clean = printable(svg);
  pugi::xml_document tree;
  const pugi::xml_parse_result read = tree.load_buffer(
      clean.data(), clean.size(), pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_utf8);
  if (read.status == pugi::status_no_document_element)
    throw Error("it holds no svg element");
  if (!read) {
    const auto offset = std::min(static_cast<std::size_t>(read.offset), clean.size());
    throw Error(
        "it is not well-formed XML, line {}: {}",
        std::count(clean.begin(), clean.begin() + static_cast<std::ptrdiff_t>(offset), '\n') + 1,
        read.description());
  }
  const pugi::xml_node root = tree.document_element();
  if (std::string_view(root.name()) != "svg")
    throw Error("it begins with {} instead of \"svg\"", in_quotes(root.name()));
  for (pugi::xml_node next = root.next_sibling(); next; next = next.next_sibling())
    if (next.type() == pugi::node_element)
      throw Error("the element {} comes after its end", in_quotes(next.name()));
  Writer writer(prefix);
  writer.open(root, " id width height ");
  writer.text += size_of(root.attribute("viewBox").value());
  writer.text += fmt::format(" role=\"img\" aria-labelledby=\"{}-title {}-desc\">"
                             "<title id=\"{}-title\">{}</title><desc id=\"{}-desc\">{}</desc>",
                             prefix, prefix, prefix, escape(title), prefix, escape(description));
  writer.fill(root);
  return std::move(writer.text);
}

} // namespace epreuve::book
