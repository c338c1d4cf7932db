#include "weaver/propositions.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include "weaver/browsers.hpp"
#include "weaver/cache.hpp"
#include "weaver/claims.hpp"
#include "weaver/html.hpp"
#include "weaver/indices.hpp"
#include "weaver/literate.hpp"
#include "weaver/mathematics.hpp"
#include "weaver/pandoc.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>

namespace epreuve::book {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using proofs::Proposition;

/// A statement without its heading and the list below that, which the page shows in its own way.
std::string body_of(const std::string& statement)
{
  const std::vector<std::string> lines = split_lines(statement);
  std::size_t first = 0;
  while (first < lines.size() &&
         (lines[first].empty() || lines[first].starts_with("# ") || lines[first].starts_with("- ")))
    ++first;
  std::string body;
  for (std::size_t i = first; i < lines.size(); ++i)
    body += lines[i] + "\n";
  return body;
}

/// The texts of all propositions as HTML. Their headings move down a level, below the proposition's own.
std::vector<std::string> statements(const std::vector<Proposition>& all,
                                    std::vector<Mistake>& mistakes)
{
  std::vector<std::string> texts;
  for (const Proposition& proposition : all) {
    const std::string statement = clean_source(read_text(proposition.folder / "statement.md"));
    texts.push_back(body_of(statement));
    for (const Problem& problem : stray_dollars({Piece::Kind::prose, 1, split_lines(statement)}))
      mistakes.push_back(
          {fmt::format("proofs/{}/statement.md, line {}", proposition.name, problem.line),
           problem.message});
  }
  std::vector<json> parts = read_markdown(texts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    make_harmless(parts[i]);
    int number = 0;
    for (json& block : parts[i]) {
      if (block.at("t") != "Header")
        continue;
      block["c"][0] = block["c"][0].get<int>() + 1;
      block["c"][1][0] = fmt::format("{}-{}", id_of("proposition", all[i].name), ++number);
    }
  }
  const Written written = write_html(parts);
  for (const Unconverted& one : written.failed) {
    const auto text = std::ranges::find_if(texts, [&](const std::string& statement) {
      return statement.find(one.latex) != std::string::npos;
    });
    const std::string where =
        text == texts.end() ? "*" : all[static_cast<std::size_t>(text - texts.begin())].name;
    mistakes.push_back(
        {fmt::format("proofs/{}/statement.md", where),
         fmt::format("mathematics: {} is wrong: {}", in_quotes(one.latex), one.why)});
  }
  std::vector<std::string> html;
  for (const std::string& part : written.parts)
    html.push_back(for_browsers(part));
  return html;
}

/// What a proof showed, step by step or theorem by theorem.
std::string details_of(const proofs::Results& results, const Proposition& proposition)
{
  std::string html;
  for (const proofs::Result& result : results.all()) {
    if (result.proposition != proposition.name || result.parts.empty() ||
        results.status(result.proposition, result.method) != result.status)
      continue;
    const bool formal = result.method == proofs::Method::formal;
    html += fmt::format("<details><summary>{}: {}</summary>\n<ul>\n", name(result.method),
                        counted(result.parts.size(), formal ? "theorem" : "step"));
    for (const proofs::Part& part : result.parts)
      html += fmt::format("<li><span class=\"sign\" aria-hidden=\"true\">{}</span><span "
                          "class=\"visually-hidden\">{}</span> {}{}{}</li>\n",
                          part.shown ? "✓" : "✗", part.shown ? "shown: " : "not shown: ",
                          formal ? fmt::format("<code>{}</code>", escape(part.statement))
                                 : with_indices(part.statement),
                          part.seen.empty() ? ""
                          : formal          ? ", by "
                                            : ": ",
                          with_indices(part.seen));
    html += "</ul></details>\n";
  }
  return html;
}

std::string link_to(const std::vector<WovenChapter>& chapters, const std::string& name)
{
  const auto chapter = std::ranges::find(chapters, name, &WovenChapter::name);
  return chapter == chapters.end() ? escape(name)
                                   : fmt::format("<a href=\"{}\">{}</a>", chapter->page(), name);
}

std::string sources_of(const std::vector<WovenChapter>& chapters, const Proposition& proposition)
{
  std::string html =
      fmt::format("<p class=\"claim-head\"><span>{}</span> <span>chapter {}</span>",
                  escape(proposition.source), link_to(chapters, proposition.chapter));
  for (const std::string& id : proposition.claims)
    for (const WovenChapter& chapter : chapters)
      for (const ListedClaim& listed : chapter.claims)
        if (listed.claim.source.id == id)
          html += fmt::format(" <a href=\"claims.html#{}\">{}</a>", id_of("claim", id), escape(id));
  return html + "</p>\n";
}

} // namespace

