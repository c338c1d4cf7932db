#include "weaver/library.hpp"

#include "epreuve/lexer.hpp"

#include "weaver/comment.hpp"
#include "weaver/html.hpp"
#include "weaver/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string_view>

namespace epreuve::book {

namespace {

/// Declarations that share one comment.
using Group = std::vector<const Declaration*>;

std::vector<Group> groups_of(const std::vector<Declaration>& declarations)
{
  std::vector<Group> groups;
  for (const Declaration& declaration : declarations) {
    if (!declaration.continues)
      groups.emplace_back();
    groups.back().push_back(&declaration);
  }
  return groups;
}

/// Below lib/epreuve, without its end: "math/softmax".
std::string short_name(const std::string& file)
{
  std::string name = file.substr(file.find('/') + 1);
  return name.substr(0, name.rfind(".hpp"));
}

std::string folder_of(const std::string& file)
{
  const std::string name = short_name(file);
  const std::size_t slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

/// A C++ name as an id: a character that HTML or a link would not take as it is becomes ~ and its number.
std::string id_of_name(std::string_view name)
{
  std::string readable;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (name.substr(i, 2) == "::") {
      readable += '.';
      ++i;
    } else
      readable += name[i];
  return id_of("", readable).substr(1);
}

/// Where everything is.
class Places
{
public:
  explicit Places(const Documentation& documentation)
  {
    std::set<std::string> files;
    for (const Header& header : documentation.headers) {
      std::string name = short_name(header.file);
      std::ranges::replace(name, '/', '-');
      const std::string page = "library/" + unique(name, files) + ".html";
      pages_[header.file] = page;
      std::set<std::string> ids{"text"};
      for (const Declaration& declaration : header.declarations)
        place(page, declaration, "", ids);
    }
  }

  const std::string& page(const Header& header) const { return pages_.at(header.file); }
  const std::string& id(const std::string& refid) const { return ids_.at(refid); }

  std::string link(const std::string& refid) const
  {
    const auto found = links_.find(refid);
    return found == links_.end() ? "" : found->second;
  }

  /// What a name in code on a page leads to: the page's own, or the only one in the library.
  std::string target(std::string_view name, const std::string& page) const
  {
    if (name.ends_with("()"))
      name.remove_suffix(2);
    const auto found = named_.find(name);
    if (found == named_.end())
      return "";
    std::set<std::string_view> there;
    for (const std::string& link : found->second) {
      if (link.starts_with(page + "#"))
        return link;
      there.insert(std::string_view(link).substr(0, link.find('#')));
    }
    return there.size() == 1 ? found->second.front() : "";
  }

private:
  void place(const std::string& page, const Declaration& declaration, const std::string& within,
             std::set<std::string>& ids)
  {
    const std::string id = unique(id_of_name(within + declaration.name), ids);
    ids_[declaration.refid] = id;
    links_[declaration.refid] = page + "#" + id;
    std::string known = within + declaration.name;
    if (within.empty() || declaration.kind != Declaration::Kind::variable)
      named_[known].push_back(page + "#" + id);
    for (const Declaration& member : declaration.members)
      place(page, member, declaration.name + "::", ids);
    for (const pugi::xml_node value : declaration.node.children("enumvalue"))
      links_[value.attribute("id").value()] = page + "#" + id;
  }

  std::map<std::string, std::string> pages_, ids_, links_; ///< by header, by Doxygen's names
  std::map<std::string, std::vector<std::string>, std::less<>> named_;
};

/// Namespaces whose names a chapter uses unqualified (epreuve::course in chapter.hpp).
constexpr std::array<std::string_view, 4> spoken{"epreuve", "evidence", "figures", "math"};

/// The names that a chapter calls in its code, not in comments and strings.
struct Calls
{
  std::set<std::pair<std::string, std::string>> qualified; ///< namespace and name
  std::set<std::string> unqualified;
};

/// The type that ends before a token, if there is one: the token is then declared, not used.
bool is_type_before(const std::vector<Token>& tokens, std::size_t i)
{
  static const std::set<std::string_view> no_types{
      "return", "throw", "else", "case", "co_return", "not", "and", "or", "in", "do", "co_yield"};
  if (i == 0)
    return false;
  const Token& before = tokens[i - 1];
  if (before.kind == Token::Kind::identifier)
    return !no_types.contains(before.text);
  if (before.text != ">")
    return false;
  // Of arma::Mat<Real>, back to the bracket.
  for (std::size_t j = i - 1; j-- > 0;) {
    if (tokens[j].text == "<")
      return j > 0 && tokens[j - 1].kind == Token::Kind::identifier;
    if (tokens[j].kind != Token::Kind::identifier && tokens[j].text != ":" &&
        tokens[j].text != "," && tokens[j].text != ">")
      return false;
  }
  return false;
}

/// A name that the chapter itself gives to a function, or to something called like a function, is its own.
Calls calls_in(const std::string& source)
{
  Calls calls;
  std::set<std::string> own;
  const std::vector<Token> tokens = tokens_of(source);
  const auto text = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : ""; };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::identifier)
      continue;
    const std::string name(tokens[i].text);
    const bool is_member = text(i - 1) == "." || (text(i - 1) == ">" && text(i - 2) == "-");
    const bool is_called = text(i + 1) == "(" || text(i + 1) == "<";
    const bool is_lambda = text(i + 1) == "=" && text(i + 2) == "[";
    if (text(i - 1) == ":" && text(i - 2) == ":")
      calls.qualified.emplace(text(i - 3), name);
    else if ((is_called || is_lambda) && !is_member && is_type_before(tokens, i))
      own.insert(name);
    else if (is_called && !is_member)
      calls.unqualified.insert(name);
  }
  for (const std::string& name : own)
    calls.unqualified.erase(name);
  return calls;
}

