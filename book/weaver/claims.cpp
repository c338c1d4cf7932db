#include "weaver/claims.hpp"

#include "epreuve/evidence/verdict.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/text.hpp"
#include "weaver/documents.hpp"
#include "weaver/svg.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace epreuve::book {

namespace {

using evidence::ClaimRecord;
using evidence::Erratum;
using evidence::Evidence;
using evidence::Reading;
using evidence::Role;
using evidence::Verdict;
using Kind = Evidence::Kind;

/// A sign and a word, as all verdicts have.
std::string with_sign(std::string_view sign, std::string_view word)
{
  return fmt::format("<span class=\"sign\" aria-hidden=\"true\">{}</span> {}", sign, escape(word));
}

/// The outcome of one piece of evidence: class, sign and word.
struct Outcome
{
  std::string_view name, sign, word;
};

Outcome outcome_of(const Evidence& e)
{
  if (!e.conclusive)
    return {"open", "?", "cannot tell"};
  if (e.kind == Kind::weights)
    return {"open", "…", "needs weights"};
  if (e.kind == Kind::illustration)
    return {"open", "○", "invented"};
  if (!e.passed)
    return {"failed", "✗", e.kind == Kind::reading ? "contradicts" : "fails"};
  if (e.digits == evidence::Digits::truncated)
    return {"cut", "≈", "digits cut"};
  return {"passed", "✓", e.kind == Kind::reading ? "supports" : "holds"};
}

/// Printed and computed numbers, entry under entry: "0.237 0.008" and "0.2366 0.0083".
struct Aligned
{
  std::string printed, computed;
};

Aligned aligned(const std::string& printed, const std::string& computed)
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

/// The verdict says that digits are cut, and the table shows them.
bool has_erratum(const ClaimRecord& claim)
{
  return claim.erratum && claim.found != Verdict::reproduced_truncated;
}

/// Digits are compared in the table, in columns.
bool has_digits(const Evidence& e)
{
  return !e.printed.empty();
}

/// Whether the erratum above the table already shows this evidence, as the reason why a reading is wrong.
bool told_by_erratum(const ClaimRecord& claim, const Result::Evidence& shown)
{
  const auto is_told = [&](const Erratum::Wrong& wrong) {
    return wrong.reading == shown.reading &&
           std::ranges::find(wrong.why, shown.index, &Erratum::Why::evidence) != wrong.why.end();
  };
  return std::ranges::any_of(claim.erratum->wrong, is_told) &&
         !has_digits(claim.readings.at(shown.reading).evidence.at(shown.index));
}

std::string_view heading_of(Role role)
{
  return role == Role::printed    ? "as printed"
         : role == Role::copied   ? "as copied, letter by letter"
         : role == Role::restored ? "restored"
         : role == Role::meant    ? "meant"
                                  : "right";
}

/// What was checked; for evidence that does not say it, its kind.
std::string checked(const Evidence& e)
{
  return !e.what.empty()            ? e.what
         : e.kind == Kind::digits   ? "printed digits"
         : e.kind == Kind::equality ? "printed numbers"
                                    : std::string(name(e.kind));
}

/// The tolerance, unless it goes without saying.
Markup accepted(const Evidence& e)
{
  Markup markup;
  if (!e.tolerance.empty() && e.tolerance != "equal" && e.kind != Kind::digits &&
      e.seen.find(e.tolerance) == std::string::npos)
    markup.html(" <small class=\"tolerance\">accepted: ").text(e.tolerance).html("</small>");
  return markup;
}

/// What was seen, without the counterexample if that is shown next to it.
std::string seen_beside(const Evidence& e)
{
  const std::string known = "fails for " + e.counterexample + ": ";
  return e.seen.starts_with(known) ? e.seen.substr(known.size()) : e.seen;
}

/// A row of the evidence table. The style sheet lays out its cells as a grid, so the roles are written out.
/// @param digits  whether the table has columns for printed and computed digits
Markup evidence_row(const Evidence& e, bool digits)
{
  const std::string &printed = e.printed, &seen = e.seen, &counterexample = e.counterexample;
  // A reading and the like has only one sentence.
  const bool sentence = e.what.empty() && printed.empty();
  const bool tall = printed.find('\n') != std::string::npos;
  const Outcome outcome = outcome_of(e);
  Markup markup;
  markup.html(fmt::format("<tr role=\"row\"{}>", sentence          ? " class=\"sentence\""
                                                 : printed.empty() ? ""
                                                 : tall            ? " class=\"numbers tall\""
                                                                   : " class=\"numbers\""));
  markup.html("<th role=\"rowheader\" scope=\"row\">").mathematical(checked(e));
  markup.append(accepted(e)).html("</th>");
  if (printed.empty()) {
    markup.html(digits ? "<td role=\"cell\" colspan=\"2\">" : "<td role=\"cell\">");
    markup.mathematical(seen);
  } else {
    const auto [theirs, ours] = aligned(printed, e.computed);
    const auto numbers = [&](std::string_view whose, const std::string& text) {
      markup.html(fmt::format("<td role=\"cell\" class=\"{}\"><span class=\"label\" "
                              "aria-hidden=\"true\">{}</span> <pre class=\"digits\">",
                              whose, whose));
      markup.text(text).html("</pre>");
    };
    numbers("printed", theirs);
    markup.html("</td>");
    numbers("computed", ours);
    markup.html(" <span class=\"seen\">").mathematical(seen).html("</span>");
  }
  if (!counterexample.empty() && seen.find(counterexample) == std::string::npos)
    markup.html(" <span class=\"smallest\">smallest failing input: ")
        .text(counterexample)
        .html("</span>");
  markup.html(fmt::format("</td><td role=\"cell\" class=\"outcome {}\">", outcome.name));
  return markup.html(with_sign(outcome.sign, outcome.word) + "</td></tr>\n");
}

/// The evidence shown here, grouped by readings, without what the erratum above it shows.
Markup evidence_table(const ClaimRecord& claim, const Result& result)
{
  const std::vector<Reading>& readings = claim.readings;
  const bool below_erratum = has_erratum(claim) && !result.continued;
  std::vector<Result::Evidence> shown = result.evidence;
  const auto at = [&](const Result::Evidence& e) -> const Evidence& {
    return readings.at(e.reading).evidence.at(e.index);
  };
  if (below_erratum)
    std::erase_if(shown, [&](const Result::Evidence& e) { return told_by_erratum(claim, e); });
  Markup markup;
  if (shown.empty())
    return markup;
  const bool digits = std::ranges::any_of(shown, [&](const auto& e) { return has_digits(at(e)); });
  // A formula that the erratum has is not repeated, unless several readings share its role, which then does not
  // identify one.
  const auto tells_formula = [&](const Reading& reading) {
    const std::string& formula = reading.formula;
    if (formula.empty() || !below_erratum)
      return !formula.empty();
    const Erratum& erratum = *claim.erratum;
    const bool told =
        erratum.right == formula ||
        std::ranges::find(erratum.wrong, formula, &Erratum::Wrong::says) != erratum.wrong.end();
    return !told || std::ranges::count(readings, reading.role, &Reading::role) > 1;
  };
  const auto heading = [&](std::string_view name) {
    markup.html(fmt::format("<th role=\"columnheader\" scope=\"col\">{}</th>", name));
  };
  markup.html("<table class=\"evidence\" role=\"table\">\n<thead role=\"rowgroup\" "
              "class=\"visually-hidden\"><tr role=\"row\">");
  heading("checked");
  heading(digits ? "printed" : "seen");
  if (digits)
    heading("computed");
  heading("verdict");
  markup.html("</tr></thead>\n");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Reading& reading = readings.at(shown[i].reading);
    if (i == 0 || shown[i].reading != shown[i - 1].reading) {
      const std::string formula = tells_formula(reading) ? reading.formula : "";
      markup.html(i == 0 ? "" : "</tbody>\n").html("<tbody role=\"rowgroup\">\n");
      if (!formula.empty() || reading.role != Role::printed || below_erratum) {
        markup.html(
            "<tr role=\"row\" class=\"reading\"><th role=\"rowheader\" scope=\"rowgroup\" ");
        markup.html(fmt::format("colspan=\"{}\">{}", digits ? 4 : 3, heading_of(reading.role)));
        if (!formula.empty())
          markup.html(": <span class=\"reads\">").mathematical(formula).html("</span>");
        markup.html("</th></tr>\n");
      }
    }
    markup.append(evidence_row(at(shown[i]), digits));
  }
  return markup.html("</tbody>\n</table>\n");
}