Propositions::Propositions(const Project& project, std::vector<Mistake>& mistakes)
    : all(proofs::all_propositions(project.root / "proofs")), results(project.root / "proofs")
{
  try {
    const proofs::Results kept = proofs::Results::read(project.proof_results());
    for (const proofs::Result& result : kept.all())
      results.put(result);
  } catch (const std::exception& e) {
    mistakes.push_back({project.proof_results().string(),
                        fmt::format("{}; ./epreuve prove writes it anew", e.what())});
  }
}

std::map<std::string, std::string> Propositions::titles() const
{
  std::map<std::string, std::string> titles;
  for (const Proposition& proposition : all)
    titles[proposition.name] = proposition.title;
  return titles;
}

std::string proofs_html(const Propositions& propositions, const Proposition& proposition)
{
  std::string html;
  for (const proofs::Method method : proposition.proofs)
    html +=
        proof_html(name(method), name(propositions.results.status(proposition.name, method))) + " ";
  return html;
}

std::string propositions_section(const Propositions& propositions, const WovenChapter& chapter)
{
  std::string items;
  std::size_t proofs = 0, proven = 0;
  for (const Proposition& proposition : propositions.all)
    if (proposition.chapter == chapter.name ||
        std::ranges::count(chapter.propositions, proposition.name) > 0) {
      for (const proofs::Method method : proposition.proofs) {
        ++proofs;
        proven += propositions.results.status(proposition.name, method) == proofs::Status::proven;
      }
      items +=
          fmt::format("<li><p class=\"claim-head\">{}</p><p><a href=\"propositions.html#{}\">{}"
                      "</a></p></li>\n",
                      proofs_html(propositions, proposition),
                      id_of("proposition", proposition.name), escape(proposition.title));
    }
  if (items.empty())
    return "";
  // The sentence claims no more than the rows below it.
  const std::string state =
      proven == proofs ? "all of them proven in this build"
                       : fmt::format("{} of {} proven in this build (<code>./epreuve prove</code> "
                                     "runs them)",
                                     proven, proofs);
  return fmt::format("<h2 id=\"propositions\">Propositions</h2>\n<p>What this chapter checks on "
                     "examples, stated in general, with its proofs, {}:</p>\n"
                     "<ul class=\"propositions\">\n{}</ul>\n",
                     state, items);
}

Page propositions_page(const Project& project, const Propositions& propositions,
                       const std::vector<WovenChapter>& chapters, std::vector<Mistake>& mistakes)
{
  std::vector<fs::path> files{project.proof_results()};
  for (const Proposition& proposition : propositions.all)
    files.push_back(proposition.folder / "statement.md");
  const Cached last(project.cache() / "propositions.json", fingerprint_of({this_weaver()}, files),
                    stamp_of_writing());
  std::vector<std::string> texts;
  if (const json cached = last.value(); !cached.is_null()) {
    texts = cached.get<std::vector<std::string>>();
  } else {
    const std::size_t before = mistakes.size();
    try {
      texts = statements(propositions.all, mistakes);
      if (mistakes.size() == before)
        last.put(texts);
    } catch (const Error& e) {
      mistakes.push_back({"proofs", e.what()});
      for (const Proposition& proposition : propositions.all)
        texts.push_back("<pre>" + escape(read_text(proposition.folder / "statement.md")) +
                        "</pre>");
    }
  }

  Page page{.file = "propositions.html", .title = "Propositions", .main = ""};
  std::string table, sections;
  for (std::size_t i = 0; i < propositions.all.size(); ++i) {
    const Proposition& proposition = propositions.all[i];
    const std::string id = id_of("proposition", proposition.name),
                      title = escape(proposition.title);
    const std::string proofs = proofs_html(propositions, proposition);
    table += fmt::format("<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td>{}</td></tr>\n", id,
                         title, proofs);
    page.contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, title);
    sections += fmt::format("<h2 id=\"{}\">{}</h2>\n<p class=\"claim-head\">{}</p>\n{}{}\n{}", id,
                            title, proofs, sources_of(chapters, proposition), texts[i],
                            details_of(propositions.results, proposition));
  }
  page.main =
      "<h1>Propositions</h1>\n<p>The general statements of the documents, and what is true instead "
      "where "
      "they err. <em>exact</em>: as an identity between polynomials, for given sizes. "
      "<em>enclosure</em>: over whole intervals, with certified bounds. <em>formal</em>: for every "
      "size, "
      "checked by Coq. <code>./epreuve prove</code> runs the proofs.</p>\n"
      "<figure class=\"table\"><figcaption>The propositions and their proofs</figcaption><div "
      "class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">proposition</th><th "
      "scope=\"col\">proofs</th></tr></thead>\n<tbody>" +
      table + "</tbody></table></div></figure>\n" + sections;
  return page;
}

} // namespace epreuve::book
