#include "weaver/frame.hpp"

#include "weaver/html.hpp"
#include "weaver/link.hpp"
#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace epreuve::book {

namespace {

struct Entry
{
  std::string_view file, name;
};
constexpr std::array<Entry, 7> entries{{{"index.html", "Chapters"},
                                        {"errata.html", "Errata"},
                                        {"claims.html", "Claims"},
                                        {"references.html", "Sources"},
                                        {"functions.html", "Functions"},
                                        {"propositions.html", "Propositions"},
                                        {"build.html", "How it was made"}}};

/// Which of the entries a page belongs to: chapters are reached from the cover, the library's pages and the documents'
/// from their lists.
std::string_view entry_of(std::string_view file)
{
  for (const Entry& entry : entries)
    if (entry.file == file)
      return entry.file;
  return file == "ten-errata.html"        ? "errata.html"
         : file.starts_with("library/")   ? "functions.html"
         : file.starts_with("documents/") ? "references.html"
                                          : "";
}

bool leads_to_a_file_of_the_book(std::string_view link)
{
  const Link parsed = parse_link(link);
  return parsed.scheme.empty() && !parsed.path.empty();
}

/// Prefixes every link of a tree that leads to another file of the book.
void lead_back(pugi::xml_node node, const std::string& back)
{
  for (const char* name : {"href", "src"})
    if (pugi::xml_attribute link = node.attribute(name);
        link && leads_to_a_file_of_the_book(link.value()))
      link.set_value((back + link.value()).c_str());
  for (pugi::xml_node child : node)
    lead_back(child, back);
}

/// Hidden until its script shows it.
constexpr std::string_view switch_of_folds =
    "<div class=\"mode\" role=\"group\" aria-label=\"How much is shown\" hidden=\"hidden\">"
    "<button type=\"button\" data-mode=\"read\" aria-pressed=\"true\">Read</button>"
    "<button type=\"button\" data-mode=\"verify\" aria-pressed=\"false\">Verify</button></div>\n";

std::string navigation(const Page& page)
{
  std::string html = "<nav aria-label=\"Book\"><ul>";
  for (const Entry& entry : entries)
    html += fmt::format("<li><a href=\"{}\"{}>{}</a></li>", entry.file,
                        entry.file == page.file             ? " aria-current=\"page\""
                        : entry.file == entry_of(page.file) ? " aria-current=\"true\""
                                                            : "",
                        entry.name);
  return html + "</ul></nav>";
}

} // namespace

std::string framed(const Page& page, std::string_view colophon)
{
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  html += fmt::format("<title>{}{}</title>\n", escape(page.title),
                      page.file == "index.html" ? "" : " · épreuve");
  html += fmt::format("<meta property=\"og:title\" content=\"{}\"/>\n<meta property=\"og:type\" "
                      "content=\"article\"/>\n",
                      escape(page.title));
  if (!page.description.empty())
    html += fmt::format("<meta name=\"description\" content=\"{0}\"/>\n<meta "
                        "property=\"og:description\" content=\"{0}\"/>\n",
                        escape(page.description));
  html += "<link rel=\"icon\" type=\"image/svg+xml\" href=\"favicon.svg\"/>\n"
          "<link rel=\"stylesheet\" href=\"style.css\"/>\n";
  for (const std::string& style : page.styles)
    html += fmt::format("<link rel=\"stylesheet\" href=\"{}\"/>\n", style);
  html += "<script defer=\"defer\" src=\"scripts/scroll.js\"></script>\n"
          "<script defer=\"defer\" src=\"scripts/search.js\"></script>\n";
  if (!page.contents.empty())
    html += "<script defer=\"defer\" src=\"scripts/contents.js\"></script>\n";
  if (!page.turn.empty())
    html += "<script defer=\"defer\" src=\"scripts/turn.js\"></script>\n";
  if (page.has_folds)
    html += "<script defer=\"defer\" src=\"scripts/folds.js\"></script>\n";
  for (const std::string& script : page.scripts)
    html += fmt::format("<script defer=\"defer\" src=\"{}\"></script>\n", script);
  html += "</head>\n<body>\n<a class=\"skip\" href=\"#text\">To the text</a>\n"
          "<header class=\"site\"><a class=\"home\" href=\"index.html\">épreuve</a>\n" +
          navigation(page) + "</header>\n";
  if (!page.contents.empty())
    html += "<div class=\"with-contents\">\n<nav class=\"contents\" aria-label=\"On this page\">" +
            std::string(page.has_folds ? switch_of_folds : "") +
            "<details><summary>On this page</summary>\n<ol><li><a href=\"#text\">" +
            escape(page.title) + "</a></li>\n" + page.contents + "</ol></details></nav>\n";
  html += "<main id=\"text\" tabindex=\"-1\">\n" + page.main + "\n</main>\n";
  if (!page.contents.empty())
    html += "</div>\n";
  if (!page.turn.empty())
    html += "<nav class=\"turn\" aria-label=\"Chapters\">" + page.turn + "</nav>\n";
  html +=
      fmt::format("<footer class=\"colophon\"><p>{}</p></footer>\n</body>\n</html>\n", colophon);

  std::string back;
  for (auto depth = std::ranges::count(page.file, '/'); depth > 0; --depth)
    back += "../";
  pugi::xml_document tree = read_tree(html);
  lead_back(tree, back);
  return html_of(tree);
}

} // namespace epreuve::book