/// Evidence that holds no surprise is folded to a line: "✓ 5 checks, worst 2 ulp". A sentence is as short.
Markup folded_evidence(const ClaimRecord& claim, const Result& result)
{
  Markup table = evidence_table(claim, result);
  std::size_t checks = 0, sentences = 0;
  double worst = -1;
  for (const Result::Evidence& shown : result.evidence) {
    const Evidence& e = claim.readings.at(shown.reading).evidence.at(shown.index);
    if (has_erratum(claim) && !result.continued && told_by_erratum(claim, shown))
      continue;
    if (outcome_of(e).name != "passed")
      return table;
    ++checks;
    sentences += e.what.empty() && e.printed.empty() ? 1 : 0;
    if (e.ulps && e.tolerance.find("ulp") != std::string::npos)
      worst = std::max(worst, *e.ulps);
  }
  if (checks == sentences)
    return table;
  Markup folded;
  folded.html("<details class=\"fold checks\"><summary>")
      .html(with_sign("✓", counted(checks, "check") +
                               (worst < 0 ? "" : fmt::format(", worst {:.2g} ulp", worst))))
      .html("</summary>\n");
  return folded.append(table).html("</details>\n");
}

/// "Figure 16.3", a link to the figure's place.
std::string number_html(std::string_view id, std::string_view number)
{
  return fmt::format("<a class=\"figure-number\" href=\"#{}\">Figure {}</a> ", id, number);
}

