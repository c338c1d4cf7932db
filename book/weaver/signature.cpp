#include "weaver/signature.hpp"

#include "epreuve/lexer.hpp"

#include "weaver/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

namespace epreuve::book {

namespace {

constexpr std::size_t line_length = 80;

/// Text with marked parts: each is enclosed in HTML.
class Code
{
public:
  Code() = default;
  Code(std::string_view text) : text_(text), marks_(text.size(), 0) {}
  Code(const char* text) : Code(std::string_view(text)) {}

  static Code link(std::string_view text, const std::string& target)
  {
    Code code(text);
    if (!target.empty())
      code.mark({"<a href=\"" + escape(target) + "\">", "</a>"});
    return code;
  }

  static Code name(std::string_view text)
  {
    Code code(text);
    code.mark({"<span class=\"fu\">", "</span>"});
    return code;
  }

  Code& operator+=(const Code& other)
  {
    text_ += other.text_;
    for (const std::size_t mark : other.marks_)
      marks_.push_back(mark == 0 ? 0 : mark + around_.size());
    around_.insert(around_.end(), other.around_.begin(), other.around_.end());
    return *this;
  }

  const std::string& text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  bool empty() const { return text_.empty(); }

  void erase(std::size_t at)
  {
    text_.erase(at, 1);
    marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void insert(std::size_t at, char c)
  {
    text_.insert(at, 1, c);
    marks_.insert(marks_.begin() + static_cast<std::ptrdiff_t>(at), 0);
  }

  Code trimmed() const
  {
    Code code = *this;
    while (!code.empty() && std::isspace(static_cast<unsigned char>(code.text_.back())))
      code.erase(code.size() - 1);
    while (!code.empty() && std::isspace(static_cast<unsigned char>(code.text_.front())))
      code.erase(0);
    return code;
  }

  std::string html() const
  {
    std::string html;
    for (std::size_t at = 0; at < size();) {
      std::size_t end = at;
      while (end < size() && marks_[end] == marks_[at])
        ++end;
      const std::string_view part = std::string_view(text_).substr(at, end - at);
      if (marks_[at] == 0)
        html += coloured(part);
      else
        html += around_[marks_[at] - 1].before + escape(part) + around_[marks_[at] - 1].after;
      at = end;
    }
    return html;
  }

private:
  struct Around
  {
    std::string before, after;
  };

  void mark(Around around)
  {
    around_ = {std::move(around)};
    std::ranges::fill(marks_, 1);
  }

  /// Keywords, literals and directives in the classes that pandoc gives them.
  static std::string coloured(std::string_view text)
  {
    static const std::set<std::string_view> words{
        "class",    "concept",  "const",    "constexpr", "default",  "delete",  "enum",
        "explicit", "inline",   "noexcept", "operator",  "requires", "static",  "struct",
        "template", "typename", "union",    "using",     "virtual",  "volatile"};
    static const std::set<std::string_view> types{"auto",   "bool",     "char", "double",
                                                  "float",  "int",      "long", "short",
                                                  "signed", "unsigned", "void"};
    std::string html;
    std::size_t at = 0;
    for (const Token& token : tokens_of(text)) {
      const auto begin = static_cast<std::size_t>(token.text.data() - text.data());
      html += escape(text.substr(at, begin - at));
      using Kind = Token::Kind;
      const std::string_view style = words.contains(token.text)      ? "kw"
                                     : types.contains(token.text)    ? "dt"
                                     : token.kind == Kind::number    ? "dv"
                                     : token.kind == Kind::string    ? "st"
                                     : token.kind == Kind::character ? "ch"
                                     : token.kind == Kind::directive ? "pp"
                                                                     : "";
      if (style.empty())
        html += escape(token.text);
      else
        html += fmt::format("<span class=\"{}\">{}</span>", style, escape(token.text));
      at = begin + token.text.size();
    }
    return html + escape(text.substr(at));
  }

  std::string text_;
  std::vector<std::size_t> marks_; ///< of each character, from 1 in around_; 0 if there is no mark
  std::vector<Around> around_;
};

/// The text of an element that contains <ref>s.
Code code_of(const pugi::xml_node& element, const LinkOf& link_of)
{
  Code code;
  for (const pugi::xml_node child : element) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      code += std::string_view(child.value());
    else if (std::string_view(child.name()) == "ref")
      code += Code::link(child.text().get(), link_of(child.attribute("refid").value()));
    else
      code += code_of(child, link_of);
  }
  return code;
}

/// Without the blanks that Doxygen puts inside angle brackets and before & and *.
Code tidy(Code code)
{
  for (std::size_t i = 0; i < code.size();) {
    const std::string& text = code.text();
    const char before = i > 0 ? text[i - 1] : ' ';
    const char after = i + 1 < text.size() ? text[i + 1] : ' ';
    if (text[i] == ' ' &&
        (before == '<' || before == ' ' || after == '>' || after == '&' || after == '*'))
      code.erase(i);
    else
      ++i;
  }
  return code.trimmed();
}

/// A value. Doxygen takes the mark between digits for the beginning of a character, and << for a bracket.
Code value_of(const pugi::xml_node& element, const LinkOf& link_of)
{
  Code code = code_of(element, link_of).trimmed();
  const auto is_digit = [&](std::size_t i) {
    return i < code.size() && std::isxdigit(static_cast<unsigned char>(code.text()[i]));
  };
  for (std::size_t i = 1; i + 2 < code.size(); ++i) {
    const std::string_view here = std::string_view(code.text()).substr(i);
    if (here.starts_with(" '") && is_digit(i - 1) && is_digit(i + 2))
      code.erase(i);
    else if (here.starts_with("<< ") && code.text()[i - 1] != ' ')
      code.insert(i, ' ');
  }
  return code;
}

Code parameter(const pugi::xml_node& param, const LinkOf& link_of)
{
  Code code = tidy(code_of(param.child("type"), link_of));
  if (const std::string_view name = param.child_value("declname"); !name.empty()) {
    if (!code.empty() && !code.text().ends_with('('))
      code += " ";
    code += name;
  }
  code += std::string_view(param.child_value("array"));
  if (const pugi::xml_node value = param.child("defval")) {
    code += " = ";
    code += value_of(value, link_of);
  }
  return code;
}

/// "template <typename Real>" and what it requires, on lines of their own.
Code template_line(const pugi::xml_node& node, const LinkOf& link_of)
{
  const pugi::xml_node list = node.child("templateparamlist");
  if (!list)
    return {};
  Code code = "template <";
  bool first = true;
  for (const pugi::xml_node param : list.children("param")) {
    code += first ? "" : ", ";
    code += parameter(param, link_of);
    first = false;
  }
  code += ">\n";
  if (const pugi::xml_node condition = node.child("requiresclause")) {
    code += "  requires ";
    code += code_of(condition, link_of).trimmed();
    code += "\n";
  }
  return code;
}

/// What follows the parameters: for "() const =default" it is " const = default".
std::string tail_of(const pugi::xml_node& node)
{
  const std::string_view arguments = node.child_value("argsstring");
  int depth = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    depth += arguments[i] == '(' ? 1 : arguments[i] == ')' ? -1 : 0;
    if (depth > 0)
      continue;
    std::string tail(arguments.substr(i + 1));
    if (const std::size_t equals = tail.find('='); equals != std::string::npos)
      tail = tail.substr(0, equals) + (equals > 0 && tail[equals - 1] == ' ' ? "" : " ") + "= " +
             tail.substr(equals + 1);
    return tail;
  }
  return "";
}

bool is_set(const pugi::xml_node& node, const char* attribute)
{
  return std::string_view(node.attribute(attribute).value()) == "yes";
}

Code function(const Declaration& declaration, const LinkOf& link_of)
{
  const pugi::xml_node node = declaration.node;
  const Code type = tidy(code_of(node.child("type"), link_of));
  Code head;
  for (const char* word : {"static", "explicit"})
    if (is_set(node, word))
      head += Code(std::string(word) + " ");
  if (is_set(node, "constexpr") && type.text().find("constexpr") == std::string::npos)
    head += "constexpr ";
  if (!type.empty()) {
    head += type;
    head += " ";
  }
  head += Code::name(declaration.name);
  std::vector<Code> parameters;
  std::size_t length = head.size() + 2;
  for (const pugi::xml_node param : node.children("param")) {
    parameters.push_back(parameter(param, link_of));
    length += parameters.back().size() + 2;
  }
  const std::string tail = tail_of(node);
  const bool is_long = length + tail.size() > line_length;
  Code code = template_line(node, link_of);
  code += head;
  code += "(";
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    code += is_long ? "\n    " : "";
    code += parameters[i];
    code += i + 1 == parameters.size() ? "" : is_long ? "," : ", ";
  }
  code += ")";
  code += std::string_view(tail);
  return code;
}