class LibraryPages
{
public:
  LibraryPages(const Documentation& documentation,
               const std::map<std::string, std::string>& chapters)
      : documentation_(documentation), places_(documentation)
  {
    for (const auto& [name, source] : chapters)
      calls_[name] = calls_in(source);
  }

  Library write()
  {
    Library library;
    for (const Header& header : documentation_.headers)
      library.pages.push_back(page_of(header));
    library.functions = functions();
    return library;
  }

private:
  /// The comment above a node. The names of its own parameters are not links.
  Comment comment_of(const pugi::xml_node& node, const std::string& page) const
  {
    std::set<std::string, std::less<>> parameters;
    for (const pugi::xml_node param : node.children("param"))
      parameters.insert(param.child_value("declname"));
    return read_comment(
        node, [&](const std::string& refid) { return places_.link(refid); },
        [&](std::string_view name) {
          return parameters.contains(name) ? "" : places_.target(name, page);
        });
  }

  /// The declarations of a group, one below another; the first has its id elsewhere.
  /// @param within  the type that they are members of, to which they do not link
  std::string signatures(const Group& group, const std::string& within = "") const
  {
    std::vector<std::string> all;
    for (const Declaration* declaration : group)
      all.push_back(signature(*declaration, [&](const std::string& refid) {
        return refid == declaration->refid || refid == within ? "" : places_.link(refid);
      }));
    const bool is_long = std::ranges::any_of(
        all, [](const std::string& one) { return one.find('\n') != std::string::npos; });
    std::string html = "<pre class=\"signature\"><code>" + all.front();
    for (std::size_t i = 1; i < group.size(); ++i)
      html += fmt::format("\n{}<span id=\"{}\">{}</span>", is_long ? "\n" : "",
                          places_.id(group[i]->refid), all[i]);
    return html + "</code></pre>\n";
  }