bool is_blank(const std::string& text)
{
  return text.find_first_not_of(' ') == std::string::npos;
}

/// "-1.5e-03", "±2.7", "12 %", "0.44 s", "2.0 k": digits, and at most a unit after them.
bool looks_like_number(const std::string& text)
{
  constexpr std::size_t longest = 40;
  static const std::regex number("(-|\\+|−|±)?[0-9]([0-9.,]|\u00a0| (?=[0-9]))*(e[-+]?[0-9]+)?"
                                 "( |\u00a0)?(%|[kMGT]?B|[kMGT]|(k|m|n|\u00b5|\u03bc)?s)? *");
  return text.size() <= longest && std::regex_match(text, number);
}

} // namespace

std::string_view word(Verdict verdict)
{
  return verdict == Verdict::reproduced_truncated ? "digits cut"
         : verdict == Verdict::needs_weights      ? "needs weights"
                                                  : evidence::name(verdict);
}

std::string verdict_html(Verdict verdict)
{
  return fmt::format("<span class=\"verdict {}\">{}</span>", evidence::name(verdict),
                     with_sign(evidence::sign(verdict), word(verdict)));
}

std::string proof_html(std::string_view method, std::string_view status)
{
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> signs{
      {{"proven", "✓"}, {"failed", "✗"}, {"skipped", "–"}, {"stale", "↻"}, {"not run", "·"}}};
  const auto sign = std::ranges::find(signs, status, [](const auto& known) { return known.first; });
  const bool known = sign != signs.end();
  return fmt::format(
      "<span class=\"proof {}\">{}</span>",
      !known                ? "not-run"
      : status == "not run" ? "not-run"
                            : status,
      with_sign(known ? sign->second : "?",
                method.empty() ? std::string(status) : fmt::format("{}: {}", method, status)));
}

Markup wrong_markup(const ClaimRecord& claim)
{
  Markup markup;
  for (const Erratum::Wrong& wrong : claim.erratum->wrong) {
    if (!markup.empty())
      markup.text("; ");
    markup.mathematical(wrong.says);
  }
  return markup;
}

bool erratum_tells_statement(const ClaimRecord& claim)
{
  const std::vector<Erratum::Wrong>& wrong = claim.erratum->wrong;
  return std::ranges::find(wrong, claim.source.statement, &Erratum::Wrong::says) != wrong.end();
}

