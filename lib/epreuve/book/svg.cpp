#include "epreuve/book/svg.hpp"

#include "epreuve/book/html.hpp"
#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace epreuve::book {

namespace {

using Attribute = std::pair<std::string, std::string>; ///< the value as it is typed

struct Tag
{
  std::string name;
  std::vector<Attribute> attributes;
  bool closes = false; ///< </name>
  bool empty = false;  ///< <name/>
};

bool is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool is_name(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == ':' || c == '.';
}

/// Reads XML as far as gnuplot writes it.
class Reader
{
public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }

  /// Text before the next tag, as it is typed.
  std::string_view text()
  {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    return text_.substr(std::exchange(at_, end), end - at_);
  }

  /// Passes what is no element: comments, the XML declaration, a document type.
  bool skip()
  {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> marks{
        {{"<!--", "-->"}, {"<?", "?>"}, {"<!DOCTYPE", ">"}}};
    for (const auto& [open, close] : marks) {
      if (!text_.substr(at_).starts_with(open))
        continue;
      const std::size_t end = text_.find(close, at_ + open.size());
      if (end == std::string_view::npos)
        throw Error("\"{}\" has no end", open);
      at_ = end + close.size();
      return true;
    }
    return false;
  }

  Tag tag()
  {
    ++at_;
    Tag tag;
    tag.closes = take('/');
    tag.name = name();
    for (;;) {
      spaces();
      if (take('>'))
        return tag;
      if (take('/')) {
        tag.empty = true;
        if (take('>'))
          return tag;
        throw Error("\"/\" in the tag {} is not followed by \">\"", in_quotes(tag.name));
      }
      std::string key = name();
      spaces();
      if (!take('='))
        throw Error("the attribute {} has no value", in_quotes(key));
      spaces();
      tag.attributes.emplace_back(std::move(key), value());
    }
  }

private:
  bool take(char c)
  {
    const bool there = at_ < text_.size() && text_[at_] == c;
    at_ += there ? 1 : 0;
    return there;
  }

  void spaces()
  {
    while (at_ < text_.size() && is_space(text_[at_]))
      ++at_;
  }

  std::string name()
  {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_name(text_[at_]))
      ++at_;
    if (at_ == first)
      throw Error("a name was expected at {}", in_quotes(text_.substr(first, 20)));
    return std::string(text_.substr(first, at_ - first));
  }

  std::string value()
  {
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t end = text_.find(quote, at_ + 1);
    if ((quote != '"' && quote != '\'') || end == std::string_view::npos)
      throw Error("a value in quotes was expected at {}", in_quotes(text_.substr(at_, 20)));
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// What is between tags or quotes, as text.
std::string unescaped(std::string_view typed)
{
  constexpr std::array<std::pair<std::string_view, char>, 5> entities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string text;
  while (!typed.empty()) {
    const auto entity =
        std::ranges::find_if(entities, [&](const auto& e) { return typed.starts_with(e.first); });
    text += entity == entities.end() ? typed[0] : entity->second;
    typed.remove_prefix(entity == entities.end() ? 1 : entity->first.size());
  }
  return text;
}

bool is_drawing(std::string_view element)
{
  static const std::set<std::string_view> known{"svg",
                                                "g",
                                                "defs",
                                                "use",
                                                "title",
                                                "desc",
                                                "path",
                                                "rect",
                                                "circle",
                                                "ellipse",
                                                "line",
                                                "polyline",
                                                "polygon",
                                                "text",
                                                "tspan",
                                                "clipPath",
                                                "mask",
                                                "marker",
                                                "pattern",
                                                "filter",
                                                "linearGradient",
                                                "radialGradient",
                                                "stop",
                                                "feFlood",
                                                "feComposite",
                                                "feMerge",
                                                "feMergeNode"};
  return known.contains(element);
}

/// Attributes that only draw: not onclick, not style, not what names another document.
bool is_drawing_attribute(std::string_view name)
{
  static const std::set<std::string_view> known{"class",
                                                "clip-path",
                                                "clip-rule",
                                                "clipPathUnits",
                                                "color",
                                                "cx",
                                                "cy",
                                                "d",
                                                "dominant-baseline",
                                                "dx",
                                                "dy",
                                                "fill",
                                                "fill-opacity",
                                                "fill-rule",
                                                "filter",
                                                "filterUnits",
                                                "flood-color",
                                                "flood-opacity",
                                                "font-family",
                                                "font-size",
                                                "font-style",
                                                "font-weight",
                                                "gradientTransform",
                                                "gradientUnits",
                                                "height",
                                                "in",
                                                "in2",
                                                "markerHeight",
                                                "markerWidth",
                                                "mask",
                                                "offset",
                                                "opacity",
                                                "operator",
                                                "orient",
                                                "patternUnits",
                                                "points",
                                                "preserveAspectRatio",
                                                "r",
                                                "refX",
                                                "refY",
                                                "result",
                                                "rx",
                                                "ry",
                                                "shape-rendering",
                                                "stop-color",
                                                "stop-opacity",
                                                "stroke",
                                                "stroke-dasharray",
                                                "stroke-dashoffset",
                                                "stroke-linecap",
                                                "stroke-linejoin",
                                                "stroke-miterlimit",
                                                "stroke-opacity",
                                                "stroke-width",
                                                "text-anchor",
                                                "text-rendering",
                                                "transform",
                                                "viewBox",
                                                "width",
                                                "x",
                                                "x1",
                                                "x2",
                                                "y",
                                                "y1",
                                                "y2"};
  return known.contains(name);
}

/// "url(#a)" with the prefix; anything else that calls something is refused.
std::string with_prefix(std::string value, const std::string& prefix)
{
  std::string rest = value;
  std::ranges::transform(rest, rest.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  std::string result;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t url = rest.find("url", at);
    if (url == std::string::npos)
      return result + value.substr(at);
    if (rest.substr(url, 5) != "url(#")
      throw Error("it refers to another document: {}", in_quotes(value));
    result += value.substr(at, url - at) + "url(#" + prefix + "-";
    at = url + 5;
  }
  return result;
}

std::string written(const Tag& tag, const std::string& prefix)
{
  std::string text = "<" + tag.name;
  for (const auto& [name, typed] : tag.attributes) {
    const std::string value = unescaped(typed);
    if (name == "id")
      text += fmt::format(" id=\"{}-{}\"", prefix, escape(value));
    else if (name == "href" || name == "xlink:href") {
      if (!value.starts_with('#'))
        throw Error("it refers to another document: {}", in_quotes(value));
      text += fmt::format(" href=\"#{}-{}\"", prefix, escape(value.substr(1)));
    } else if (is_drawing_attribute(name))
      text += fmt::format(" {}=\"{}\"", name, escape(with_prefix(value, prefix)));
  }
  return text + (tag.empty ? "/>" : ">");
}

} // namespace