Code variable(const Declaration& declaration, const LinkOf& link_of)
{
  const pugi::xml_node node = declaration.node;
  Code code = template_line(node, link_of);
  code += is_set(node, "static") ? "static " : "";
  code += tidy(code_of(node.child("type"), link_of));
  code += " ";
  code += Code::name(declaration.name);
  code += std::string_view(node.child_value("argsstring"));
  const Code value = value_of(node.child("initializer"), link_of);
  if (!value.empty() && code.size() + value.size() < 2 * line_length) {
    code += value.text().starts_with('=') ? " " : "";
    code += value;
  }
  return code;
}

Code type(const Declaration& declaration, const LinkOf& link_of)
{
  Code code = template_line(declaration.node, link_of);
  code += std::string_view(declaration.node.attribute("kind").value());
  code += " ";
  code += Code::name(declaration.name);
  bool first = true;
  for (const pugi::xml_node base : declaration.node.children("basecompoundref")) {
    code += first ? " : " : ", ";
    code += std::string_view(base.attribute("prot").value()) == "public" ? "public " : "";
    code += Code::link(tidy_type(base.text().get()), link_of(base.attribute("refid").value()));
    first = false;
  }
  return code;
}

Code enumeration(const Declaration& declaration, const LinkOf& link_of)
{
  Code code = is_set(declaration.node, "strong") ? "enum class " : "enum ";
  code += Code::name(declaration.name);
  if (const Code base = tidy(code_of(declaration.node.child("type"), link_of)); !base.empty()) {
    code += " : ";
    code += base;
  }
  return code;
}

