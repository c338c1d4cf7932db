#include "epreuve/book/claims.hpp"

#include "epreuve/book/svg.hpp"
#include "epreuve/evidence/verdict.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

namespace epreuve::book {

namespace {

using evidence::Verdict;
using nlohmann::json;

std::string member(const json& object, const char* name)
{
  return object.value(name, "");
}

std::string_view word(Verdict verdict)
{
  return verdict == Verdict::reproduced_truncated ? "reproduced, digits cut"
                                                  : evidence::name(verdict);
}

std::string verdict_html(Verdict verdict)
{
  return fmt::format("<strong class=\"verdict verdict-{}\"><span aria-hidden=\"true\">{}</span> "
                     "{}</strong>",
                     evidence::name(verdict), evidence::sign(verdict), word(verdict));
}

/// A sign and a word for one piece of evidence.
std::string outcome(const json& e)
{
  const auto tell = [](std::string_view name, std::string_view sign, std::string_view text) {
    return fmt::format("<span class=\"outcome outcome-{}\"><span aria-hidden=\"true\">{}</span> "
                       "{}</span>",
                       name, sign, text);
  };
  const std::string kind = e.at("kind"), digits = member(e, "digits");
  if (!e.value("conclusive", true))
    return tell("open", "?", "cannot tell");
  if (kind == "weights")
    return tell("open", "…", "needs weights");
  if (kind == "illustration")
    return tell("open", "○", "invented");
  if (!e.at("passed").get<bool>())
    return tell("fails", "✗", kind == "reading" ? "contradicts" : "fails");
  if (digits == "truncated")
    return tell("holds", "≈", "digits cut");
  return tell("holds", "✓", kind == "reading" ? "supports" : "holds");
}

/// Printed and computed numbers, entry under entry: "0.237 0.008" beside "0.2366 0.0083".
struct Digits
{
  std::string printed, computed;
};

Digits aligned(const std::string& printed, const std::string& computed)
{
  const auto cells_of = [](const std::string& text) {
    std::istringstream in(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(in), {});
  };
  std::vector<std::string> cells = cells_of(printed);
  const std::size_t n = cells.size();
  const std::vector<std::string> ours = cells_of(computed);
  const auto rows = static_cast<std::size_t>(std::ranges::count(printed, '\n')) + 1;
  if (n == 0 || ours.size() != n || n % rows != 0)
    return {printed, computed};
  cells.insert(cells.end(), ours.begin(), ours.end());
  cells = at_decimal_mark(cells);
  const auto set = [&](std::size_t first) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i)
      text += (i == 0 ? "" : i % (n / rows) == 0 ? "\n" : "  ") + cells[first + i];
    return text;
  };
  return {set(0), set(n)};
}

std::string_view heading_of(const std::string& role)
{
  return role == "printed"    ? "as printed"
         : role == "copied"   ? "as copied, letter by letter"
         : role == "restored" ? "restored"
                              : "right";
}

/// For evidence that does not say what it checks.
std::string name_of(const std::string& kind)
{
  return kind == "digits" ? "printed digits" : kind == "equality" ? "printed numbers" : kind;
}

/// The evidence that stands here, grouped by readings.
Markup evidence_table(const json& claim, const Result& result)
{
  const json& readings = claim.at("readings");
  const auto at = [&](const Result::Evidence& e) -> const json& {
    return readings.at(e.reading).at("evidence").at(e.index);
  };
  const bool digits = std::ranges::any_of(
      result.evidence, [&](const auto& e) { return !member(at(e), "printed").empty(); });
  const std::string columns = digits ? "4" : "3";
  Markup markup;
  markup.html("<div class=\"evidence\"><table>\n<thead><tr><th scope=\"col\">checked</th>");
  markup.html(digits ? "<th scope=\"col\">printed</th><th scope=\"col\">computed</th>"
                     : "<th scope=\"col\">seen</th>");
  markup.html("<th scope=\"col\">verdict</th></tr></thead>\n");
  for (std::size_t i = 0; i < result.evidence.size(); ++i) {
    const auto& place = result.evidence[i];
    const json& reading = readings.at(place.reading);
    if (i == 0 || place.reading != result.evidence[i - 1].reading) {
      const std::string formula = reading.at("formula"), role = reading.at("role");
      markup.html(i == 0 ? "<tbody>\n" : "</tbody>\n<tbody>\n");
      if (!formula.empty() || role != "printed") {
        markup.html(fmt::format("<tr class=\"reading\"><th scope=\"rowgroup\" colspan=\"{}\">{}{}",
                                columns, heading_of(role), formula.empty() ? "" : ": "));
        markup.mathematical(formula).html("</th></tr>\n");
      }
    }
    const json& e = at(place);
    const std::string printed = member(e, "printed"), what = e.at("what");
    markup.html("<tr><th scope=\"row\">");
    markup.mathematical(what.empty() ? name_of(e.at("kind")) : what);
    if (const std::string tolerance = member(e, "tolerance");
        !tolerance.empty() && tolerance != "equal")
      markup.html(" <small class=\"tolerance\">accepted: ").text(tolerance).html("</small>");
    markup.html("</th>");
    if (printed.empty()) {
      markup.html(digits ? "<td colspan=\"2\">" : "<td>").mathematical(member(e, "seen"));
    } else {
      const auto [theirs, ours] = aligned(printed, member(e, "computed"));
      markup.html("<td><pre class=\"digits\">").text(theirs).html("</pre></td><td>");
      markup.html("<pre class=\"digits\">").text(ours).html("</pre>");
    }
    if (const std::string counterexample = member(e, "counterexample"); !counterexample.empty())
      markup.html(" <span class=\"counterexample\">smallest failing input: ")
          .text(counterexample)
          .html("</span>");
    markup.html("</td><td>" + outcome(e) + "</td></tr>\n");
  }
  return markup.html("</tbody>\n</table></div>\n");
}

