#include "weaver/check.hpp"

#include "epreuve/error.hpp"
#include "epreuve/read_text.hpp"
#include "epreuve/text.hpp"
#include "weaver/link.hpp"
#include "weaver/mathematics.hpp"
#include "weaver/tree.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;
using Node = pugi::xml_node;
using Names = std::set<std::string_view>;

/// A browser ends a <p> before these.
const Names ends_paragraph{"address", "article",  "aside",      "blockquote", "details", "div",
                           "dl",      "fieldset", "figcaption", "figure",     "footer",  "form",
                           "h1",      "h2",       "h3",         "h4",         "h5",      "h6",
                           "header",  "hr",       "main",       "menu",       "nav",     "ol",
                           "p",       "pre",      "search",     "section",    "table",   "ul"};

/// Their text shows as it is written.
const Names code{"code", "kbd", "pre", "samp", "script", "style", "textarea", "annotation"};

/// Attributes whose value is loaded or sent to, in whatever element.
const Names loaded{"src",    "data",       "poster", "background",
                   "action", "formaction", "ping",   "manifest"};

/// Attributes that name ids of their own page.
const Names referring{"aria-labelledby",
                      "aria-describedby",
                      "aria-controls",
                      "aria-owns",
                      "aria-details",
                      "aria-flowto",
                      "for",
                      "headers",
                      "list"};

/// Attributes whose value is read to somebody, or shown.
const Names spoken{"alt", "title", "aria-label", "aria-description", "placeholder"};

/// Commands of LaTeX that have nothing in common with a text's own backslashes.
const Names commands{
    "alpha",    "approx",     "bar",          "begin",    "beta",       "big",       "Big",
    "bigg",     "Bigg",       "bigl",         "bigr",     "binom",      "cdot",      "cdots",
    "chi",      "circ",       "cos",          "cosh",     "ddots",      "delta",     "Delta",
    "det",      "dfrac",      "displaystyle", "dots",     "ell",        "emph",      "end",
    "epsilon",  "equiv",      "erf",          "eta",      "exists",     "exp",       "forall",
    "frac",     "gamma",      "Gamma",        "geq",      "hat",        "infty",     "int",
    "lambda",   "Lambda",     "langle",       "ldots",    "left",       "leftarrow", "leq",
    "lfloor",   "limits",     "lVert",        "mapsto",   "mathbb",     "mathbf",    "mathcal",
    "mathfrak", "mathit",     "mathrm",       "mathsf",   "max",        "mid",       "min",
    "mu",       "nabla",      "neq",          "nolimits", "omega",      "Omega",     "operatorname",
    "oplus",    "otimes",     "overline",     "partial",  "phi",        "Phi",       "prod",
    "psi",      "Psi",        "qquad",        "quad",     "rangle",     "rfloor",    "rho",
    "right",    "rightarrow", "Rightarrow",   "rVert",    "sigma",      "Sigma",     "sim",
    "simeq",    "sin",        "sinh",         "sqrt",     "star",       "subset",    "sum",
    "tanh",     "tau",        "text",         "textbf",   "textit",     "textrm",    "tfrac",
    "theta",    "Theta",      "tilde",        "times",    "underbrace", "underline", "varepsilon",
    "varphi",   "vdots",      "vec",          "wedge",    "widehat",    "widetilde", "xi",
    "zeta"};

bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_blank(std::string_view text)
{
  return text.find_first_not_of(" \t\n\r\f") == std::string_view::npos;
}