Markup erratum_markup(const ClaimRecord& claim, Digits digits)
{
  const Erratum& erratum = *claim.erratum;
  Markup markup;
  const auto begin = [](std::string_view name, std::string_view sign, std::string_view word) {
    return fmt::format("<div class=\"{}\"><dt>{}</dt><dd>", name,
                       sign.empty() ? std::string(word) : with_sign(sign, word));
  };
  const auto reads = [](Markup& to, const std::string& text) {
    to.html("<p class=\"reads\">").mathematical(text).html("</p>");
  };
  /// What shows that a reading is wrong.
  const auto against = [&](const Erratum::Wrong& wrong) {
    std::vector<const Evidence*> by_example, otherwise;
    for (const Erratum::Why& why : wrong.why) {
      const Evidence& e = claim.readings.at(wrong.reading).evidence.at(why.evidence);
      if (digits == Digits::shown || !has_digits(e))
        (e.counterexample.empty() ? otherwise : by_example).push_back(&e);
    }
    Markup shown;
    if (!by_example.empty()) {
      shown.html(begin("counterexample", "", "counterexample"));
      for (const Evidence* e : by_example) {
        reads(shown, e->counterexample);
        shown.html("<p class=\"seen\">").mathematical(checked(*e) + ": " + seen_beside(*e));
        shown.append(accepted(*e)).html("</p>");
      }
      shown.html("</dd></div>\n");
    }
    if (!otherwise.empty()) {
      shown.html(begin("because", "", "because"));
      for (const Evidence* e : otherwise) {
        shown.html("<p class=\"seen\">").mathematical(summary(*e));
        shown.append(accepted(*e)).html("</p>");
      }
      shown.html("</dd></div>\n");
    }
    return shown;
  };

  markup.html("<dl class=\"erratum\">\n");
  // What shows it comes after what is right; if several readings are wrong, after each.
  const bool several = erratum.wrong.size() > 1;
  Markup after;
  for (const Erratum::Wrong& wrong : erratum.wrong) {
    markup.html(begin("printed", claim.found == Verdict::reproduced_truncated ? "≈" : "✗",
                      name(claim.readings.at(wrong.reading).role)));
    reads(markup, wrong.says);
    markup.html("</dd></div>\n");
    (several ? markup : after).append(against(wrong));
  }
  markup.html(begin("right", "✓",
                    claim.found == Verdict::damaged ? "restored"
                    : claim.found == Verdict::slip  ? "meant"
                                                    : "right"));
  reads(markup, erratum.right);
  markup.html("</dd></div>\n");
  if (!erratum.elsewhere.empty()) {
    markup.html(begin("elsewhere", "", "as in"));
    reads(markup, erratum.elsewhere);
    markup.html("</dd></div>\n");
  }
  return markup.append(after).html("</dl>\n");
}

Markup claim_markup(const ClaimRecord& claim, const Result& result, std::string_view home,
                    std::string_view language)
{
  const bool finding = result.kind == Result::Kind::finding;
  const std::string &id = claim.source.id, anchor = id_of(finding ? "finding" : "claim", id);
  Markup markup;
  if (result.continued) {
    markup.html(
        fmt::format("<div class=\"claim continued\">\n<p class=\"claim-head\"><a href=\"{}#{}\">",
                    home, anchor));
    markup.text(id).html("</a> <span>continued</span></p>\n");
    return markup.append(folded_evidence(claim, result)).html("</div>\n");
  }
  const std::string name = escape(id);
  markup.html(fmt::format("<div class=\"claim\" id=\"{}\">\n<p class=\"claim-head\">", anchor));
  markup.html(verdict_html(claim.found));
  markup.html(finding ? fmt::format(" <a href=\"#{}\">{}</a> <span>", anchor, name)
                      : fmt::format(" <a href=\"claims.html#{}\">{}</a> <span>", anchor, name));
  markup.html(finding ? "our finding" : place_html(claim.source, language)).html("</span></p>\n");
  if (!has_erratum(claim) || !erratum_tells_statement(claim))
    markup.html("<div class=\"statement\"><p>")
        .mathematical(claim.source.statement)
        .html("</p></div>\n");
  if (!claim.complaint.empty())
    markup.html("<p class=\"complaint\"><strong>not as declared:</strong> ")
        .mathematical(claim.complaint)
        .html("</p>\n");
  if (has_erratum(claim))
    markup.append(erratum_markup(claim, Digits::left_to_the_table));
  markup.append(folded_evidence(claim, result));
  if (result.goes_on)
    markup.html("<p class=\"goes-on\">More evidence on this claim stands elsewhere in the "
                "chapter.</p>\n");
  return markup.html("</div>\n");
}

