#include "weaver/pages.hpp"

#include "epreuve/evidence/verdict.hpp"
#include "epreuve/text.hpp"

#include "weaver/claims.hpp"
#include "weaver/html.hpp"
#include "weaver/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace epreuve::book {

namespace {

using evidence::Verdict;

/// In the order of the book; a teacher's own chapter may cite other documents, which come last.
constexpr std::array<std::string_view, 5> documents{"exo7", "thomas", "masterclass", "notes",
                                                    "iaetnous"};

struct Meaning
{
  Verdict verdict;
  std::string_view text;
};
constexpr std::array<Meaning, 10> meanings{
    {{Verdict::holds, "the statement is true as it stands"},
     {Verdict::reproduced, "every printed digit is right"},
     {Verdict::reproduced_truncated, "right, but cut off where it should be rounded"},
     {Verdict::refuted, "false; the right statement is given, and checked"},
     {Verdict::ill_typed, "the dimensions of the formula do not fit; with the form that fits"},
     {Verdict::damaged,
      "the copy lost symbols and now says something false; with what it must have said"},
     {Verdict::slip,
      "a misprint: a wrong letter, index or name, where the document has the right one elsewhere"},
     {Verdict::illustrative,
      "it claims nothing that could be false: invented numbers, a question, a figure of ours"},
     {Verdict::needs_weights, "only GPT-2’s published weights decide"},
     {Verdict::undecided, "the evidence supports none of these: an error of ours"}}};

/// How many claims of each verdict, each a link to these claims.
/// @param chapter  the chapter of these claims; empty for those of all chapters
std::string tally(const std::vector<const ListedClaim*>& claims, const std::string& chapter)
{
  std::map<Verdict, std::size_t> counts;
  for (const ListedClaim* claim : claims)
    ++counts[claim->claim.found];
  std::string html = "<ul class=\"tally\">";
  for (const auto& [verdict, text] : meanings)
    if (const std::size_t count = counts[verdict]; count > 0)
      html += fmt::format("<li><a class=\"verdict {0}\" href=\"claims.html#{1}verdict={0}\"><span "
                          "class=\"sign\" aria-hidden=\"true\">{2}</span> {3} {4}</a></li>",
                          evidence::name(verdict),
                          chapter.empty() ? "" : "chapter=" + chapter + "&amp;", sign(verdict),
                          count, evidence::said_of(count, verdict));
  return html + "</ul>\n";
}

std::vector<const ListedClaim*> claims_of(const WovenChapter& chapter)
{
  std::vector<const ListedClaim*> claims;
  for (const ListedClaim& claim : chapter.claims)
    claims.push_back(&claim);
  return claims;
}

std::string numbered(const WovenChapter& chapter)
{
  return std::to_string(std::stoi(chapter.name));
}

std::string capitalised(std::string text)
{
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// A claim with the chapter that checks it.
struct Entry
{
  const WovenChapter* chapter;
  const ListedClaim* claim;
};

/// In the order of the documents and their lines; a claim that several chapters check occurs as often.
std::vector<Entry> in_order_of_documents(const std::vector<WovenChapter>& chapters,
                                         const std::function<bool(Verdict)>& wanted)
{
  std::vector<Entry> entries;
  for (const WovenChapter& chapter : chapters)
    for (const ListedClaim& claim : chapter.claims)
      if (wanted(claim.claim.found))
        entries.push_back({&chapter, &claim});
  const auto place = [](const Entry& entry) {
    const evidence::ClaimSource& source = entry.claim->claim.source;
    return std::tuple(std::ranges::find(documents, source.document), source.document,
                      source.lines.first);
  };
  std::ranges::stable_sort(entries, {}, place);
  return entries;
}

std::string link_to(const Entry& entry)
{
  const std::string& id = entry.claim->claim.source.id;
  return fmt::format("<a href=\"{}\">{}</a>", entry.chapter->address_of(id), escape(id));
}

/// "claim:ID" where the claim is listed first, so that no id occurs twice.
class Ids
{
public:
  std::string attribute(const ListedClaim& listed)
  {
    const std::string id = id_of("claim", listed.claim.source.id);
    return seen_.insert(id).second ? fmt::format(" id=\"{}\"", id) : "";
  }

private:
  std::set<std::string> seen_;
};

std::string legend()
{
  std::string html = "<dl class=\"legend\">";
  for (const auto& [verdict, text] : meanings)
    if (verdict != Verdict::undecided)
      html += fmt::format("<dt>{}</dt><dd>{}</dd>", verdict_html(verdict), text);
  return html + "</dl>\n";
}

std::string course(const std::vector<WovenChapter>& chapters)
{
  std::string html = "<ol class=\"course\">\n";
  for (const WovenChapter& chapter : chapters) {
    const std::string checked = escape(chapter.documents);
    html +=
        fmt::format("<li><span class=\"number\" aria-hidden=\"true\">{0}</span><h3><a href=\"{1}\">"
                    "<span class=\"visually-hidden\">Chapter {0}, </span>{2}</a></h3><p>{3}"
                    "{4}</p>{5}</li>\n",
                    numbered(chapter), chapter.page(), escape(chapter.short_title()),
                    chapter.subtitle().empty() ? "" : escape(capitalised(chapter.subtitle())) + ".",
                    checked.empty() ? "" : fmt::format(" Checks {}.", checked),
                    tally(claims_of(chapter), chapter.name));
  }
  return html + "</ol>\n";
}

/// A heading's text for a list of contents: without links, ids and MathML's annotations.
std::string text_of_heading(const Heading& heading)
{
  return escape(text_of(read_tree(heading.html)));
}

std::string option(std::string_view value, const std::string& text)
{
  return fmt::format("<option value=\"{}\">{}</option>", value, text);
}

/// It offers the documents, chapters and verdicts that occur.
std::string filter_form(const std::vector<WovenChapter>& chapters,
                        const std::vector<Entry>& entries)
{
  std::set<std::string> found, others;
  for (const Entry& entry : entries) {
    const std::string& document = entry.claim->claim.source.document;
    if (std::ranges::find(documents, document) == documents.end())
      others.insert(document);
    found.insert(document);
    found.insert(entry.chapter->name);
    found.emplace(evidence::name(entry.claim->claim.found));
  }
  std::string by_document = option("", "all"), by_chapter = by_document, by_verdict = by_document;
  for (const std::string_view document : documents)
    if (found.contains(std::string(document)))
      by_document += option(document, std::string(document));
  for (const std::string& document : others)
    by_document += option(escape(document), escape(document));
  for (const WovenChapter& chapter : chapters)
    if (found.contains(chapter.name))
      by_chapter += option(chapter.name, numbered(chapter) + " " + escape(chapter.short_title()));
  for (const auto& [verdict, text] : meanings)
    if (found.contains(std::string(evidence::name(verdict))))
      by_verdict +=
          option(evidence::name(verdict), fmt::format("{} {}", sign(verdict), word(verdict)));
  return "<form class=\"filter\" role=\"search\" aria-label=\"Claims\" hidden=\"hidden\"><div "
         "class=\"fields\">\n<label>Document <select name=\"document\">" +
         by_document + "</select></label>\n<label>Chapter <select name=\"chapter\">" + by_chapter +
         "</select></label>\n<label>Verdict <select name=\"verdict\">" + by_verdict +
         "</select></label>\n<label>Words <input name=\"text\" type=\"search\" "
         "autocomplete=\"off\" "
         "spellcheck=\"false\"/></label></div>\n<p class=\"outcome\"><span class=\"count\" "
         "role=\"status\"></span> <button type=\"reset\" class=\"reset\">Show "
         "all</button></p></form>\n";
}

/// The pages of a chapter, by their files and titles, in reading order.
struct Leaf
{
  std::string file, title;
  std::string number = {}; ///< "16.3 ", told with the title where its chapter is not in sight
};

bool has_sections(const WovenChapter& chapter)
{
  return chapter.woven.pages.size() > 1;
}

std::vector<Leaf> leaves_of(const WovenChapter& chapter)
{
  std::vector<Leaf> leaves;
  for (const WovenPage& page : chapter.woven.pages)
    if (leaves.empty())
      leaves.push_back({page.file, numbered(chapter) + " " + chapter.short_title()});
    else
      leaves.push_back(
          {page.file, page.title(), fmt::format("{}.{} ", numbered(chapter), leaves.size())});
  if (has_sections(chapter) && !chapter.exercises.empty())
    leaves.push_back({chapter.name + "/exercises.html", "Exercises", numbered(chapter) + " "});
  return leaves;
}

std::string list_of_leaves(const std::vector<Leaf>& leaves, std::string_view current)
{
  std::string html;
  for (const Leaf& leaf : leaves)
    html += fmt::format("<li><a href=\"{}\"{}>{}</a></li>\n", leaf.file,
                        leaf.file == current ? " aria-current=\"page\"" : "", escape(leaf.title));
  return html;
}

std::string turn(const std::vector<WovenChapter>& chapters, const std::string& file)
{
  std::vector<Leaf> book;
  for (const WovenChapter& chapter : chapters)
    std::ranges::copy(leaves_of(chapter), std::back_inserter(book));
  const auto here = std::ranges::find(book, file, &Leaf::file);
  const auto link = [](const Leaf& leaf, std::string_view rel, std::string_view label) {
    return fmt::format("<a rel=\"{}\" href=\"{}\"><span class=\"label\">{}</span>{}</a>\n", rel,
                       leaf.file, label, escape(leaf.number + leaf.title));
  };
  return (here == book.begin() ? "" : link(here[-1], "prev", "Previous")) +
         (here + 1 == book.end() ? "" : link(here[1], "next", "Next"));
}

std::string head_of_opening(const WovenChapter& chapter)
{
  const std::string subtitle = chapter.subtitle();
  std::string html =
      fmt::format("<header class=\"chapter-head\"><p class=\"label\">Chapter "
                  "{}</p>\n<h1>{}{}</h1></header>\n",
                  numbered(chapter), escape(chapter.short_title()),
                  subtitle.empty() ? ""
                                   : fmt::format("<span class=\"visually-hidden\">: </span><span "
                                                 "class=\"subtitle\">{}</span>",
                                                 escape(subtitle)));
  if (!chapter.as_declared)
    html += "<p class=\"note\">Not everything in this chapter came out as its author declared: an "
            "error of ours, in this build.</p>\n";
  return html;
}

/// What the chapter checks and how that came out.
std::string provenance_of(const WovenChapter& chapter)
{
  return fmt::format("<div class=\"provenance\"><p>{}{} of our own.</p>\n{}</div>\n",
                     chapter.documents.empty()
                         ? ""
                         : fmt::format("Checks {}: {} of the documents, and ",
                                       escape(chapter.documents),
                                       counted(chapter.claims.size(), "claim")),
                     counted(chapter.findings, "finding"), tally(claims_of(chapter), chapter.name));
}

/// @param title  HTML
std::string head_of_section(const WovenChapter& chapter, const std::string& title)
{
  return fmt::format("<header class=\"chapter-head\"><p class=\"label\"><a href=\"{}\">Chapter {}: "
                     "{}</a></p>\n<h1>{}</h1></header>\n",
                     chapter.page(), numbered(chapter), escape(chapter.short_title()), title);
}

std::string right_line(const ListedClaim& claim)
{
  return claim.correction.empty()
             ? ""
             : "<p class=\"correction\"><strong>Right:</strong> " + claim.correction + "</p>";
}

/// The errors of the documents that a chapter found, with what is right.
std::string errata_of(const WovenChapter& chapter)
{
  std::string items, slips;
  for (const ListedClaim& claim : chapter.claims) {
    const Verdict verdict = claim.claim.found;
    if (!evidence::is_erratum(verdict) || verdict == Verdict::reproduced_truncated)
      continue;
    (verdict == Verdict::slip ? slips : items) +=
        fmt::format("<li><div>{}</div><div><div class=\"statement\"><p>{}</p></div>{}<p "
                    "class=\"claim-head\">{} "
                    "<span>{}</span></p></div></li>\n",
                    verdict_html(verdict), claim.wrong.empty() ? claim.statement : claim.wrong,
                    right_line(claim), link_to({&chapter, &claim}), claim.place);
  }
  const auto list = [](const std::string& of) {
    return "<ol class=\"claims\">\n" + of + "</ol>\n";
  };
  if (items.empty() && slips.empty())
    return "";
  std::string html = "<h2 id=\"errata\">Errata of this chapter</h2>\n";
  if (!items.empty())
    html += list(items);
  if (!slips.empty())
    html += "<p>Slips, which the document itself has right elsewhere:</p>\n" + list(slips);
  return html;
}

/// The prose without its title, which is in the page's head.
struct Parts
{
  std::string title; ///< HTML; empty if it has none
  std::string lead;  ///< up to the first heading of the second level
  std::string rest;
};

Parts parts_of(const WovenPage& page)
{
  const auto heading = std::ranges::find(page.headings, 1, &Heading::level);
  Parts parts{heading == page.headings.end() ? "" : heading->html, page.html, ""};
  if (const std::size_t begin = parts.lead.find("<h1"), end = parts.lead.find("</h1>");
      begin != std::string::npos && end != std::string::npos)
    parts.lead.erase(begin, end + 5 - begin);
  if (const std::size_t second = parts.lead.find("<h2"); second != std::string::npos) {
    parts.rest = parts.lead.substr(second);
    parts.lead.erase(second);
  }
  return parts;
}

std::string contents_of(const WovenPage& page)
{
  std::string html;
  for (const Heading& heading : page.headings)
    if (heading.level == 2)
      html += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", heading.anchor,
                          text_of_heading(heading));
  return html;
}

} // namespace