SvgText text_of_svg(std::string_view svg)
{
  const auto content = [&](std::string_view open, std::string_view close) {
    const std::size_t begin = svg.find(open);
    if (begin == std::string_view::npos)
      return std::string();
    const std::size_t from = begin + open.size();
    const std::size_t end = svg.find(close, from);
    return end == std::string_view::npos ? std::string() : unescaped(svg.substr(from, end - from));
  };
  return {content("<title>", "</title>"), content("<desc>", "</desc>")};
}

std::string inline_svg(std::string_view svg, const std::string& prefix, std::string_view title,
                       std::string_view description)
{
  // Gnuplot indents long lists of points with tabs.
  std::string spaced(svg);
  std::ranges::replace_if(spaced, [](char c) { return c == '\t' || c == '\r'; }, ' ');
  const std::string clean = printable(spaced);
  Reader reader(clean);
  std::string text;
  std::vector<std::string> open;
  bool begun = false;
  while (!reader.at_end()) {
    const std::string_view between = reader.text();
    if (!open.empty() && open.back() != "title" && open.back() != "desc")
      text += escape(unescaped(between));
    if (reader.at_end())
      break;
    if (reader.skip())
      continue;
    Tag tag = reader.tag();
    if (!is_drawing(tag.name))
      throw Error("the element {} does not belong into a figure", in_quotes(tag.name));
    const bool replaced = tag.name == "title" || tag.name == "desc";
    if (tag.closes) {
      if (open.empty() || open.back() != tag.name)
        throw Error("the element {} ends where it is not open", in_quotes(tag.name));
      open.pop_back();
      text += replaced ? "" : "</" + tag.name + ">";
      continue;
    }
    if (!begun) {
      if (tag.name != "svg" || tag.empty)
        throw Error("it begins with {} instead of \"svg\"", in_quotes(tag.name));
      begun = true;
      std::erase_if(tag.attributes, [](const Attribute& attribute) {
        return attribute.first == "id" || attribute.first == "width" || attribute.first == "height";
      });
      const std::string head = written(tag, prefix);
      text = fmt::format("{} role=\"img\" aria-labelledby=\"{}-title {}-desc\">"
                         "<title id=\"{}-title\">{}</title><desc id=\"{}-desc\">{}</desc>",
                         head.substr(0, head.size() - 1), prefix, prefix, prefix, escape(title),
                         prefix, escape(description));
    } else if (open.empty())
      throw Error("the element {} stands behind its end", in_quotes(tag.name));
    else if (!replaced)
      text += written(tag, prefix);
    if (!tag.empty)
      open.push_back(tag.name);
  }
  if (!begun || !open.empty())
    throw Error("{}", begun ? "it has no end" : "it holds no svg element");
  return text;
}

} // namespace epreuve::book