Markup table_markup(const evidence::Table& table, std::size_t number)
{
  using Row = std::vector<std::string>;
  const std::vector<Row>& rows = table.rows;
  // Columns of numbers, some of which may be missing.
  const auto is_number = [&](std::size_t column) {
    const auto cell_is = [column](const Row& row, auto is) {
      return column >= row.size() || is(row[column]);
    };
    return std::ranges::all_of(rows,
                               [&](const Row& row) {
                                 return cell_is(row, [](const std::string& text) {
                                   return is_blank(text) || looks_like_number(text);
                                 });
                               }) &&
           !std::ranges::all_of(rows, [&](const Row& row) { return cell_is(row, is_blank); });
  };
  std::vector<bool> numbers;
  const auto class_of = [&](std::size_t column) {
    for (std::size_t next = numbers.size(); next <= column; ++next)
      numbers.push_back(is_number(next));
    return numbers[column] ? " class=\"number\"" : "";
  };
  Markup markup;
  markup.html(fmt::format("<figure class=\"table\" id=\"{}\"><figcaption>",
                          id_of("table", std::to_string(number))));
  markup.mathematical(table.title);
  markup.html("</figcaption>\n<div class=\"scroll\"><table>\n<thead><tr>");
  for (std::size_t i = 0; i < table.headings.size(); ++i) {
    const std::string& heading = table.headings[i];
    if (heading.empty())
      markup.html("<td></td>");
    else
      markup.html(fmt::format("<th scope=\"col\"{}>", class_of(i)))
          .mathematical(heading)
          .html("</th>");
  }
  markup.html("</tr></thead>\n<tbody>\n");
  for (const Row& row : rows) {
    markup.html("<tr>");
    for (std::size_t i = 0; i < row.size(); ++i) {
      markup.html(fmt::format("<{}{}>", i == 0 ? "th scope=\"row\"" : "td", class_of(i)));
      markup.mathematical(row[i]).html(i == 0 ? "</th>" : "</td>");
    }
    markup.html("</tr>\n");
  }
  return markup.html("</tbody>\n</table></div></figure>\n");
}

Markup figure_markup(const evidence::FigureNote& figure, std::string_view svg,
                     std::string_view number)
{
  const std::string id = id_of("figure", figure.name);
  Markup markup;
  markup.html(fmt::format("<figure id=\"{}\"><div class=\"plate\">", id));
  markup.html(inline_svg(svg, id, figure.title, figure.alt));
  // The drawing has its title above it.
  markup.html("</div>\n<figcaption>" + number_html(id, number)).mathematical(figure.caption);
  if (figure.measured)
    markup.html(" <small>Measured in this run: it differs from one machine to another.</small>");
  return markup.html("</figcaption></figure>\n");
}

Markup missing_figure_markup(const evidence::FigureNote& figure, std::string_view why)
{
  Markup markup;
  markup.html(fmt::format("<figure class=\"missing\" id=\"{}\"><p class=\"note\">",
                          id_of("figure", figure.name)));
  markup.text(why);
  if (!figure.alt.empty())
    markup.html(" It shows: ").text(figure.alt);
  markup.html("</p>\n<figcaption><strong>")
      .mathematical(figure.title.empty() ? figure.name : figure.title);
  return markup.html("</strong> ").mathematical(figure.caption).html("</figcaption></figure>\n");
}

Markup undrawn_markup(const evidence::UndrawnFigure& undrawn, std::string_view svg,
                      std::string_view number)
{
  const std::string id = id_of("figure", undrawn.name);
  if (svg.empty()) {
    evidence::FigureNote figure;
    figure.name = undrawn.name;
    return missing_figure_markup(figure, "Not drawn in this run: " + undrawn.reason + ".");
  }
  const SvgText text = text_of_svg(svg);
  Markup markup;
  markup.html(fmt::format("<figure class=\"undrawn\" id=\"{}\"><div class=\"plate\">", id));
  markup.html(inline_svg(svg, id, text.title, text.description));
  markup.html("</div>\n<figcaption>" + number_html(id, number) +
              "<small>Drawn where GPT-2's weights are; not in this run: ");
  markup.text(undrawn.reason);
  return markup.html(".</small></figcaption></figure>\n");
}

Markup proposition_markup(const evidence::CitedProposition& proposition, std::string_view title)
{
  const std::string& name = proposition.name;
  Markup markup;
  // The chapter may cite it more than once, so this has no id; its home is the page of propositions.
  markup.html("<div class=\"claim proposition\">\n<p class=\"claim-head\">");
  for (const auto& [method, status] : proposition.proofs)
    markup.html(proof_html(method, status) + " ");
  markup.html(fmt::format("<a href=\"propositions.html#{}\">", id_of("proposition", name)));
  markup.text(name).html("</a> <span>proposition</span></p>\n<div class=\"statement\"><p>");
  markup.mathematical(title.empty() ? without_number(name) : title);
  return markup.html("</p></div>\n</div>\n");
}

} // namespace epreuve::book