std::vector<std::string> words_of(std::string_view text)
{
  std::vector<std::string> words;
  for (std::size_t at = 0;;) {
    at = text.find_first_not_of(" \t\n\r\f", at);
    if (at == std::string_view::npos)
      return words;
    const std::size_t end = std::min(text.find_first_of(" \t\n\r\f", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
}

bool has_class(const Node& element, std::string_view name)
{
  const std::vector<std::string> classes = words_of(element.attribute("class").value());
  return std::ranges::find(classes, name) != classes.end();
}

bool is_hidden_from_readers(const Node& element)
{
  return element.attribute("aria-hidden").value() == std::string_view("true");
}

/// "<a id="x" href="y">" as it is told: the name and what tells it from others.
std::string named(const Node& element)
{
  for (const char* attribute : {"id", "class"})
    if (const std::string_view value = element.attribute(attribute).value(); !value.empty())
      return fmt::format("<{} {}={}>", element.name(), attribute, in_quotes(value));
  return fmt::format("<{}>", element.name());
}

/// What everybody sees of an element: not what is only for screen readers, nor what is hidden from them,
/// as signs are.
std::string seen_by_all(const Node& element)
{
  if (element.type() == pugi::node_pcdata || element.type() == pugi::node_cdata)
    return element.value();
  if (is_hidden_from_readers(element) || has_class(element, "visually-hidden"))
    return "";
  std::string text;
  for (const Node child : element)
    text += seen_by_all(child);
  return text;
}

/// The first thing in a text that is LaTeX still to be converted, and where; see check_book.
struct Unconverted
{
  std::string latex;
  std::size_t offset;
};

std::optional<Unconverted> unconverted(std::string_view text)
{
  if (const std::size_t at = text.find("$$"); at != std::string_view::npos)
    return Unconverted{std::string(text.substr(at)), at};
  if (text.find('$') != std::string_view::npos)
    for (const Stretch& stretch : split_at_mathematics(text, false))
      if (stretch.kind != Stretch::Kind::text)
        return Unconverted{"$" + stretch.text + "$", stretch.offset};
  for (std::size_t at = text.find('\\'); at != std::string_view::npos;
       at = text.find('\\', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && is_letter(text[end]))
      ++end;
    if (commands.contains(text.substr(at + 1, end - at - 1)))
      return Unconverted{std::string(text.substr(at)), at};
  }
  return std::nullopt;
}

/// Where the bytes of a text stop being UTF-8.
std::optional<std::size_t> not_utf8(std::string_view text)
{
  // A wrong byte, and nothing else but the character itself, becomes U+FFFD.
  std::size_t at = 0;
  for (const char32_t c : code_points(text)) {
    if (c == 0xFFFD && !text.substr(at).starts_with("\xEF\xBF\xBD"))
      return at;
    at += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }
  return std::nullopt;
}

class Page
{
public:
  Page(std::string file, std::string source) : file_(std::move(file)), source_(std::move(source))
  {
    for (std::size_t i = 0; i < source_.size(); ++i)
      if (source_[i] == '\n')
        line_ends_.push_back(i);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  const std::string& file() const { return file_; }
  const std::string& source() const { return source_; }
  const pugi::xml_document& tree() const { return tree_; }

  int line_at(std::size_t offset) const
  {
    return static_cast<int>(std::ranges::lower_bound(line_ends_, offset) - line_ends_.begin()) + 1;
  }
  int line_of(const Node& node) const { return line_at(offset_of(node)); }
  static std::size_t offset_of(const Node& node)
  {
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  }

  /// @throws Error as read_tree does
  void read()
  {
    tree_ = read_tree(source_);
    collect(tree_);
  }

  bool has_id(const std::string& id) const { return ids_.contains(id); }
  /// The first element with this id.
  Node element(const std::string& id) const
  {
    const auto found = ids_.find(id);
    return found == ids_.end() ? Node() : found->second;
  }
  /// The elements that the filter of claims.html knows.
  const std::vector<Node>& filtered() const { return filtered_; }

private:
  void collect(const Node& node)
  {
    if (const pugi::xml_attribute id = node.attribute("id"))
      ids_.try_emplace(id.value(), node);
    if (node.attribute("data-verdict"))
      filtered_.push_back(node);
    for (const Node child : node)
      collect(child);
  }

  std::string file_, source_;
  pugi::xml_document tree_;
  std::vector<std::size_t> line_ends_;
  std::map<std::string, Node> ids_;
  std::vector<Node> filtered_;
};

/// What an element stands in.
struct Around
{
  bool code = false, mathematics = false, drawing = false;
  bool paragraph = false, link = false, hidden = false;
};

class Checker
{
public:
  explicit Checker(const fs::path& folder);
  std::vector<Complaint> complaints() &&;

private:
  void complain(const Page& page, int line, std::string message)
  {
    complaints_.push_back({page.file(), line, std::move(message)});
  }
  void complain(const Page& page, const Node& node, std::string message)
  {
    complain(page, page.line_of(node), std::move(message));
  }

  void check_page(const Page& page);
  void check_head(const Page& page);
  void check_headings(const Page& page);
  void check_element(const Page& page, const Node& element, Around around);
  void check_markup(const Page& page, const Node& element, const Around& around);
  void check_attributes(const Page& page, const Node& element);
  void check_text(const Page& page, std::string_view text, int line);
  void check_alternative(const Page& page, const Node& element);
  void check_parts(const Page& page, const Node& element);
  void check_link(const Page& page, const Node& element, std::string_view link);
  void check_fragment(const Page& page, const Node& element, const std::string& link,
                      const std::string& target, const std::string& fragment);
  void check_loaded(const Page& page, int line, const std::string& what, std::string_view link);
  void check_style(const Page& page, const std::string& what, std::string_view css,
                   std::optional<int> line);

  std::set<std::string> files_;
  std::map<std::string, Page> pages_;
  std::vector<Complaint> complaints_;
};

Checker::Checker(const fs::path& folder)
{
  if (fs::is_directory(folder))
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file())
        files_.insert(entry.path().lexically_relative(folder).generic_string());
  std::set<std::string> readable;
  for (const std::string& file : files_) {
    if (!file.ends_with(".html"))
      continue;
    Page& page = pages_.try_emplace(file, file, read_text(folder / file)).first->second;
    try {
      page.read();
      readable.insert(file);
    } catch (const Error& error) {
      pugi::xml_document again;
      const auto result = again.load_buffer(page.source().data(), page.source().size(),
                                            pugi::parse_default | pugi::parse_fragment);
      complain(page, page.line_at(static_cast<std::size_t>(result.offset)), error.what());
    }
  }
  if (pages_.empty())
    throw Error("there is no page to check in {}; write the book first, with ./epreuve book",
                folder.string());
  for (const std::string& file : readable)
    check_page(pages_.at(file));
  for (const std::string& file : files_)
    if (file.ends_with(".css"))
      check_style(Page(file, read_text(folder / file)), "the style sheet", "", std::nullopt);
}

std::vector<Complaint> Checker::complaints() &&
{
  std::ranges::sort(complaints_);
  const auto repeated = std::ranges::unique(complaints_);
  complaints_.erase(repeated.begin(), repeated.end());
  return std::move(complaints_);
}

void Checker::check_page(const Page& page)
{
  if (const auto at = not_utf8(page.source()))
    complain(page, page.line_at(*at), "there is a byte that is not UTF-8");
  check_head(page);
  check_headings(page);
  for (const Node child : page.tree())
    check_element(page, child, {});
}

void Checker::check_head(const Page& page)
{
  const Node doctype = page.tree().first_child(), html = page.tree().child("html");
  if (doctype.type() != pugi::node_doctype || is_blank(doctype.value()))
    complain(page, 1, "the page does not begin with <!DOCTYPE html>");
  if (!html) {
    complain(page, 1, "there is no <html>");
    return;
  }
  if (!html.child("head") || !html.child("body"))
    complain(page, html, "<html> has no <head> or no <body>");
  for (const Node node : page.tree())
    if (node != html && node.type() != pugi::node_doctype && !is_blank(text_of(node)))
      complain(page, node, "there is something outside <html>");
  if (is_blank(html.attribute("lang").value()))
    complain(page, html, "<html> has no lang");
  const Node head = html.child("head");
  if (is_blank(text_of(head.child("title"))))
    complain(page, head ? head : html, "the page has no title");
  if (!head.find_child_by_attribute("meta", "charset", "utf-8"))
    complain(page, head ? head : html, "<meta charset=\"utf-8\"/> is missing");
}

void Checker::check_headings(const Page& page)
{
  int last = 0, first_level = 0;
  const std::array<std::string_view, 6> names{"h1", "h2", "h3", "h4", "h5", "h6"};
  const auto visit = [&](const auto& self, const Node& node) -> void {
    for (const Node child : node) {
      if (const auto name = std::ranges::find(names, std::string_view(child.name()));
          name != names.end()) {
        const int level = static_cast<int>(name - names.begin()) + 1;
        if (level == 1 && ++first_level == 2)
          complain(page, child, "there is a second <h1>");
        if (level > last + 1)
          complain(page, child,
                   last == 0
                       ? fmt::format("the first heading is <h{}>, not <h1>", level)
                       : fmt::format("<h{}> follows <h{}>: a level is left out", level, last));
        if (is_blank(text_of(child)))
          complain(page, child, fmt::format("<h{}> has no text", level));
        last = level;
      }
      self(self, child);
    }
  };
  visit(visit, page.tree());
  if (first_level == 0)
    complain(page, page.tree().child("html"), "there is no <h1>");
}

void Checker::check_element(const Page& page, const Node& element, Around around)
{
  if (element.type() == pugi::node_pcdata || element.type() == pugi::node_cdata) {
    if (!around.code)
      check_text(page, element.value(), page.line_of(element));
    return;
  }
  if (element.type() != pugi::node_element)
    return;
  const std::string_view name = element.name();
  check_markup(page, element, around);
  check_attributes(page, element);
  around.hidden = around.hidden || is_hidden_from_readers(element);
  if (!around.hidden && !around.drawing)
    check_alternative(page, element);
  check_parts(page, element);

  around.code = around.code || code.contains(name);
  around.mathematics = around.mathematics || name == "math";
  around.drawing = around.drawing || name == "svg";
  around.link = around.link || name == "a";
  if (name == "p" || name == "td" || name == "th" || name == "caption" || name == "button")
    around.paragraph = name == "p";
  for (const Node child : element)
    check_element(page, child, around);
}

/// Where XML and HTML differ, so that a browser would make another tree of the page.
void Checker::check_markup(const Page& page, const Node& element, const Around& around)
{
  if (around.mathematics || around.drawing)
    return;
  const std::string_view name = element.name();
  const std::string& source = page.source();
  std::size_t at = Page::offset_of(element) + name.size();
  for (char quote = 0; at < source.size() && (quote != 0 || source[at] != '>'); ++at)
    if (quote != 0)
      quote = source[at] == quote ? char{0} : quote;
    else if (source[at] == '"' || source[at] == '\'')
      quote = source[at];
  const bool empty = source[at - 1] == '/';
  if (empty && !has_no_end(name) && name != "svg" && name != "math")
    complain(page, element,
             fmt::format("<{0}/>: a browser takes it for <{0}>; write <{0}></{0}>", name));
  if (!empty && has_no_end(name))
    complain(page, element, fmt::format("<{0}> ... </{0}>: write <{0}/>", name));
  if (std::ranges::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; }))
    complain(page, element, fmt::format("<{}> must be in small letters", name));
  if (around.paragraph && ends_paragraph.contains(name))
    complain(page, element,
             fmt::format("{} inside <p>: a browser ends the <p> before it", named(element)));
  if (around.link && (name == "a" || name == "button" || name == "input" || name == "select"))
    complain(page, element, fmt::format("{} inside <a>", named(element)));
}

void Checker::check_attributes(const Page& page, const Node& element)
{
  const std::string_view name = element.name();
  const bool is_link = name == "a" || name == "area";
  std::set<std::string> seen;
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const std::string key = attribute.name();
    const std::string_view value = attribute.value();
    if (!seen.insert(key).second)
      complain(page, element, fmt::format("{} has {} twice", named(element), key));
    if (key.size() > 2 && key.starts_with("on"))
      complain(page, element, fmt::format("{} holds a script, {}", named(element), key));
    if (key == "id") {
      if (words_of(value).size() != 1 || words_of(value)[0] != value)
        complain(page, element, fmt::format("the id {} is empty or has blanks", in_quotes(value)));
      else if (const Node first = page.element(attribute.value()); first != element)
        complain(
            page, element,
            fmt::format("the id {} is taken, in line {}", in_quotes(value), page.line_of(first)));
    }
    if (spoken.contains(key))
      check_text(page, value, page.line_of(element));
    if (key == "style")
      check_style(page, named(element), value, page.line_of(element));
    else if (!spoken.contains(key) && !key.starts_with("data-") && value.starts_with("url("))
      check_style(page, named(element), value, page.line_of(element));
    if (key == "href" || key == "xlink:href") {
      if (is_link)
        check_link(page, element, value);
      else
        check_loaded(page, page.line_of(element), named(element), value);
    } else if (loaded.contains(key)) {
      check_loaded(page, page.line_of(element), named(element), value);
    } else if (key == "srcset" || key == "imagesrcset") {
      for (std::size_t at = 0; at < value.size();) {
        const std::size_t end = std::min(value.find(',', at), value.size());
        const std::vector<std::string> candidate = words_of(value.substr(at, end - at));
        check_loaded(page, page.line_of(element), named(element),
                     candidate.empty() ? "" : candidate[0]);
        at = end + 1;
      }
    } else if (referring.contains(key)) {
      for (const std::string& id : words_of(value))
        if (!page.has_id(id))
          complain(page, element,
                   fmt::format("{}: {} names {}, and there is no such id", named(element), key,
                               in_quotes(id)));
    }
  }
  if (name == "script" && !element.attribute("src"))
    complain(page, element, "a script stands in the page");
  if (name == "script" && element.attribute("type").value() == std::string_view("module"))
    complain(page, element, "a module cannot be loaded where pages are files");
  if (name == "base" || (name == "meta" && element.attribute("http-equiv")))
    complain(page, element,
             fmt::format("{} changes what links mean, or leads elsewhere", named(element)));
  if (name == "style")
    check_style(page, "<style>", text_of(element), page.line_of(element));
}