Page cover_page(const std::vector<WovenChapter>& chapters, const std::vector<ToldErratum>& errata)
{
  Page page{.file = "index.html",
            .title = "épreuve: the mathematics of transformers, verified",
            .main = "",
            .scripts = {"scripts/front.js"}};
  page.description = "The mathematics of transformers and GPT-2, checked: every printed number and "
                     "formula of five course texts, with what is wrong in them, and exercises "
                     "that check themselves.";
  page.main =
      "<div class=\"sheet\"><h1>épreuve</h1>\n<p class=\"lead\">French: a proof, a "
      "printer’s proof, an exam. Five course documents explain transformers and GPT-2. Here "
      "each chapter is a program that checks every number and formula of one of their "
      "sections, finds the errors and corrects them.</p>\n" +
      moving_figure() + "</div>\n<ul class=\"doors\">\n";
  const auto door = [&](const std::string& address, std::string_view name, std::string_view what) {
    page.main += fmt::format("<li><a href=\"{}\"><strong>{}</strong></a> <span>{}</span></li>\n",
                             address, name, what);
  };
  door(chapters.empty() ? "#course" : chapters.front().page(), "Learn",
       "Each chapter begins with a question, its answer, and the figure that decides it.");
  door(errata.empty() ? "errata.html" : "ten-errata.html", "Errata",
       "What the documents print, what is right, and what goes wrong otherwise.");
  door("exercises.html", "Exercises",
       "Write the functions of a transformer in C++; each answer is checked and diagnosed.");
  page.main +=
      "</ul>\n<p>For students of mathematics and computer science, for their teachers, and "
      "for engineers who want to know a transformer to the last digit. One needs linear "
      "algebra, a little probability and the chain rule; for the exercises, some C++. The "
      "openings of the chapters are the short way through; code and checks are folded "
      "below, and every result was computed by them when this book was built.</p>\n";
  if (!errata.empty())
    page.main += fmt::format("<h2 id=\"erratum\">{}</h2>\n{}<p class=\"label\"><a "
                             "href=\"ten-errata.html\">The best errata</a> · <a "
                             "href=\"errata.html\">all errata</a></p>\n",
                             escape(errata.front().title), told_html(errata.front()));
  page.main += "<h2 id=\"course\">The course</h2>\n";
  std::vector<const ListedClaim*> all;
  for (const WovenChapter& chapter : chapters)
    std::ranges::copy(claims_of(chapter), std::back_inserter(all));
  page.main += tally(all, "") + course(chapters) +
               "<h2 id=\"verdicts\">What the verdicts mean</h2>\n" + legend() + imprint();
  return page;
}

