#include "weaver/comment.hpp"

#include "weaver/html.hpp"
#include "weaver/indices.hpp"
#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace epreuve::book {

namespace {

/// Doxygen's elements that stand for characters; our headers have no entities of HTML. Hyphens stay as they were typed:
/// mostly they begin an option of a command.
std::string character_of(std::string_view element)
{
  static const std::map<std::string_view, std::string_view> characters{
      {"ndash", "--"},
      {"mdash", "---"},
      {"sp", " "},
      {"nonbreakablespace", "\u00a0"},
      {"zwj", "\u200d"}};
  const auto found = characters.find(element);
  return std::string(found == characters.end() ? "" : found->second);
}

class Writer
{
public:
  Writer(const LinkOf& link_of, const TargetOf& target_of)
      : link_of_(link_of), target_of_(target_of)
  {
  }

  /// The blocks of an element; the items are put aside.
  std::vector<std::string> blocks_of(const pugi::xml_node& element)
  {
    std::vector<std::string> blocks;
    for (const pugi::xml_node child : element)
      add_block(child, blocks);
    return blocks;
  }

  std::vector<Comment::Item> items;

private:
  void add_block(const pugi::xml_node& node, std::vector<std::string>& blocks)
  {
    const std::string_view name = node.name();
    if (name == "para")
      add_paragraph(node, blocks);
    else if (name == "title" || name == "heading")
      blocks.push_back(fmt::format("<p><strong>{}</strong></p>", trimmed(inline_of(node))));
    else if (name.starts_with("sect"))
      for (std::string& block : blocks_of(node))
        blocks.push_back(std::move(block));
    else if (name == "verbatim" || name == "preformatted" || name == "programlisting")
      blocks.push_back("<pre><code>" + escape(without_last_line_end(preformatted(node))) +
                       "</code></pre>");
    else if (name == "itemizedlist" || name == "orderedlist") {
      std::string list = name == "itemizedlist" ? "<ul>" : "<ol>";
      for (const pugi::xml_node item : node.children("listitem"))
        list += "<li>" + inside(item) + "</li>";
      blocks.push_back(list + (name == "itemizedlist" ? "</ul>" : "</ol>"));
    } else if (name == "table")
      blocks.push_back(table(node));
    else if (name == "parameterlist")
      add_parameters(node);
    else if (name == "simplesect")
      add_section(node, blocks);
  }

  static bool is_block(std::string_view name)
  {
    for (const char* block :
         {"para", "verbatim", "preformatted", "programlisting", "itemizedlist", "orderedlist",
          "table", "parameterlist", "simplesect", "heading", "title"})
      if (name == block)
        return true;
    return false;
  }

  /// Doxygen's paragraphs hold formulas and lists; HTML's end before them.
  void add_paragraph(const pugi::xml_node& paragraph, std::vector<std::string>& blocks)
  {
    std::string text;
    const auto end = [&] {
      if (std::string words(trimmed(text)); !words.empty())
        blocks.push_back("<p>" + words + "</p>");
      text.clear();
    };
    for (const pugi::xml_node child : paragraph) {
      if (is_block(child.name())) {
        end();
        add_block(child, blocks);
      } else
        text += inline_node(child);
    }
    end();
  }

  std::string inline_of(const pugi::xml_node& element)
  {
    std::string html;
    for (const pugi::xml_node child : element)
      html += inline_node(child);
    return html;
  }

  std::string inline_node(const pugi::xml_node& node)
  {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      return with_indices(node.value());
    const std::string_view name = node.name();
    if (name == "emphasis")
      return "<em>" + inline_of(node) + "</em>";
    if (name == "bold")
      return "<strong>" + inline_of(node) + "</strong>";
    if (name == "computeroutput") {
      const std::string code = text_of(node);
      return linked(target_of_(code), "<code>" + escape(code) + "</code>");
    }
    if (name == "ref")
      return linked(link_of_(node.attribute("refid").value()), inline_of(node));
    if (name == "ulink") {
      const std::string target = node.attribute("url").value();
      const bool to_the_web = target.starts_with("https://") || target.starts_with("http://");
      return linked(to_the_web ? target : "", inline_of(node));
    }
    if (name == "linebreak")
      return "<br/>";
    if (std::string character = character_of(name); !character.empty())
      return character;
    // An unknown one: its text, or its name if it has none.
    return node.first_child() || name == "anchor" ? inline_of(node)
                                                  : escape(fmt::format("&{};", name));
  }

