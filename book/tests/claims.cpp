#include "weaver/claims.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::evidence::ClaimRecord;
using epreuve::evidence::Evidence;
using epreuve::evidence::FigureNote;
using epreuve::evidence::Reading;
using epreuve::evidence::Role;
using epreuve::evidence::Verdict;
using epreuve::tests::contains;
using epreuve::tests::says;
using Kind = Evidence::Kind;
using Outcome = epreuve::evidence::Digits;
using namespace std::string_literals;

namespace {

std::string shown(const Markup& markup)
{
  std::string text;
  for (const Markup::Part& part : markup.parts())
    text += part.kind == Markup::Part::Kind::html ? part.text : "[" + part.text + "]";
  return text;
}

Evidence evidence(Kind kind, bool passed)
{
  Evidence one;
  one.kind = kind;
  one.what = fmt::format("what {}", name(kind));
  one.passed = passed;
  one.seen = fmt::format("seen {}", name(kind));
  return one;
}

/// The same, and what is different about it.
template <typename Change>
Evidence evidence(Kind kind, bool passed, const Change& change)
{
  Evidence one = evidence(kind, passed);
  change(one);
  return one;
}

ClaimRecord claim(Verdict found, std::vector<Reading> readings)
{
  ClaimRecord claim;
  claim.source = {"exo7-1-a", "exo7", "1. <Titre>", {3, 5}, "formula", "that $x<y$ & so on"};
  claim.declared = claim.found = found;
  claim.readings = std::move(readings);
  return claim;
}

Reading reading(Role role, const std::string& formula, std::vector<Evidence> all)
{
  return {role, formula, std::move(all)};
}

/// The claim with its erratum. @param wrong  each wrong reading, and its evidence that shows it
ClaimRecord with_erratum(ClaimRecord of, const std::string& right,
                         const std::vector<std::pair<std::size_t, std::vector<std::size_t>>>& wrong)
{
  of.erratum.emplace().right = right;
  for (const auto& [r, why] : wrong) {
    const std::string& formula = of.readings.at(r).formula;
    auto& one = of.erratum->wrong.emplace_back();
    one.says = formula.empty() ? of.source.statement : formula;
    one.reading = r;
    for (const std::size_t e : why)
      one.why.push_back({"", e});
  }
  return of;
}

Result all_of(const ClaimRecord& of, Result::Kind kind = Result::Kind::claim)
{
  Result result{.kind = kind, .index = 0};
  for (std::size_t r = 0; r < of.readings.size(); ++r)
    for (std::size_t e = 0; e < of.readings[r].evidence.size(); ++e)
      result.evidence.push_back({r, e});
  return result;
}

/// A claim with all its evidence.
std::string claim_shown(const ClaimRecord& of)
{
  return shown(claim_markup(of, all_of(of)));
}

/// The row of the only piece of evidence of a claim that holds.
std::string row_of(Evidence one)
{
  const std::string html =
      claim_shown(claim(Verdict::holds, {reading(Role::printed, "", {std::move(one)})}));
  const std::size_t begin = html.find("<tr", html.find("<tbody"));
  return html.substr(begin, html.find("</tr>", begin) - begin);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_verdict_and_proof_has_a_sign_and_a_word)
{
  using epreuve::evidence::parse_verdict;
  BOOST_TEST(verdict_html(parse_verdict("reproduced-truncated")) ==
             "<span class=\"verdict reproduced-truncated\"><span class=\"sign\" "
             "aria-hidden=\"true\">≈</span> digits cut</span>");
  for (const auto& [name, words] : {std::pair("holds", "✓</span> holds<"),
                                    {"reproduced", "✓</span> reproduced<"},
                                    {"refuted", "✗</span> refuted<"},
                                    {"ill-typed", "⊠</span> ill-typed<"},
                                    {"damaged", "≁</span> damaged<"},
                                    {"slip", "✎</span> slip<"},
                                    {"illustrative", "○</span> illustrative<"},
                                    {"needs-weights", "…</span> needs weights<"},
                                    {"undecided", "?</span> undecided<"}}) {
    const std::string html = verdict_html(parse_verdict(name));
    BOOST_TEST(contains(html, words));
    BOOST_TEST(contains(html, "class=\"verdict "s + name + "\""));
  }
  BOOST_TEST(proof_html("formal", "proven") ==
             "<span class=\"proof proven\"><span class=\"sign\" aria-hidden=\"true\">✓</span> "
             "formal: proven</span>");
  BOOST_TEST(contains(proof_html("exact", "failed"),
                      "failed\"><span class=\"sign\" "
                      "aria-hidden=\"true\">✗</span> exact: failed"));
  BOOST_TEST(contains(proof_html("", "skipped"), "–</span> skipped<"));
  BOOST_TEST(contains(proof_html("", "stale"), "↻</span> stale<"));
  BOOST_TEST(contains(proof_html("", "not run"), "proof not-run\""));
  BOOST_TEST(contains(proof_html("", "\"<x"), "proof not-run\""));
  BOOST_TEST(contains(proof_html("", "\"<x"), "?</span> &quot;&lt;x<"));
}

BOOST_AUTO_TEST_CASE(a_claim_has_statement_source_and_verdict)
{
  const ClaimRecord holds =
      claim(Verdict::holds, {reading(Role::printed, "", {evidence(Kind::bound, true)})});
  const std::string html = claim_shown(holds);
  BOOST_TEST(
      html.starts_with("<div class=\"claim\" id=\"claim:exo7-1-a\">\n<p class=\"claim-head\">"
                       "<span class=\"verdict holds\">"));
  BOOST_TEST(contains(html, "<a href=\"claims.html#claim:exo7-1-a\">exo7-1-a</a>"));
  BOOST_TEST(contains(html, "<div class=\"statement\"><p>that [x<y] &amp; so on</p></div>"));
  BOOST_TEST(
      contains(html, "<a href=\"documents/exo7.html#section:1\">exo7, 1. &lt;Titre&gt;</a>"));
  BOOST_TEST(!contains(html, "erratum"));
  BOOST_TEST(!contains(html, "not as declared"));
}

BOOST_AUTO_TEST_CASE(evidence_is_a_table_whose_roles_do_not_depend_on_its_look)
{
  BOOST_TEST(
      contains(claim_shown(claim(Verdict::holds,
                                 {reading(Role::printed, "", {evidence(Kind::bound, true)})})),
               "<table class=\"evidence\" role=\"table\">\n<thead role=\"rowgroup\" "
               "class=\"visually-hidden\"><tr role=\"row\"><th role=\"columnheader\" "
               "scope=\"col\">checked</th><th role=\"columnheader\" scope=\"col\">seen</th><th "
               "role=\"columnheader\" scope=\"col\">verdict</th></tr></thead>\n"
               "<tbody role=\"rowgroup\">\n<tr role=\"row\"><th role=\"rowheader\" scope=\"row\">"
               "what bound</th><td role=\"cell\">seen bound</td><td role=\"cell\" "
               "class=\"outcome passed\"><span class=\"sign\" aria-hidden=\"true\">✓</span> holds"
               "</td></tr>\n</tbody>\n</table>\n"));
}

BOOST_AUTO_TEST_CASE(evidence_that_passed_is_folded_and_tells_how_well)
{
  const auto shown = [](std::vector<Evidence> all) {
    return claim_shown(claim(Verdict::holds, {reading(Role::printed, "", std::move(all))}));
  };
  const auto within = [](double ulps, const char* tolerance) {
    return [=](Evidence& e) {
      e.ulps = ulps;
      e.tolerance = tolerance;
    };
  };
  BOOST_TEST(contains(shown({evidence(Kind::identity, true, within(1.5, "4 ulp")),
                             evidence(Kind::property, true, within(0.25, "4 ulp")),
                             evidence(Kind::identity, true, within(1e9, "1e-12"))}),
                      "<details class=\"fold checks\"><summary><span class=\"sign\" "
                      "aria-hidden=\"true\">✓</span> 3 checks, worst 1.5 ulp</summary>"));
  BOOST_TEST(contains(shown({evidence(Kind::fact, true)}), "</span> 1 check</summary>"));
  // Evidence that failed, was cut or is inconclusive is a surprise; a sentence is no longer than its summary.
  for (const Evidence& surprise :
       {evidence(Kind::fact, false),
        evidence(Kind::fact, true, [](Evidence& e) { e.conclusive = false; }),
        evidence(Kind::digits, true, [](Evidence& e) {
          e.digits = Outcome::truncated;
          e.printed = "1";
          e.computed = "1.5";
        })})
    BOOST_TEST(!contains(shown({evidence(Kind::fact, true), surprise}), "<details"));
  BOOST_TEST(!contains(shown({evidence(Kind::reading, true, [](Evidence& e) { e.what = ""; })}),
                       "<details"));
}

BOOST_AUTO_TEST_CASE(what_came_of_evidence_has_a_sign_and_a_word)
{
  BOOST_TEST(contains(row_of(evidence(Kind::fact, false)), "failed\"><span class=\"sign\" "
                                                           "aria-hidden=\"true\">✗</span> fails"));
  BOOST_TEST(contains(row_of(evidence(Kind::fact, true, [](Evidence& e) { e.conclusive = false; })),
                      "?</span> cannot tell"));
  BOOST_TEST(
      contains(row_of(evidence(Kind::fact, false, [](Evidence& e) { e.conclusive = false; })),
               "?</span> cannot tell"));
  BOOST_TEST(contains(row_of(evidence(Kind::reading, true)), "✓</span> supports"));
  BOOST_TEST(contains(row_of(evidence(Kind::reading, false)), "✗</span> contradicts"));
  BOOST_TEST(contains(row_of(evidence(Kind::weights, true)), "…</span> needs weights"));
  BOOST_TEST(contains(row_of(evidence(Kind::illustration, true)), "○</span> invented"));
  BOOST_TEST(contains(
      row_of(evidence(Kind::digits, true, [](Evidence& e) { e.digits = Outcome::truncated; })),
      "≈</span> digits cut"));
}

BOOST_AUTO_TEST_CASE(what_would_be_accepted_is_told_unless_it_is_told_already)
{
  BOOST_TEST(
      contains(row_of(evidence(Kind::property, true, [](Evidence& e) { e.tolerance = "< 2 ulp"; })),
               "what property <small class=\"tolerance\">accepted: &lt; 2 ulp</small></th>"));
  BOOST_TEST(
      !contains(row_of(evidence(Kind::equality, true, [](Evidence& e) { e.tolerance = "equal"; })),
                "accepted"));
  BOOST_TEST(!contains(
      row_of(evidence(Kind::digits, true, [](Evidence& e) { e.tolerance = "rounded or cut"; })),
      "accepted"));
  BOOST_TEST(!contains(row_of(evidence(Kind::bound, true,
                                       [](Evidence& e) {
                                         e.tolerance = "≤ 1";
                                         e.seen = "0 is ≤ 1";
                                       })),
                       "accepted"));
}

BOOST_AUTO_TEST_CASE(a_smallest_failing_input_is_told_once)
{
  const auto more = [](Evidence& e) { e.counterexample = "x = <0>"; };
  BOOST_TEST(
      contains(row_of(evidence(Kind::property, false, more)), "failing input: x = &lt;0&gt;"));
  Evidence told = evidence(Kind::property, false, more);
  told.seen = "fails for x = <0>: 1 against 2";
  BOOST_TEST(!contains(row_of(told), "failing input"));
}

BOOST_AUTO_TEST_CASE(printed_and_computed_digits_stand_under_each_other)
{
  const std::string html =
      claim_shown(claim(Verdict::reproduced, {reading(Role::printed, "",
                                                      {evidence(Kind::digits, true,
                                                                [](Evidence& e) {
                                                                  e.printed = "0.5 -10\n1 2";
                                                                  e.computed =
                                                                      "0.49 -10.25\n1.0 2.0";
                                                                }),
                                                       evidence(Kind::equality, true,
                                                                [](Evidence& e) {
                                                                  e.printed = "7";
                                                                  e.computed = "7";
                                                                }),
                                                       evidence(Kind::fact, true)})}));
  BOOST_TEST(contains(html, "<tr role=\"row\" class=\"numbers tall\">"));
  BOOST_TEST(contains(html,
                      "class=\"printed\"><span class=\"label\" aria-hidden=\"true\">printed</span> "
                      "<pre class=\"digits\">  0.5   -10   \n  1       2   </pre>"));
  BOOST_TEST(contains(html, "<pre class=\"digits\">  0.49  -10.25\n  1.0     2.0 </pre> "
                            "<span class=\"seen\">seen digits</span>"));
  BOOST_TEST(contains(html, "<tr role=\"row\" class=\"numbers\">"));
  BOOST_TEST(
      contains(html, "scope=\"col\">printed</th><th role=\"columnheader\" scope=\"col\">computed"));
  BOOST_TEST(contains(html, "<td role=\"cell\" colspan=\"2\">seen fact"));
}

BOOST_AUTO_TEST_CASE(evidence_that_is_one_sentence_is_not_torn_apart)
{
  BOOST_TEST(
      contains(row_of(evidence(Kind::reading, true, [](Evidence& e) { e.what = ""; })),
               "<tr role=\"row\" class=\"sentence\"><th role=\"rowheader\" scope=\"row\">reading"));
}

BOOST_AUTO_TEST_CASE(an_erratum_tells_printed_right_and_counterexample)
{
  const ClaimRecord wrong = with_erratum(
      claim(Verdict::refuted,
            {reading(Role::printed, "$a<b$",
                     {evidence(Kind::property, false,
                               [](Evidence& e) {
                                 e.counterexample = "x = <0>";
                                 e.seen = "fails for x = <0>: 1 against 2";
                               }),
                      evidence(Kind::bound, false, [](Evidence& e) { e.tolerance = "≤ 1"; })}),
             reading(Role::corrected, "$b<a$", {evidence(Kind::fact, true)})}),
      "$b<a$", {{0, {0, 1}}});
  BOOST_TEST(
      shown(erratum_markup(wrong)) ==
      "<dl class=\"erratum\">\n<div class=\"printed\"><dt><span class=\"sign\" "
      "aria-hidden=\"true\">✗</span> printed</dt><dd><p class=\"reads\">[a<b]</p></dd></div>\n"
      "<div class=\"right\"><dt><span class=\"sign\" aria-hidden=\"true\">✓</span> right</dt><dd>"
      "<p class=\"reads\">[b<a]</p></dd></div>\n<div "
      "class=\"counterexample\"><dt>counterexample</dt>"
      "<dd><p class=\"reads\">x = &lt;0&gt;</p><p class=\"seen\">what property: 1 against "
      "2</p></dd>"
      "</div>\n<div class=\"because\"><dt>because</dt><dd><p class=\"seen\">what bound: seen bound "
      "<small class=\"tolerance\">accepted: ≤ 1</small></p></dd></div>\n</dl>\n");
  // The table below has the rest, once.
  const std::string html = claim_shown(wrong);
  BOOST_TEST(contains(html, shown(erratum_markup(wrong))));
  const std::string table = html.substr(html.find("<table"));
  BOOST_TEST(contains(table, "<tr role=\"row\" class=\"reading\"><th role=\"rowheader\" "
                             "scope=\"rowgroup\" colspan=\"3\">right</th></tr>"));
  BOOST_TEST(contains(table, "what fact"));
  BOOST_TEST(!contains(table, "what property"));
  BOOST_TEST(!contains(table, "what bound"));
}

BOOST_AUTO_TEST_CASE(an_erratum_without_a_formula_shows_the_statement)
{
  const ClaimRecord unnamed = with_erratum(
      claim(Verdict::refuted, {reading(Role::printed, "", {evidence(Kind::fact, false)})}), "so",
      {{0, {0}}});
  const std::string html = claim_shown(unnamed);
  BOOST_TEST(erratum_tells_statement(unnamed));
  BOOST_TEST(contains(html, "printed</dt><dd><p class=\"reads\">that [x<y] &amp; so on</p>"));
  BOOST_TEST(contains(html, "because</dt><dd><p class=\"seen\">what fact: seen fact</p>"));
  BOOST_TEST(!contains(html, "class=\"statement\""));
  // The erratum shows everything that is known.
  BOOST_TEST(!contains(html, "<table"));
}

BOOST_AUTO_TEST_CASE(each_of_several_wrong_readings_has_its_reason_after_it)
{
  const ClaimRecord damaged =
      with_erratum(claim(Verdict::damaged,
                         {reading(Role::copied, "c1", {evidence(Kind::fact, false)}),
                          reading(Role::copied, "c2",
                                  {evidence(Kind::bound, false), evidence(Kind::shapes, true)}),
                          reading(Role::restored, "d", {evidence(Kind::identity, true)})}),
                   "d", {{0, {0}}, {1, {0}}});
  BOOST_TEST(shown(wrong_markup(damaged)) == "c1; c2");
  BOOST_TEST(!erratum_tells_statement(damaged));
  const std::string html = claim_shown(damaged);
  std::size_t at = 0;
  for (const char* words : {"copied</dt>", "c1</p>", "what fact", "copied</dt>", "c2</p>",
                            "what bound", "restored</dt>", "d</p>", "<table",
                            "as copied, letter by letter: <span class=\"reads\">c2</span>",
                            "what shapes", ">restored</th>", "what identity"}) {
    const std::size_t next = html.find(words, at);
    BOOST_REQUIRE_MESSAGE(next != std::string::npos, words << " is missing or too early");
    at = next;
  }
}

BOOST_AUTO_TEST_CASE(a_reading_that_passes_is_not_marked_as_wrong_and_keeps_its_formula)
{
  const ClaimRecord half = with_erratum(
      claim(Verdict::refuted,
            {reading(Role::printed, "without a mask", {evidence(Kind::property, true)}),
             reading(Role::printed, "with a mask", {evidence(Kind::equality, false)}),
             reading(Role::corrected, "without only", {evidence(Kind::fact, true)})}),
      "without only", {{1, {0}}});
  const std::string erratum = shown(erratum_markup(half));
  BOOST_TEST(contains(erratum, "✗</span> printed</dt><dd><p class=\"reads\">with a mask</p>"));
  BOOST_TEST(!contains(erratum, "without a mask"));
  BOOST_TEST(shown(wrong_markup(half)) == "with a mask");
  const std::string html = claim_shown(half);
  const std::string table = html.substr(html.find("<table"));
  BOOST_TEST(contains(table, "as printed: <span class=\"reads\">without a mask</span>"));
  BOOST_TEST(contains(table, "what property"));
  BOOST_TEST(!contains(table, "what equality"));
}

BOOST_AUTO_TEST_CASE(a_slip_says_where_the_document_has_it_right)
{
  ClaimRecord slip = with_erratum(
      claim(Verdict::slip, {reading(Role::copied, "1/d", {evidence(Kind::fact, false)}),
                            reading(Role::printed, "1/√d", {evidence(Kind::bound, false)}),
                            reading(Role::meant, "√d", {evidence(Kind::identity, true)})}),
      "√d", {{1, {0}}});
  slip.erratum->elsewhere = "the heading";
  const std::string erratum = shown(erratum_markup(slip));
  BOOST_TEST(contains(erratum, "✗</span> printed</dt><dd><p class=\"reads\">1/√d</p>"));
  BOOST_TEST(contains(erratum,
                      "meant</dt><dd><p class=\"reads\">√d</p></dd></div>\n<div "
                      "class=\"elsewhere\"><dt>as in</dt><dd><p class=\"reads\">the heading"));
  BOOST_TEST(!contains(erratum, "1/d"));
  // That the copy has lost more is evidence.
  BOOST_TEST(
      contains(claim_shown(slip), "as copied, letter by letter: <span class=\"reads\">1/d</span>"));
}

BOOST_AUTO_TEST_CASE(digits_are_compared_in_the_table_also_where_they_refute)
{
  const ClaimRecord wrong =
      with_erratum(claim(Verdict::refuted, {reading(Role::printed, "117",
                                                    {evidence(Kind::digits, false,
                                                              [](Evidence& e) {
                                                                e.printed = "117";
                                                                e.computed = "124";
                                                              })})}),
                   "124", {{0, {0}}});
  const std::string html = claim_shown(wrong);
  BOOST_TEST(!contains(html, "because"));
  BOOST_TEST(contains(html, "<pre class=\"digits\">124</pre>"));
  BOOST_TEST(contains(html, "colspan=\"4\">as printed</th>"));
  BOOST_TEST(contains(html, "✗</span> fails"));
  // Where no table is below, the erratum says it.
  BOOST_TEST(contains(shown(erratum_markup(wrong)),
                      "because</dt><dd><p class=\"seen\">what digits: seen digits</p>"));
}

BOOST_AUTO_TEST_CASE(cut_digits_are_an_erratum_for_those_who_ask_only)
{
  const ClaimRecord cut =
      with_erratum(claim(Verdict::reproduced_truncated, {reading(Role::printed, "",
                                                                 {evidence(Kind::digits, true,
                                                                           [](Evidence& e) {
                                                                             e.printed = "0.008";
                                                                             e.computed = "0.0088";
                                                                             e.digits =
                                                                                 Outcome::truncated;
                                                                           })})}),
                   "0.0088", {{0, {0}}});
  BOOST_TEST(!contains(claim_shown(cut), "erratum"));
  BOOST_TEST(contains(shown(erratum_markup(cut)), "≈</span> printed</dt>"));
  BOOST_TEST(contains(shown(erratum_markup(cut)), "right</dt><dd><p class=\"reads\">0.0088</p>"));
}

BOOST_AUTO_TEST_CASE(a_continued_claim_shows_its_own_part_and_where_it_began)
{
  const ClaimRecord two = with_erratum(
      claim(Verdict::refuted, {reading(Role::printed, "", {evidence(Kind::fact, false)}),
                               reading(Role::printed, "f", {evidence(Kind::bound, false)})}),
      "g", {{0, {0}}, {1, {0}}});
  const std::string first = shown(claim_markup(
      two, {.kind = Result::Kind::claim, .index = 0, .goes_on = true, .evidence = {{0, 0}}}));
  BOOST_TEST(contains(first, "what fact"));
  BOOST_TEST(!contains(first, "<table"));
  BOOST_TEST(contains(first, "More evidence on this claim stands elsewhere"));
  const std::string later = shown(claim_markup(
      two, {.kind = Result::Kind::claim, .index = 0, .continued = true, .evidence = {{1, 0}}}));
  BOOST_TEST(contains(later, "<a href=\"#claim:exo7-1-a\">exo7-1-a</a> <span>continued</span>"));
  BOOST_TEST(contains(later, "as printed: <span class=\"reads\">f</span>"));
  BOOST_TEST(contains(later, "what bound"));
  BOOST_TEST(!contains(later, "what fact"));
  BOOST_TEST(!contains(later, " id="));
  BOOST_TEST(!contains(later, "that [x<y]"));
}

BOOST_AUTO_TEST_CASE(a_finding_is_ours_and_a_complaint_is_shown)
{
  ClaimRecord finding;
  finding.source.id = "f";
  finding.source.statement = "s";
  finding.complaint = "why <not>";
  const std::string html = shown(claim_markup(finding, all_of(finding, Result::Kind::finding)));
  BOOST_TEST(html.starts_with("<div class=\"claim\" id=\"finding:f\">"));
  BOOST_TEST(contains(html, "<a href=\"#finding:f\">f</a> <span>our finding</span>"));
  BOOST_TEST(contains(html, "not as declared:</strong> why &lt;not&gt;"));
}

BOOST_AUTO_TEST_CASE(a_table_has_a_caption_headings_and_named_rows)
{
  BOOST_TEST(shown(table_markup({"T <1>", {"", "$b$"}, {{"<r>", "u"}, {"s", "2"}}}, 2)) ==
             "<figure class=\"table\" id=\"table:2\"><figcaption>T &lt;1&gt;</figcaption>\n"
             "<div class=\"scroll\"><table>\n<thead><tr><td></td><th scope=\"col\">[b]</th></tr>"
             "</thead>\n<tbody>\n<tr><th scope=\"row\">&lt;r&gt;</th><td>u</td></tr>\n"
             "<tr><th scope=\"row\">s</th><td>2</td></tr>\n</tbody>\n</table></div></figure>\n");
}

BOOST_AUTO_TEST_CASE(columns_of_numbers_are_known)
{
  const auto is_number = [](const std::vector<std::string>& column) {
    epreuve::evidence::Table table{"", {"a", "b"}, {}};
    for (const std::string& cell : column)
      table.rows.push_back({"r", cell});
    return contains(shown(table_markup(table, 1)), "<th scope=\"col\" class=\"number\">b</th>");
  };
  for (const char* number :
       {"0.5005", "-1", "+1", "−0.02", "±2.69894", "1.0507e-07", "7.64 %", "12%", "0.44 s",
        "3.5 µs", "128 B", "8.4 MB", "48 ", "2.0 k", "1 000 000"})
    BOOST_TEST(is_number({"1", number, ""}), number);
  for (const char* text : {"never", "1/d", "0 of 148", "24 x 12", "d³", "-", "", "e5"})
    BOOST_TEST(!is_number(std::vector<std::string>{text}), text);
  const std::vector<std::string> mixed{"1", "x"};
  BOOST_TEST(!is_number(mixed));
  BOOST_TEST(!is_number({std::string(100'000, '1')}));
}

BOOST_AUTO_TEST_CASE(a_figure_has_image_title_description_and_caption)
{
  const FigureNote figure{"f", "T", "C $x$ <", "A <", true, ""};
  const std::string html = shown(figure_markup(figure, "<svg><g id=\"a\"/></svg>", "16.3"));
  BOOST_TEST(html.starts_with("<figure id=\"figure:f\"><div class=\"plate\"><svg"));
  BOOST_TEST(
      contains(html, "<desc id=\"figure:f-desc\">A &lt;</desc><g id=\"figure:f-a\"/></svg></div>"));
  BOOST_TEST(contains(html, "<figcaption><a class=\"figure-number\" href=\"#figure:f\">Figure "
                            "16.3</a> C [x] &lt; <small>Measured in this run"));
  BOOST_CHECK_EXCEPTION(figure_markup(figure, "<svg><script/></svg>", "1.1"), Error,
                        says("script"));
  const std::string missing = shown(missing_figure_markup(figure, "gone <"));
  BOOST_TEST(contains(missing, "A &lt;"));
  BOOST_TEST(contains(missing, "gone &lt;"));
  BOOST_TEST(contains(missing, "<strong>T</strong> C [x]"));
}

BOOST_AUTO_TEST_CASE(an_undrawn_figure_shows_the_kept_file_or_says_why_there_is_none)
{
  const epreuve::evidence::UndrawnFigure undrawn{"f", "no <weights>"};
  const std::string kept =
      shown(undrawn_markup(undrawn, "<svg><title>T?</title><desc>D</desc></svg>", "4.2"));
  BOOST_TEST(contains(kept, "<desc id=\"figure:f-desc\">D</desc>"));
  BOOST_TEST(contains(kept, "Figure 4.2</a> <small>Drawn where"));
  BOOST_TEST(contains(kept, "no &lt;weights&gt;"));
  BOOST_TEST(contains(shown(undrawn_markup(undrawn, "", "4.2")),
                      "Not drawn in this run: no &lt;weights&gt;"));
}

BOOST_AUTO_TEST_CASE(a_proposition_has_a_link_and_the_status_of_each_proof)
{
  BOOST_TEST(shown(proposition_markup(
                 {"04-kronecker", {{"exact", "proven"}, {"formal", "skipped"}}}, "T <")) ==
             "<div class=\"claim proposition\">\n<p class=\"claim-head\">" +
                 proof_html("exact", "proven") + " " + proof_html("formal", "skipped") +
                 " <a href=\"propositions.html#proposition:04-kronecker\">04-kronecker</a> "
                 "<span>proposition</span></p>\n<div class=\"statement\"><p>T &lt;</p></div>\n"
                 "</div>\n");
  BOOST_TEST(contains(shown(proposition_markup({"04-kronecker", {{"exact", "failed"}}}, "")),
                      "<p>kronecker</p>"));
}