void Checker::check_text(const Page& page, std::string_view text, int line)
{
  if (const auto found = unconverted(text))
    complain(page, line + static_cast<int>(std::ranges::count(text.substr(0, found->offset), '\n')),
             fmt::format("LaTeX that was not converted: {}", in_quotes(found->latex)));
}

void Checker::check_alternative(const Page& page, const Node& element)
{
  const std::string_view name = element.name(), role = element.attribute("role").value();
  if (name == "img") {
    if (role != "presentation" && role != "none" && is_blank(element.attribute("alt").value()))
      complain(page, element,
               fmt::format("the image {} has no alternative text",
                           in_quotes(element.attribute("src").value())));
    return;
  }
  if (name != "svg" && role != "img")
    return;
  if (role != "img")
    complain(page, element, fmt::format("the drawing {} needs role=\"img\"", named(element)));
  std::string label = element.attribute("aria-label").value();
  for (const std::string& id : words_of(element.attribute("aria-labelledby").value()))
    label += text_of(page.element(id));
  if (is_blank(label))
    complain(page, element,
             fmt::format("the drawing {} has no alternative text: neither aria-label nor "
                         "aria-labelledby says anything",
                         named(element)));
}

/// What an element of its kind must hold.
void Checker::check_parts(const Page& page, const Node& element)
{
  const std::string_view name = element.name();
  const auto find = [&](const char* descendant) {
    return element.find_node(
        [&](const Node& node) { return node.name() == std::string_view(descendant); });
  };
  if (name == "figure" && is_blank(text_of(element.child("figcaption"))))
    complain(page, element, fmt::format("{} has no figcaption", named(element)));
  if (name == "table" && !find("th"))
    complain(page, element, fmt::format("{} has no header cells", named(element)));
  if (name == "math") {
    if (is_blank(text_of(element)))
      complain(page, element, "<math> is empty");
    if (find("merror"))
      complain(page, element,
               fmt::format("<math> holds an error: {}", in_quotes(text_of(element))));
  }
  for (const char* kind : {"verdict", "proof", "outcome"})
    if (has_class(element, kind) && !std::ranges::any_of(seen_by_all(element), is_letter))
      complain(
          page, element,
          fmt::format("the {} {} has no word beside its sign", kind, in_quotes(text_of(element))));
}