  static std::string linked(const std::string& target, const std::string& html)
  {
    return target.empty() ? html : "<a href=\"" + escape(target) + "\">" + html + "</a>";
  }

  static std::string preformatted(const pugi::xml_node& node)
  {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      return node.value();
    std::string text = character_of(node.name());
    for (const pugi::xml_node child : node)
      if (std::string_view(node.name()) != "programlisting" || child.type() == pugi::node_element)
        text += preformatted(child);
    return std::string_view(node.name()) == "codeline" ? text + "\n" : text;
  }

  static std::string without_last_line_end(std::string text)
  {
    while (text.ends_with('\n'))
      text.pop_back();
    return text;
  }

  static std::string joined(const std::vector<std::string>& blocks)
  {
    std::string html;
    for (const std::string& block : blocks)
      html += (html.empty() ? "" : "\n") + block;
    return html;
  }

  /// The content of a list item or a cell: a single paragraph without its <p>.
  std::string inside(const pugi::xml_node& element)
  {
    const std::vector<std::string> blocks = blocks_of(element);
    if (blocks.size() == 1 && blocks[0].starts_with("<p>"))
      return blocks[0].substr(3, blocks[0].size() - 7);
    return joined(blocks);
  }

  std::string table(const pugi::xml_node& node)
  {
    std::string html = "<div class=\"scroll\"><table>";
    for (const pugi::xml_node row : node.children("row")) {
      html += "<tr>";
      for (const pugi::xml_node cell : row.children("entry")) {
        const std::string content = inside(cell);
        const bool head = std::string_view(cell.attribute("thead").value()) == "yes";
        html += head && !content.empty() ? "<th scope=\"col\">" + content + "</th>"
                                         : "<td>" + content + "</td>";
      }
      html += "</tr>";
    }
    return html + "</table></div>";
  }

  void add_parameters(const pugi::xml_node& list)
  {
    const std::string_view kind = list.attribute("kind").value();
    for (const pugi::xml_node item : list.children("parameteritem")) {
      std::string names;
      for (const pugi::xml_node name : item.child("parameternamelist").children("parametername")) {
        const std::string text = text_of(name);
        const std::string code = "<code>" + escape(text) + "</code>";
        names += (names.empty() ? "" : ", ") +
                 (kind == "exception" ? linked(target_of_(text), code) : code);
      }
      items.push_back({(kind == "exception" ? "throws "
                        : kind == "retval"  ? "returns "
                                            : "") +
                           names,
                       inside(item.child("parameterdescription"))});
    }
  }

  void add_section(const pugi::xml_node& section, std::vector<std::string>& blocks)
  {
    const std::string_view kind = section.attribute("kind").value();
    if (kind == "return")
      items.push_back({"returns", inside(section)});
    else if (kind == "since")
      items.push_back({"source", inside(section)});
    else
      for (std::string& block : blocks_of(section))
        blocks.push_back(std::move(block));
  }

  const LinkOf& link_of_;
  const TargetOf& target_of_;
};

} // namespace

Comment read_comment(const pugi::xml_node& node, const LinkOf& link_of, const TargetOf& target_of)
{
  Writer writer(link_of, target_of);
  Comment comment;
  for (const char* part : {"briefdescription", "detaileddescription"})
    for (std::string& block : writer.blocks_of(node.child(part)))
      comment.blocks.push_back(std::move(block));
  comment.items = std::move(writer.items);
  return comment;
}

std::string html_of(const Comment& comment)
{
  std::string html;
  for (const std::string& block : comment.blocks)
    html += block + "\n";
  if (comment.items.empty())
    return html;
  html += "<dl class=\"parameters\">\n";
  for (const Comment::Item& item : comment.items)
    html += "<div><dt>" + item.term + "</dt><dd>" + item.text + "</dd></div>\n";
  return html + "</dl>\n";
}

std::string beginning_of(const Comment& comment)
{
  std::string html;
  for (std::size_t i = 0; i < comment.blocks.size() && i < 2; ++i)
    if (i == 0 || comment.blocks[i].starts_with("<pre>"))
      html += comment.blocks[i];
  if (html.empty() && !comment.items.empty())
    html = "<p>" + comment.items[0].term + ": " + comment.items[0].text + "</p>";
  return html;
}

} // namespace epreuve::book