Code alias(const Declaration& declaration, const LinkOf& link_of)
{
  const pugi::xml_node node = declaration.node;
  Code code = template_line(node, link_of);
  code += "using ";
  code += Code::name(declaration.name);
  code += " = ";
  code += tidy(code_of(node.child("type"), link_of));
  code += std::string_view(node.child_value("argsstring"));
  return code;
}

Code macro(const Declaration& declaration, const LinkOf&)
{
  Code code = "#define ";
  code += Code::name(declaration.name);
  if (!declaration.node.child("param"))
    return code;
  code += "(";
  bool first = true;
  for (const pugi::xml_node param : declaration.node.children("param")) {
    code += first ? "" : ", ";
    code += std::string_view(param.child_value("defname"));
    first = false;
  }
  code += ")";
  return code;
}

/// Doxygen has its template, its name with all namespaces and its condition in one text.
Code concept_(const Declaration& declaration, const LinkOf& link_of)
{
  Code code = template_line(declaration.node, link_of);
  Code condition = code_of(declaration.node.child("initializer"), link_of);
  const std::size_t equals = condition.text().find('=', condition.text().find("concept "));
  for (std::size_t i = 0; i <= equals && equals != std::string::npos; ++i)
    condition.erase(0);
  code += "concept ";
  code += Code::name(declaration.name);
  code += " = ";
  code += condition.trimmed();
  return code;
}

} // namespace

std::string tidy_type(std::string_view type)
{
  return tidy(Code(type)).text();
}

std::string signature(const Declaration& declaration, const LinkOf& link_of)
{
  using Kind = Declaration::Kind;
  switch (declaration.kind) {
  case Kind::function:
    return function(declaration, link_of).html();
  case Kind::type:
    return type(declaration, link_of).html();
  case Kind::enumeration:
    return enumeration(declaration, link_of).html();
  case Kind::alias:
    return alias(declaration, link_of).html();
  case Kind::variable:
    return variable(declaration, link_of).html();
  case Kind::macro:
    return macro(declaration, link_of).html();
  case Kind::concept_:
    return concept_(declaration, link_of).html();
  }
  return "";
}

} // namespace epreuve::book