void Checker::check_link(const Page& page, const Node& element, std::string_view link)
{
  const Link parsed = parse_link(link);
  const std::string said = "the link to " + in_quotes(link);
  if (words_of(link).size() > 1) {
    complain(page, element, fmt::format("{} has a blank in it; write %20", said));
    return;
  }
  if (parsed.scheme == "http" || parsed.scheme == "https" || parsed.scheme == "mailto")
    return;
  if (!parsed.scheme.empty()) {
    complain(page, element, fmt::format("{} is neither to the book nor to the web", said));
    return;
  }
  const std::optional<std::string> target = target_of(parsed.path, page.file());
  if (!target)
    complain(page, element, fmt::format("{} leads out of the book's folder", said));
  else if (!files_.contains(*target))
    complain(page, element, fmt::format("{}: there is no file {}", said, in_quotes(*target)));
  else if (parsed.fragment)
    check_fragment(page, element, said, *target, *parsed.fragment);
  else if (parsed.path.empty())
    complain(page, element, fmt::format("{} leads nowhere", said));
}

void Checker::check_fragment(const Page& page, const Node& element, const std::string& link,
                             const std::string& target, const std::string& fragment)
{
  const auto found = pages_.find(target);
  if (found == pages_.end()) {
    complain(page, element, fmt::format("{}: {} is no page", link, in_quotes(target)));
    return;
  }
  const Page& other = found->second;
  if (!other.tree().first_child())
    return; // not well-formed, which has been told
  if (target != "claims.html" || fragment.find('=') == std::string::npos) {
    if (!other.has_id(fragment) && !other.has_id(percent_decoded(fragment)))
      complain(page, element,
               fmt::format("{}: {} has no id {}", link, target, in_quotes(fragment)));
    return;
  }
  // The filter's language: document, chapter, verdict and text, joined by &.
  std::map<std::string, std::string> asked;
  for (std::size_t at = 0; at <= fragment.size();) {
    const std::size_t end = std::min(fragment.find('&', at), fragment.size());
    std::string part = fragment.substr(at, end - at);
    std::ranges::replace(part, '+', ' ');
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string field = percent_decoded(part.substr(0, equals));
    if (field == "text") // any words
      ;
    else if (field != "document" && field != "chapter" && field != "verdict")
      complain(page, element,
               fmt::format("{}: the claims' filter has no field {}", link, in_quotes(field)));
    else
      asked[field] = percent_decoded(part.substr(std::min(equals + 1, part.size())));
    at = end + 1;
  }
  const bool fits = std::ranges::any_of(other.filtered(), [&](const Node& claim) {
    return std::ranges::all_of(asked, [&](const auto& field) {
      return claim.attribute(("data-" + field.first).c_str()).value() == field.second;
    });
  });
  if (!fits)
    complain(page, element, fmt::format("{}: no claim fits", link));
}

void Checker::check_loaded(const Page& page, int line, const std::string& what,
                           std::string_view link)
{
  const Link parsed = parse_link(link);
  if (parsed.scheme == "data" && !what.starts_with("<script"))
    return;
  const auto tell = [&](std::string_view why) {
    complain(page, line, fmt::format("{} loads {}: {}", what, in_quotes(link), why));
  };
  const std::optional<std::string> target = target_of(parsed.path, page.file());
  if (!parsed.scheme.empty() || !target)
    tell("that is not in the book's folder");
  else if (parsed.path.empty() && parsed.fragment) {
    if (page.file().ends_with(".html") && !page.has_id(*parsed.fragment))
      tell("there is no such id");
  } else if (parsed.path.empty())
    tell("that is nothing");
  else if (!files_.contains(*target))
    tell("there is no such file");
}

void Checker::check_style(const Page& page, const std::string& what, std::string_view css,
                          std::optional<int> line)
{
  for (const StyleUrl& url : urls_of_style(line ? css : page.source()))
    check_loaded(page, line ? *line : page.line_at(url.offset), what, url.url);
}

} // namespace

std::vector<Complaint> check_book(const fs::path& folder)
{
  return Checker(folder).complaints();
}

} // namespace epreuve::book