Page exercises_page(const std::vector<WovenChapter>& chapters)
{
  Page page{.file = "exercises.html", .title = "Exercises", .main = ""};
  page.description = "Exercises on transformers in C++ that check themselves, chapter by chapter.";
  std::string items;
  for (const WovenChapter& chapter : chapters)
    if (!chapter.exercises.empty())
      items += fmt::format("<li><a href=\"{}\">{} {}</a></li>\n",
                           has_sections(chapter) ? leaves_of(chapter).back().file
                                                 : chapter.page() + "#exercises",
                           numbered(chapter), escape(chapter.short_title()));
  page.main =
      "<h1>Exercises</h1>\n<p>They are written where the sources of this book are. "
      "<code>./epreuve next</code> names the next one, <code>./epreuve check</code> says of "
      "each answer whether it is right, and of many wrong ones what is wrong with them; "
      "<code>./epreuve hint</code> gives one hint at a time.</p>\n" +
      (items.empty() ? "<p class=\"note\">No chapter of this build has any.</p>\n"
                     : "<ul class=\"sections\">\n" + items + "</ul>\n");
  return page;
}

std::vector<Page> chapter_pages(const std::vector<WovenChapter>& chapters, std::size_t index,
                                const Propositions& propositions)
{
  const WovenChapter& chapter = chapters.at(index);
  const std::vector<Leaf> leaves = leaves_of(chapter);
  const std::string proven = propositions_section(propositions, chapter);
  std::vector<Page> pages;
  const auto add = [&](const Leaf& leaf, const std::string& title, std::string main,
                       std::string contents) {
    if (leaves.size() > 1)
      contents += fmt::format("<li><a href=\"{}\">This chapter</a><ol>\n{}</ol></li>\n",
                              chapter.page(), list_of_leaves(leaves, leaf.file));
    pages.push_back({.file = leaf.file,
                     .title = title,
                     .main = std::move(main),
                     .contents = std::move(contents),
                     .turn = turn(chapters, leaf.file),
                     .scripts = {"scripts/copy.js"},
                     .has_folds = true});
  };

  const WovenPage& first = chapter.woven.pages.front();
  const Parts opening = parts_of(first);
  const std::string errata = errata_of(chapter);
  // The question, the answer and its figure come first, then what is checked: below the first section.
  const std::size_t answered = std::min(opening.rest.find("<h2", 1), opening.rest.size());
  std::string main = head_of_opening(chapter) + opening.lead + opening.rest.substr(0, answered) +
                     provenance_of(chapter) + opening.rest.substr(answered) + errata;
  std::string contents = contents_of(first);
  if (!errata.empty())
    contents += "<li><a href=\"#errata\">Errata of this chapter</a></li>\n";
  if (has_sections(chapter)) {
    main += "<h2 id=\"sections\">In this chapter</h2>\n<ol class=\"sections\">\n" +
            list_of_leaves({leaves.begin() + 1, leaves.end()}, "") + "</ol>\n";
    contents += "<li><a href=\"#sections\">In this chapter</a></li>\n";
  }
  main += proven;
  if (!proven.empty())
    contents += "<li><a href=\"#propositions\">Propositions</a></li>\n";
  if (!has_sections(chapter) && !chapter.exercises.empty()) {
    main += "<h2 id=\"exercises\">Exercises</h2>\n" + chapter.exercises;
    contents += "<li><a href=\"#exercises\">Exercises</a></li>\n";
  }
  add(leaves.front(), chapter.short_title(), std::move(main), std::move(contents));

  for (std::size_t i = 1; i < chapter.woven.pages.size(); ++i) {
    const WovenPage& page = chapter.woven.pages[i];
    const Parts parts = parts_of(page);
    add(leaves[i], page.title(),
        head_of_section(chapter, parts.title.empty() ? escape(page.title()) : parts.title) +
            parts.lead + parts.rest,
        contents_of(page));
  }
  if (leaves.size() > chapter.woven.pages.size())
    add(leaves.back(), "Exercises",
        head_of_section(chapter, "Exercises") + "<h2>What to write</h2>\n" + chapter.exercises, "");
  return pages;
}

