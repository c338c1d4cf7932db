#include "weaver/front.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/verdict.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "epreuve/version.hpp"

#include "weaver/browsers.hpp"
#include "weaver/cache.hpp"
#include "weaver/html.hpp"
#include "weaver/pandoc.hpp"
#include "weaver/svg.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace epreuve::book {

namespace {

using nlohmann::json;

constexpr const char* file_of_ten = "book/ten-errata.json";

/// The texts of an erratum that may have mathematics, in the order in which they are woven.
constexpr std::array<std::string ToldErratum::*, 3> woven_texts{
    &ToldErratum::printed, &ToldErratum::right, &ToldErratum::use};

/// An erratum with its texts as they are typed.
ToldErratum as_written(const json& entry)
{
  ToldErratum erratum;
  erratum.claim = entry.at("claim");
  erratum.title = entry.at("title");
  erratum.printed = entry.at("printed");
  erratum.right = entry.at("right");
  erratum.use = entry.at("use");
  return erratum;
}

/// The figure, "16-gelu/the-dip", as it is kept in git.
std::string drawing_of(const Project& project, const std::string& figure)
{
  const std::string svg = read_text(project.root / "figures" / (figure + ".svg"));
  const SvgText text = text_of_svg(svg);
  std::string id = id_of("figure", figure);
  std::ranges::replace(id, '~', '-'); // of the stroke between chapter and name
  return inline_svg(svg, id, text.title, text.description);
}

/// Where a figure is in its chapter.
std::string place_of_figure(const WovenChapter& chapter, const std::string& name)
{
  const std::string id = id_of("figure", name);
  const auto page = std::ranges::find_if(chapter.woven.pages, [&](const WovenPage& candidate) {
    return candidate.html.find("id=\"" + id + "\"") != std::string::npos;
  });
  if (page == chapter.woven.pages.end())
    throw Error("chapter {} has no figure {}", chapter.name, in_quotes(name));
  return page->file + "#" + id;
}

/// Puts HTML in place of the texts.
void weave_texts(std::vector<ToldErratum>& errata, const Project& project,
                 const std::string& source, std::vector<Mistake>& mistakes)
{
  std::vector<json> parts;
  std::string claims;
  for (const ToldErratum& erratum : errata) {
    claims += erratum.claim + "\n";
    for (std::string ToldErratum::* text : woven_texts)
      parts.push_back(json::array({block_of(Markup().mathematical(erratum.*text))}));
  }
  const Cached last(project.cache() / "ten-errata.woven.json",
                    fingerprint_of({source, claims, this_weaver()}, {}), stamp_of_writing());
  json html = last.value();
  if (html.is_null()) {
    Written written = write_html(parts);
    for (const Unconverted& one : written.failed)
      mistakes.push_back({file_of_ten, fmt::format("mathematics: {} is wrong: {}",
                                                   in_quotes(one.latex), one.why)});
    html = json::array();
    for (const std::string& part : written.parts)
      html.push_back(for_browsers(part));
    if (written.failed.empty())
      last.put(html);
  }
  std::size_t next = 0;
  for (ToldErratum& erratum : errata)
    for (std::string ToldErratum::* text : woven_texts)
      erratum.*text = html.at(next++).get<std::string>();
}

} // namespace

std::vector<ToldErratum> told_errata(const Project& project,
                                     const std::vector<WovenChapter>& chapters,
                                     std::vector<Mistake>& mistakes)
{
  std::vector<ToldErratum> errata;
  try {
    const std::string source = read_text(project.root / file_of_ten);
    for (const json& entry : parse_json(source, file_of_ten)) {
      const std::string figure = entry.at("figure");
      const std::string name = figure.substr(0, figure.find('/'));
      const auto chapter = std::ranges::find(chapters, name, &WovenChapter::name);
      if (chapter == chapters.end())
        continue;
      ToldErratum erratum = as_written(entry);
      const auto claim = std::ranges::find_if(chapter->claims, [&](const ListedClaim& listed) {
        return listed.claim.source.id == erratum.claim && evidence::is_erratum(listed.claim.found);
      });
      if (claim == chapter->claims.end()) {
        mistakes.push_back({file_of_ten, fmt::format("{} is no erratum that chapter {} has found",
                                                     in_quotes(erratum.claim), name)});
        continue;
      }
      erratum.address = chapter->address_of(erratum.claim);
      erratum.place = claim->place;
      erratum.drawing = drawing_of(project, figure);
      erratum.figure_at = place_of_figure(*chapter, figure.substr(name.size() + 1));
      errata.push_back(std::move(erratum));
    }
    if (!errata.empty())
      weave_texts(errata, project, source, mistakes);
  } catch (const std::exception& e) {
    mistakes.push_back({file_of_ten, e.what()});
    errata.clear();
  }
  return errata;
}