  static std::vector<std::string> names(const Group& group)
  {
    std::vector<std::string> names;
    for (const Declaration* declaration : group)
      if (std::ranges::find(names, declaration->name) == names.end())
        names.push_back(declaration->name);
    return names;
  }

  /// "softmax", "to_json, about_from_json, …"
  static std::string heading(const Group& group)
  {
    constexpr std::size_t most = 3;
    std::string html;
    const std::vector<std::string> all = names(group);
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
      html += (i == 0 ? "" : ", ") + escape(all[i]);
    return html + (all.size() > most ? ", …" : "");
  }

  std::string members_of(const Declaration& type, const std::string& page) const
  {
    std::string html;
    for (const Group& group : groups_of(type.members))
      html +=
          fmt::format("<li id=\"{}\">{}{}{}</li>\n", places_.id(group.front()->refid),
                      signatures(group, type.refid), html_of(comment_of(group.front()->node, page)),
                      enumerators_of(*group.front(), page));
    return html.empty() ? "" : "<ul class=\"members\">\n" + html + "</ul>\n";
  }

  std::string enumerators_of(const Declaration& enumeration, const std::string& page) const
  {
    std::string html;
    for (const pugi::xml_node value : enumeration.node.children("enumvalue")) {
      const std::string text = html_of(comment_of(value, page));
      html +=
          "<div><dt><code>" + escape(value.child_value("name")) +
          escape(value.child("initializer") ? fmt::format(" {}", value.child_value("initializer"))
                                            : "") +
          "</code></dt><dd>" + text + "</dd></div>\n";
    }
    return html.empty() ? "" : "<dl class=\"parameters\">\n" + html + "</dl>\n";
  }

