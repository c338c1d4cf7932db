#include "weaver/documents.hpp"

#include "epreuve/evidence/verdict.hpp"
#include "epreuve/text.hpp"

#include "weaver/claims.hpp"
#include "weaver/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace epreuve::book {

namespace {

/// A claim with the chapter that checks it.
struct CheckedClaim
{
  const WovenChapter* chapter;
  const ListedClaim* claim;
};

/// A document with its claims, in the order of its lines.
struct CheckedDocument
{
  std::string name;
  std::vector<CheckedClaim> claims;
};

/// First those that have references, in their order.
std::vector<CheckedDocument> checked_documents(const std::vector<WovenChapter>& chapters,
                                               const References& references)
{
  std::vector<CheckedDocument> documents;
  for (const Reference& reference : references.all)
    if (reference.is_document)
      documents.push_back({reference.key, {}});
  for (const WovenChapter& chapter : chapters)
    for (const ListedClaim& claim : chapter.claims) {
      const std::string& name = claim.claim.source.document;
      auto document = std::ranges::find(documents, name, &CheckedDocument::name);
      if (document == documents.end())
        document = documents.insert(document, CheckedDocument{name, {}});
      document->claims.push_back({&chapter, &claim});
    }
  for (CheckedDocument& document : documents)
    std::ranges::stable_sort(document.claims, {}, [](const CheckedClaim& checked) {
      return checked.claim->claim.source.lines.first;
    });
  return documents;
}

/// "section:2.1" of "2.1. Softmax": a number lasts longer than a title.
std::string id_of_section(std::string_view section)
{
  std::string_view number = section.substr(0, section.find_first_not_of("0123456789."));
  while (number.ends_with('.'))
    number.remove_suffix(1);
  return id_of("section", number.empty() ? section : number);
}

std::string in_language(std::string_view text, std::string_view language)
{
  return language.empty()
             ? escape(text)
             : fmt::format("<span lang=\"{}\">{}</span>", escape(language), escape(text));
}

std::string facts(const Reference& reference)
{
  std::string html;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty())
      html += fmt::format("<dt>{}</dt><dd>{}</dd>", name, value);
  };
  add("author", escape(reference.authors));
  add("year", reference.year);
  add("kind", escape(reference.kind));
  add("published", escape(reference.published));
  add("found at", reference.url.empty()
                      ? "no address that we know"
                      : fmt::format("<a href=\"{0}\">{0}</a>", escape(reference.url)));
  return "<dl class=\"facts\">" + html + "</dl>\n";
}

std::string item(const CheckedClaim& checked)
{
  const ListedClaim& claim = *checked.claim;
  const std::string& id = claim.claim.source.id;
  return fmt::format("<li><div>{}</div><div><div class=\"statement\"><p>{}</p></div><p "
                     "class=\"claim-head\"><a href=\"{}\">{}</a> <span>chapter "
                     "{}</span></p></div></li>\n",
                     verdict_html(claim.claim.found), claim.statement,
                     checked.chapter->address_of(id), escape(id), checked.chapter->name);
}