/// Of a document's error: what is printed, what is right, what shows it.
Markup erratum(const json& claim)
{
  Markup markup;
  const auto entry = [&](std::string_view name, const std::string& text) {
    if (!text.empty())
      markup.html(fmt::format("<dt>{}</dt><dd>", name)).mathematical(text).html("</dd>\n");
  };
  std::string counterexample, seen;
  markup.html("<dl class=\"erratum\">\n");
  const std::string statement = claim.at("statement");
  bool named = false;
  for (const json& reading : claim.at("readings")) {
    const std::string role = reading.at("role"), formula = reading.at("formula");
    if (role == "corrected" || role == "restored")
      continue;
    for (const json& e : reading.at("evidence")) {
      if (e.at("passed").get<bool>())
        continue;
      if (counterexample.empty())
        counterexample = member(e, "counterexample");
      if (seen.empty()) {
        const std::string what = e.at("what");
        seen = what.empty() ? member(e, "seen") : what + ": " + member(e, "seen");
      }
    }
    if (!formula.empty())
      entry(role == "copied" ? "copied" : "printed", formula);
    named = named || !formula.empty();
  }
  if (!named)
    entry("printed", statement);
  entry(claim.at("found") == "damaged" ? "restored" : "right", member(claim, "correction"));
  entry(counterexample.empty() ? "seen" : "counterexample",
        counterexample.empty() ? seen : counterexample);
  return markup.html("</dl>\n");
}

std::string source_of(const json& claim)
{
  const std::string document = member(claim, "document");
  if (document.empty())
    return "";
  const std::string section = member(claim, "section");
  const int first = claim.at("lines").at(0), last = claim.at("lines").at(1);
  return fmt::format("{}{}, line{}", document, section.empty() ? "" : ", " + section,
                     first == last ? fmt::format(" {}", first)
                                   : fmt::format("s {} to {}", first, last));
}

} // namespace

Markup claim_markup(const json& claim, const Result& result)
{
  const bool finding = result.kind == Result::Kind::finding;
  const std::string kind = finding ? "finding" : "claim", id = claim.at("id");
  const Verdict verdict = evidence::parse_verdict(claim.at("found").get<std::string>());
  const std::string anchor = id_of(kind, id);
  Markup markup;
  if (result.continued) {
    markup.html(fmt::format("<section class=\"{} {}-{} continued\">\n<p class=\"claim-head\">",
                            kind, kind, evidence::name(verdict)));
    markup.html(fmt::format("<a class=\"claim-id\" href=\"#{}\">", anchor)).text(id);
    markup.html("</a> continued</p>\n");
    return markup.append(evidence_table(claim, result)).html("</section>\n");
  }
  markup.html(fmt::format("<section class=\"{} {}-{}\" id=\"{}\">\n<p class=\"claim-head\">", kind,
                          kind, evidence::name(verdict), anchor));
  markup.html(verdict_html(verdict));
  markup.html(fmt::format(" <a class=\"claim-id\" href=\"#{}\">", anchor)).text(id).html("</a>");
  markup.html(" <span class=\"source\">").text(finding ? "our finding" : source_of(claim));
  markup.html("</span></p>\n<p class=\"statement\">").mathematical(member(claim, "statement"));
  markup.html("</p>\n");
  if (const std::string complaint = member(claim, "complaint"); !complaint.empty())
    markup.html("<p class=\"complaint\"><strong>not as declared:</strong> ")
        .mathematical(complaint)
        .html("</p>\n");
  if (verdict == Verdict::refuted || verdict == Verdict::ill_typed || verdict == Verdict::damaged)
    markup.append(erratum(claim));
  if (!result.evidence.empty())
    markup.append(evidence_table(claim, result));
  if (result.goes_on)
    markup.html("<p class=\"goes-on\">More evidence on this claim stands elsewhere in the "
                "chapter.</p>\n");
  return markup.html("</section>\n");
}