Page errata_page(const std::vector<WovenChapter>& chapters)
{
  Page page{.file = "errata.html", .title = "Errata", .main = ""};
  const std::vector<Entry> entries = in_order_of_documents(chapters, [](Verdict verdict) {
    return evidence::is_erratum(verdict) && verdict != Verdict::slip;
  });
  const std::vector<Entry> slips =
      in_order_of_documents(chapters, [](Verdict verdict) { return verdict == Verdict::slip; });
  page.main =
      fmt::format("<h1>Errata</h1>\n<p>What the documents have wrong, {} so far: what is "
                  "printed, what is right, and "
                  "what shows it. A <em>damaged</em> formula is right in the original; the "
                  "copy lost symbols.{}</p>\n",
                  counted(entries.size(), "place"),
                  slips.empty() ? "" : " <a href=\"#slips\">Slips</a> are listed at the end.");
  std::string document, section;
  int number = 0;
  Ids ids;
  const auto add = [&](const Entry& entry) {
    const ListedClaim& claim = *entry.claim;
    page.main += fmt::format("<div class=\"entry\"{}><p class=\"claim-head\">{} {} <span>{}</span> "
                             "<span>chapter {}</span></p>\n{}{}</div>\n",
                             ids.attribute(claim), verdict_html(claim.claim.found), link_to(entry),
                             claim.place, entry.chapter->name,
                             claim.erratum_tells_statement ? ""
                                                           : "<div class=\"statement\"><p>" +
                                                                 claim.statement + "</p></div>\n",
                             claim.erratum);
  };
  for (const Entry& entry : entries) {
    const ListedClaim& claim = *entry.claim;
    if (claim.claim.source.document != document) {
      document = claim.claim.source.document;
      section.clear();
      page.main += fmt::format("<h2 id=\"{0}\">{0}</h2>\n", escape(document));
      page.contents += fmt::format("{0}<li><a href=\"#{1}\">{1}</a><ol>\n",
                                   page.contents.empty() ? "" : "</ol></li>\n", escape(document));
    }
    if (claim.claim.source.section != section) {
      section = claim.claim.source.section;
      const std::string id = fmt::format("{}-{}", escape(document), ++number);
      page.main += fmt::format("<h3 id=\"{}\">{}</h3>\n", id, escape(section));
      page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, escape(section));
    }
    add(entry);
  }
  if (!page.contents.empty())
    page.contents += "</ol></li>\n";
  if (!slips.empty()) {
    page.main +=
        "<h2 id=\"slips\">Slips</h2>\n<p>A wrong letter, index or name, where the document "
        "itself has the right one elsewhere.</p>\n";
    page.contents += "<li><a href=\"#slips\">Slips</a></li>\n";
    for (const Entry& entry : slips)
      add(entry);
  }
  return page;
}