  Page page_of(const Header& header) const
  {
    const std::string& file = places_.page(header);
    const std::string folder = folder_of(header.file);
    Page page{.file = file, .title = short_name(header.file) + ".hpp", .main = ""};
    page.main = fmt::format(
        "<header class=\"chapter-head\"><p class=\"label\"><a href=\"functions.html#{}\">"
        "Library</a></p>\n<h1>{}</h1>\n<p><code>#include \"{}\"</code></p></header>\n",
        folder_id(folder), escape(page.title), escape(header.file));
    page.main += html_of(comment_of(header.node, file));
    std::string last; // of the headings; overloads share one
    for (const Group& group : groups_of(header.declarations)) {
      const Declaration& first = *group.front();
      const std::string& id = places_.id(first.refid);
      std::string at = fmt::format(" id=\"{}\"", id);
      if (const std::string name = heading(group);
          name != last || first.kind != Declaration::Kind::function) {
        page.main += fmt::format("<h2{}><code>{}</code></h2>\n", at, name);
        page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, name);
        last = name;
        at.clear();
      }
      page.main += fmt::format("<div class=\"declared\"{}>\n{}{}{}{}</div>\n", at,
                               signatures(group), html_of(comment_of(first.node, file)),
                               enumerators_of(first, file), members_of(first, file));
    }
    if (header.declarations.empty())
      page.main += "<p>It declares nothing of its own.</p>\n";
    return page;
  }

  static std::string folder_id(const std::string& folder)
  {
    return folder.empty() ? "in-epreuve" : "in-" + id_of_name(folder);
  }

  /// Chapters that call one of these functions.
  std::string uses_of(const Group& group) const
  {
    std::string html;
    for (const auto& [chapter, of_chapter] : calls_) {
      const auto calls = [&known = of_chapter](const Declaration* function) {
        std::string space = function->scope;
        if (const std::size_t last = space.rfind("::"); last != std::string::npos)
          space.erase(0, last + 2);
        return known.qualified.contains({space, function->name}) ||
               (std::ranges::find(spoken, space) != spoken.end() &&
                known.unqualified.contains(function->name));
      };
      if (std::ranges::any_of(group, calls))
        html += fmt::format("{}<a href=\"{}.html\">{}</a>", html.empty() ? "" : ", ",
                            escape(chapter), escape(chapter));
    }
    return html.empty() ? "" : "<p class=\"uses\">Chapters: " + html + "</p>";
  }

  std::string linked(const Declaration& declaration) const
  {
    return fmt::format("<a href=\"{}\"><code>{}</code></a>",
                       escape(places_.link(declaration.refid)), escape(declaration.name));
  }

  /// A header's functions, each name once, and the names of everything else that it declares.
  std::string index_of(const Header& header, std::set<std::string>& ids) const
  {
    const std::string& page = places_.page(header);
    std::string functions, others;
    std::set<std::string> known;
    for (const Group& group : groups_of(header.declarations)) {
      Group fresh;
      for (const Declaration* declaration : group)
        if (known.insert(declaration->name).second)
          fresh.push_back(declaration);
      if (fresh.empty())
        continue;
      if (group.front()->kind != Declaration::Kind::function) {
        for (const Declaration* declaration : fresh)
          others += (others.empty() ? "" : ", ") + linked(*declaration);
        continue;
      }
      functions += fmt::format("<div id=\"{}\">", unique(id_of_name(fresh.front()->name), ids));
      for (const Declaration* declaration : fresh)
        functions += "<dt>" + linked(*declaration) + "</dt>";
      functions += "<dd>" + beginning_of(comment_of(group.front()->node, page)) + uses_of(fresh) +
                   "</dd></div>\n";
    }
    std::string html;
    if (!functions.empty())
      html += "<dl class=\"functions\">\n" + functions + "</dl>\n";
    if (!others.empty())
      html += "<p class=\"declares\">" +
              std::string(functions.empty() ? "Declares " : "Also declares ") + others + "</p>\n";
    return html;
  }

  Page functions() const
  {
    std::map<std::string, std::vector<const Header*>> folders;
    for (const Header& header : documentation_.headers)
      folders[folder_of(header.file)].push_back(&header);
    std::vector<std::string> order;
    for (const auto& [folder, headers] : folders)
      order.push_back(folder);
    // Mathematics first, what all the others use last.
    std::ranges::stable_sort(order, {}, [](const std::string& folder) {
      return folder.starts_with("math") ? 0 : folder.empty() ? 2 : 1;
    });

    Page page{.file = "functions.html", .title = "Functions", .main = ""};
    page.main = "<h1>Functions</h1>\n<p>The functions of the library, and the chapters that call "
                "them. A name "
                "leads to its documentation, a header to everything it declares.</p>\n";
    std::set<std::string> ids{"text"};
    for (const std::string& folder : order)
      ids.insert(folder_id(folder));
    for (const std::string& folder : order) {
      const std::string name = folder.empty() ? "epreuve" : folder;
      page.main += fmt::format("<h2 id=\"{}\">{}</h2>\n", folder_id(folder), escape(name));
      page.contents +=
          fmt::format("<li><a href=\"#{}\">{}</a><ol>", folder_id(folder), escape(name));
      for (const Header* header : folders.at(folder)) {
        const std::string title = short_name(header->file);
        const std::string id = unique("in-" + id_of_name(title), ids);
        page.main += fmt::format("<h3 id=\"{}\"><a href=\"{}\">{}.hpp</a></h3>\n", id,
                                 escape(places_.page(*header)), escape(title));
        page.main += index_of(*header, ids);
        page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>", id,
                                     escape(title.substr(folder.empty() ? 0 : folder.size() + 1)));
      }
      page.contents += "</ol></li>\n";
    }
    return page;
  }

  const Documentation& documentation_;
  Places places_;
  std::map<std::string, Calls> calls_; ///< by chapter
};

} // namespace

Library library_pages(const std::filesystem::path& output,
                      const std::map<std::string, std::string>& chapters)
{
  const Documentation documentation = read_documentation(output);
  return LibraryPages(documentation, chapters).write();
}

} // namespace epreuve::book