std::string told_html(const ToldErratum& erratum)
{
  return fmt::format(
      "<dl class=\"erratum\">\n<div class=\"printed\"><dt><span class=\"sign\" "
      "aria-hidden=\"true\">✗</span> printed</dt><dd><p class=\"reads\">{}</p></dd></div>\n"
      "<div class=\"right\"><dt><span class=\"sign\" aria-hidden=\"true\">✓</span> "
      "right</dt><dd><p class=\"reads\">{}</p></dd></div>\n</dl>\n<p>{}</p>\n",
      erratum.printed, erratum.right, erratum.use);
}

Page ten_errata_page(const std::vector<ToldErratum>& errata)
{
  Page page{.file = "ten-errata.html", .title = "The best errata", .main = ""};
  page.description = "Errors in course texts on transformers: what is printed, what is right, and "
                     "what goes wrong if one uses what is printed.";
  page.main =
      "<h1>The best errata</h1>\n<p class=\"lead\">What is printed, what is right, and what "
      "goes wrong if one uses what is printed. <a href=\"errata.html\">All errata</a> have "
      "their evidence.</p>\n";
  for (const ToldErratum& erratum : errata) {
    const std::string id = id_of("erratum", erratum.claim);
    const std::string title = escape(erratum.title);
    page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, title);
    page.main += fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"claim-head\"><a "
                             "href=\"{}\">{}</a> <span>{}</span></p>\n{}"
                             "<figure><div class=\"plate\">{}</div>\n<figcaption><a "
                             "href=\"{}\">The figure in its chapter</a></figcaption></figure>\n",
                             id, title, erratum.address, escape(erratum.claim), erratum.place,
                             told_html(erratum), erratum.drawing, erratum.figure_at);
  }
  return page;
}

std::string moving_figure()
{
  return R"(<figure class="moving" id="figure:turning"><div class="plate">
<svg role="img" aria-labelledby="figure:turning-title" viewBox="0 0 560 240">
<title id="figure:turning-title">A query turns between two keys, animal and street; beside it, how the attention is shared between them.</title>
<circle cx="130" cy="130" r="95" fill="none" stroke="#c9ced6"/>
<line x1="130" y1="130" x2="219.3" y2="97.5" class="line-series-1" stroke="#2166ac" stroke-width="3"/><text x="226" y="95" class="fill-series-1" fill="#2166ac">animal</text>
<line x1="130" y1="130" x2="97.5" y2="40.7" class="line-series-2" stroke="#b2182b" stroke-width="3"/><text x="84" y="27" text-anchor="middle" class="fill-series-2" fill="#b2182b">street</text>
<line data-part="query" x1="130" y1="130" x2="170.1" y2="43.9" class="line-ink" stroke="#20242a" stroke-width="4" stroke-linecap="round"/><text data-part="it" x="122.4" y="151.3" text-anchor="middle" class="fill-ink" fill="#20242a">it</text>
<text x="330" y="84" class="fill-series-1" fill="#2166ac">animal</text><rect data-part="animal" x="330" y="92" width="85" height="16" class="fill-series-1" fill="#2166ac"/><text data-part="animal-weight" x="421" y="106" class="fill-ink" fill="#20242a">0.50</text>
<text x="330" y="144" class="fill-series-2" fill="#b2182b">street</text><rect data-part="street" x="330" y="152" width="85" height="16" class="fill-series-2" fill="#b2182b"/><text data-part="street-weight" x="421" y="166" class="fill-ink" fill="#20242a">0.50</text>
</svg></div>
<p class="controls" hidden="hidden"><label>Turn <em>it</em> <input type="range" min="0" max="130" value="65"/></label> <button type="button">Again</button></p>
<figcaption>Attention in one picture. <em>It</em> asks, with a vector; the other words answer, each with one. The larger the dot product, the more is heard of that word.</figcaption></figure>
)";
}

std::string imprint()
{
  return fmt::format(
      "<h2 id=\"cite\">Cite, use, correct</h2>\n<pre><code>@misc{{epreuve,\n  author  = "
      "{{{{The épreuve authors}}}},\n  title   = {{épreuve: the mathematics of transformers, "
      "verified}},\n  year    = {{2026}},\n  version = {{{}}}\n}}</code></pre>\n"
      "<p>Code, prose and figures are under the MIT licence: <a href=\"LICENSE.txt\">its "
      "text</a>.</p>\n<p>Something is wrong here? Every claim, figure and line of code has an "
      "address, a click on its name away: report that, and the version above, where you got the "
      "sources. <code>./epreuve run CHAPTER</code> shows whether your machine finds the "
      "same.</p>\n",
      version());
}

} // namespace epreuve::book