Page claims_page(const std::vector<WovenChapter>& chapters)
{
  Page page{.file = "claims.html", .title = "Claims", .main = "", .scripts = {"scripts/filter.js"}};
  std::string items;
  Ids ids;
  const std::vector<Entry> entries = in_order_of_documents(chapters, [](Verdict) { return true; });
  for (const Entry& entry : entries) {
    const ListedClaim& claim = *entry.claim;
    const std::string document = escape(claim.claim.source.document);
    items += fmt::format(
        "<li{} data-document=\"{}\" data-chapter=\"{}\" data-verdict=\"{}\"><div>{}</div><div><div "
        "class=\"statement\"><p>{}</p></div>{}{}<p class=\"claim-head\">{} <span>{}</span> "
        "<span>"
        "chapter {}</span></p></div></li>\n",
        ids.attribute(claim), document, entry.chapter->name, evidence::name(claim.claim.found),
        verdict_html(claim.claim.found), claim.statement,
        claim.wrong.empty() || claim.erratum_tells_statement
            ? ""
            : "<p class=\"wrong\"><strong>Wrong:</strong> " + claim.wrong + "</p>",
        right_line(claim), link_to(entry), claim.place, entry.chapter->name);
  }
  page.main =
      fmt::format("<h1>Claims</h1>\n<p>Every statement of the five documents that the chapters "
                  "check, {} so far, in our words.</p>\n{}<h2 class=\"visually-hidden\">The "
                  "list</h2>\n<ol class=\"claims\">\n{}</ol>\n",
                  entries.size(), filter_form(chapters, entries), items);
  return page;
}

std::string colophon(const std::vector<WovenChapter>& chapters)
{
  return fmt::format(
      "Every result was computed in this build, seed {}. <a href=\"build.html\">How it was "
      "made</a>",
      seeds_of(chapters));
}

} // namespace epreuve::book