Markup table_markup(const json& table, std::size_t number)
{
  Markup markup;
  markup.html(fmt::format("<div class=\"result-table\" id=\"{}\"><table>\n<caption>",
                          id_of("table", std::to_string(number))));
  markup.mathematical(member(table, "title")).html("</caption>\n<thead><tr>");
  for (const json& heading : table.at("headings"))
    markup.html("<th scope=\"col\">").mathematical(heading.get<std::string>()).html("</th>");
  markup.html("</tr></thead>\n<tbody>\n");
  for (const json& row : table.at("rows")) {
    markup.html("<tr>");
    for (std::size_t i = 0; i < row.size(); ++i) {
      markup.html(i == 0 ? "<th scope=\"row\">" : "<td>");
      markup.mathematical(row[i].get<std::string>()).html(i == 0 ? "</th>" : "</td>");
    }
    markup.html("</tr>\n");
  }
  return markup.html("</tbody>\n</table></div>\n");
}

Markup figure_markup(const json& figure, std::string_view svg)
{
  const std::string name = figure.at("name"), id = id_of("figure", name);
  Markup markup;
  markup.html(fmt::format("<figure class=\"figure\" id=\"{}\">\n", id));
  markup.html(inline_svg(svg, id, member(figure, "title"), member(figure, "alt")));
  markup.html("\n<figcaption>").mathematical(member(figure, "caption"));
  if (figure.value("measured", false))
    markup.html(" <small>Measured in this run: it differs from one machine to another.</small>");
  return markup.html("</figcaption>\n</figure>\n");
}

Markup missing_figure_markup(const json& figure, std::string_view why)
{
  const std::string name = figure.at("name"), title = member(figure, "title");
  Markup markup;
  markup.html(fmt::format("<figure class=\"figure figure-missing\" id=\"{}\">\n<p><strong>",
                          id_of("figure", name)));
  markup.text(title.empty() ? name : title).html("</strong> ").text(member(figure, "alt"));
  markup.html("</p>\n<figcaption>").mathematical(member(figure, "caption")).html(" <small>");
  return markup.text(why).html("</small></figcaption>\n</figure>\n");
}

Markup undrawn_markup(const json& undrawn, std::string_view svg)
{
  const std::string name = undrawn.at("name"), id = id_of("figure", name);
  const std::string reason = member(undrawn, "reason");
  if (svg.empty())
    return missing_figure_markup(undrawn, "Not drawn in this run: " + reason);
  const SvgText text = text_of_svg(svg);
  Markup markup;
  markup.html(fmt::format("<figure class=\"figure figure-undrawn\" id=\"{}\">\n", id));
  markup.html(inline_svg(svg, id, text.title, text.description));
  markup.html("\n<figcaption>").text(text.title);
  markup.html(" <small>Drawn where GPT-2's weights are; not in this run: ").text(reason);
  return markup.html("</small></figcaption>\n</figure>\n");
}

Markup proposition_markup(const json& proposition, std::string_view title)
{
  static const std::map<std::string, std::string_view> signs{
      {"proven", "✓"}, {"failed", "✗"}, {"skipped", "○"}, {"stale", "…"}, {"not run", "…"}};
  const std::string name = proposition.at("name");
  Markup markup;
  // The chapter may cite it more than once, so this has no id; its home is the page of propositions.
  markup.html("<p class=\"proposition\">Proposition: ");
  markup.html(fmt::format("<a href=\"propositions.html#{}\">", id_of("proposition", name)));
  markup.text(title.empty() ? without_number(name) : std::string(title)).html("</a>");
  for (const char* method : {"exact", "enclosure", "formal"}) {
    const std::string status = member(proposition, method);
    if (status.empty())
      continue;
    const auto sign = signs.find(status);
    markup.html(fmt::format("; <span class=\"proof\">{}: <span aria-hidden=\"true\">{}</span> ",
                            method, sign == signs.end() ? "?" : sign->second));
    markup.text(status).html("</span>");
  }
  return markup.html("</p>\n");
}

} // namespace epreuve::book