Page document_page(const CheckedDocument& document, const References& references)
{
  const Reference* reference = references.find(document.name);
  const std::string language = references.language_of(document.name);
  const std::string title = reference == nullptr ? document.name : reference->title;
  Page page{.file = file_of_document(document.name),
            .title = reference == nullptr ? title : document.name + ": " + title,
            .main = ""};
  const auto errata = std::ranges::count_if(document.claims, [](const CheckedClaim& checked) {
    return evidence::is_erratum(checked.claim->claim.found);
  });
  page.main = fmt::format(
      "<header class=\"chapter-head\"><p class=\"label\">Document {}</p>\n<h1>{}</h1></header>\n"
      "{}<p>The chapters check {} of this document, and have {} to add. The document itself is not "
      "copied here: a section is named by its title, and what it says is said in our words.</p>\n",
      escape(document.name), in_language(title, language),
      reference == nullptr ? "" : facts(*reference), counted(document.claims.size(), "claim"),
      errata == 0   ? "no erratum"
      : errata == 1 ? "1 erratum"
                    : fmt::format("{} errata", errata));
  std::vector<std::pair<std::string, std::string>> sections; // their ids and titles
  for (const CheckedClaim& checked : document.claims) {
    const std::string& section = checked.claim->claim.source.section;
    const std::string id = id_of_section(section);
    if (std::ranges::find(sections, id, &std::pair<std::string, std::string>::first) ==
        sections.end())
      sections.emplace_back(id, section);
  }
  for (const auto& [id, section] : sections) {
    const std::string heading =
        section.empty() ? "Without a section" : in_language(section, language);
    page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, heading);
    page.main += fmt::format("<h2 id=\"{}\">{}</h2>\n<ol class=\"claims\">\n", id, heading);
    for (const CheckedClaim& checked : document.claims)
      if (id_of_section(checked.claim->claim.source.section) == id)
        page.main += item(checked);
    page.main += "</ol>\n";
  }
  return page;
}

/// The pages of chapters that cite a reference, as links.
std::string cited_in(const Reference& reference, const std::vector<WovenChapter>& chapters)
{
  const std::string link = fmt::format("\"{}\"", address_of_reference(reference.key));
  std::string html;
  for (const WovenChapter& chapter : chapters)
    for (const WovenPage& page : chapter.woven.pages)
      if (page.html.find(link) != std::string::npos)
        html += fmt::format("{}<a href=\"{}\">{} {}</a>", html.empty() ? "" : ", ", page.file,
                            std::stoi(chapter.name), escape(page.title()));
  return html.empty() ? "" : "<p class=\"claim-head\"><span>cited in " + html + "</span></p>";
}

} // namespace

std::string file_of_document(std::string_view document)
{
  return fmt::format("documents/{}.html", id_of("", document).substr(1));
}

std::string place_html(const evidence::ClaimSource& source, std::string_view language)
{
  return fmt::format("<a href=\"{}#{}\">{}{}</a>", file_of_document(source.document),
                     id_of_section(source.section), escape(source.document),
                     source.section.empty() ? "" : ", " + in_language(source.section, language));
}

std::vector<Page> document_pages(const std::vector<WovenChapter>& chapters,
                                 const References& references, std::vector<Mistake>& mistakes)
{
  std::vector<Page> pages;
  for (const CheckedDocument& document : checked_documents(chapters, references)) {
    pages.push_back(document_page(document, references));
    if (!references.all.empty() && references.find(document.name) == nullptr)
      mistakes.push_back(
          {(std::filesystem::path(document.claims.front().chapter->source).parent_path() /
            "claims.jsonl")
               .string(),
           fmt::format("no reference has the key {}, a document's name: it is not in "
                       "book/references.bib, nor in the chapter's own references.bib",
                       in_quotes(document.name))});
  }
  return pages;
}

Page references_page(const std::vector<WovenChapter>& chapters, const References& references)
{
  std::string documents, articles;
  for (const Reference& reference : references.all) {
    const std::string key = escape(reference.key);
    std::string& list = reference.is_document ? documents : articles;
    list += fmt::format("<li id=\"{}\">", id_of("reference", reference.key));
    if (reference.is_document)
      list += fmt::format("<a href=\"{}\">{}</a>: ", file_of_document(reference.key), key);
    list += fmt::format("{}{}</li>\n", reference_html(reference), cited_in(reference, chapters));
  }
  Page page{.file = "references.html", .title = "Sources", .main = ""};
  page.main = "<h1>Sources</h1>\n<p>What the chapters check, and what they cite. An article’s key "
              "is the end of its address here, and stays.</p>\n<h2 id=\"documents\">The "
              "documents</h2>\n<ul class=\"references\">\n" +
              documents +
              "</ul>\n<h2 id=\"articles\">Articles and books</h2>\n<ul "
              "class=\"references\">\n" +
              articles + "</ul>\n";
  return page;
}

} // namespace epreuve::book
