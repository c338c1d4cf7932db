#include "weaver/claims.hpp"

#include "support/contains.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::contains;
using epreuve::tests::says;
using nlohmann::json;
using namespace std::string_literals;

namespace {

std::string shown(const Markup& markup)
{
  std::string text;
  for (const Markup::Part& part : markup.parts())
    text += part.kind == Markup::Part::Kind::html ? part.text : "[" + part.text + "]";
  return text;
}

json evidence(const std::string& kind, bool passed, json more = json::object())
{
  json one{{"kind", kind}, {"what", "what " + kind}, {"passed", passed}, {"seen", "seen " + kind}};
  one.update(more);
  return one;
}

json claim(const std::string& found, const std::vector<json>& readings)
{
  return {{"id", "exo7-1-a"},    {"statement", "that $x<y$ & so on"}, {"found", found},
          {"document", "exo7"},  {"section", "1. <Titre>"},           {"lines", {3, 5}},
          {"readings", readings}};
}

json reading(const std::string& role, const std::string& formula, const std::vector<json>& all)
{
  return {{"role", role}, {"formula", formula}, {"evidence", all}};
}

/// The claim with its erratum. @param wrong  each wrong reading, and its evidence that shows it
json with_erratum(json of, const std::string& right,
                  const std::vector<std::pair<std::size_t, std::vector<std::size_t>>>& wrong)
{
  json all = json::array();
  for (const auto& [r, why] : wrong) {
    const std::string formula = of.at("readings").at(r).at("formula");
    json one{{"says", formula.empty() ? of.at("statement").get<std::string>() : formula},
             {"reading", r},
             {"why", json::array()}};
    for (const std::size_t e : why)
      one["why"].push_back({{"says", ""}, {"evidence", e}});
    all.push_back(one);
  }
  of["erratum"] = {{"wrong", all}, {"right", right}};
  return of;
}

Result all_of(const json& of, Result::Kind kind = Result::Kind::claim)
{
  Result result{.kind = kind, .index = 0};
  for (std::size_t r = 0; r < of["readings"].size(); ++r)
    for (std::size_t e = 0; e < of["readings"][r]["evidence"].size(); ++e)
      result.evidence.push_back({r, e});
  return result;
}

/// A claim with all its evidence.
std::string claim_shown(const json& of)
{
  return shown(claim_markup(of, all_of(of)));
}

/// The row of the only piece of evidence of a claim that holds.
std::string row_of(json one)
{
  const std::string html = claim_shown(claim("holds", {reading("printed", "", {std::move(one)})}));
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
  const json holds = claim("holds", {reading("printed", "", {evidence("bound", true)})});
  const std::string html = claim_shown(holds);
  BOOST_TEST(
      html.starts_with("<div class=\"claim\" id=\"claim:exo7-1-a\">\n<p class=\"claim-head\">"
                       "<span class=\"verdict holds\">"));
  BOOST_TEST(contains(html, "<a href=\"claims.html#claim:exo7-1-a\">exo7-1-a</a>"));
  BOOST_TEST(contains(html, "<div class=\"statement\"><p>that [x<y] &amp; so on</p></div>"));
  BOOST_TEST(contains(html, "exo7, 1. &lt;Titre&gt;, lines 3 to 5"));
  BOOST_TEST(!contains(html, "erratum"));
  BOOST_TEST(!contains(html, "not as declared"));
}

BOOST_AUTO_TEST_CASE(evidence_is_a_table_whose_roles_do_not_depend_on_its_look)
{
  BOOST_TEST(
      contains(claim_shown(claim("holds", {reading("printed", "", {evidence("bound", true)})})),
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
  const auto shown = [](std::vector<json> all) {
    return claim_shown(claim("holds", {reading("printed", "", std::move(all))}));
  };
  const json within{{"ulps", 1.5}, {"tolerance", "4 ulp"}};
  BOOST_TEST(contains(shown({evidence("identity", true, within),
                             evidence("property", true, {{"ulps", 0.25}, {"tolerance", "4 ulp"}}),
                             evidence("identity", true, {{"ulps", 1e9}, {"tolerance", "1e-12"}})}),
                      "<details class=\"fold checks\"><summary><span class=\"sign\" "
                      "aria-hidden=\"true\">✓</span> 3 checks, worst 1.5 ulp</summary>"));
  BOOST_TEST(contains(shown({evidence("fact", true)}), "</span> 1 check</summary>"));
  // Evidence that failed, was cut or is inconclusive is a surprise; a sentence is no longer than its summary.
  for (const json& surprise :
       {evidence("fact", false), evidence("fact", true, {{"conclusive", false}}),
        evidence("digits", true, {{"digits", "truncated"}, {"printed", "1"}, {"computed", "1.5"}})})
    BOOST_TEST(!contains(shown({evidence("fact", true), surprise}), "<details"));
  BOOST_TEST(!contains(shown({evidence("reading", true, {{"what", ""}})}), "<details"));
}

BOOST_AUTO_TEST_CASE(what_came_of_evidence_has_a_sign_and_a_word)
{
  BOOST_TEST(contains(row_of(evidence("fact", false)), "failed\"><span class=\"sign\" "
                                                       "aria-hidden=\"true\">✗</span> fails"));
  BOOST_TEST(
      contains(row_of(evidence("fact", true, {{"conclusive", false}})), "?</span> cannot tell"));
  BOOST_TEST(
      contains(row_of(evidence("fact", false, {{"conclusive", false}})), "?</span> cannot tell"));
  BOOST_TEST(contains(row_of(evidence("reading", true)), "✓</span> supports"));
  BOOST_TEST(contains(row_of(evidence("reading", false)), "✗</span> contradicts"));
  BOOST_TEST(contains(row_of(evidence("weights", true)), "…</span> needs weights"));
  BOOST_TEST(contains(row_of(evidence("illustration", true)), "○</span> invented"));
  BOOST_TEST(
      contains(row_of(evidence("digits", true, {{"digits", "truncated"}})), "≈</span> digits cut"));
}

BOOST_AUTO_TEST_CASE(what_would_be_accepted_is_told_unless_it_is_told_already)
{
  BOOST_TEST(
      contains(row_of(evidence("property", true, {{"tolerance", "< 2 ulp"}})),
               "what property <small class=\"tolerance\">accepted: &lt; 2 ulp</small></th>"));
  BOOST_TEST(!contains(row_of(evidence("equality", true, {{"tolerance", "equal"}})), "accepted"));
  BOOST_TEST(
      !contains(row_of(evidence("digits", true, {{"tolerance", "rounded or cut"}})), "accepted"));
  BOOST_TEST(!contains(
      row_of(evidence("bound", true, {{"tolerance", "≤ 1"}, {"seen", "0 is ≤ 1"}})), "accepted"));
}

BOOST_AUTO_TEST_CASE(a_smallest_failing_input_is_told_once)
{
  const json more{{"counterexample", "x = <0>"}};
  BOOST_TEST(contains(row_of(evidence("property", false, more)), "failing input: x = &lt;0&gt;"));
  json told = evidence("property", false, more);
  told["seen"] = "fails for x = <0>: 1 against 2";
  BOOST_TEST(!contains(row_of(told), "failing input"));
}

BOOST_AUTO_TEST_CASE(printed_and_computed_digits_stand_under_each_other)
{
  const std::string html = claim_shown(
      claim("reproduced",
            {reading("printed", "",
                     {evidence("digits", true,
                               {{"printed", "0.5 -10\n1 2"}, {"computed", "0.49 -10.25\n1.0 2.0"}}),
                      evidence("equality", true, {{"printed", "7"}, {"computed", "7"}}),
                      evidence("fact", true)})}));
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
      contains(row_of(evidence("reading", true, {{"what", ""}})),
               "<tr role=\"row\" class=\"sentence\"><th role=\"rowheader\" scope=\"row\">reading"));
}

BOOST_AUTO_TEST_CASE(an_erratum_tells_printed_right_and_counterexample)
{
  const json wrong = with_erratum(
      claim("refuted", {reading("printed", "$a<b$",
                                {evidence("property", false,
                                          {{"counterexample", "x = <0>"},
                                           {"seen", "fails for x = <0>: 1 against 2"}}),
                                 evidence("bound", false, {{"tolerance", "≤ 1"}})}),
                        reading("corrected", "$b<a$", {evidence("fact", true)})}),
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
  const json unnamed = with_erratum(
      claim("refuted", {reading("printed", "", {evidence("fact", false)})}), "so", {{0, {0}}});
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
  const json damaged = with_erratum(
      claim("damaged",
            {reading("copied", "c1", {evidence("fact", false)}),
             reading("copied", "c2", {evidence("bound", false), evidence("shapes", true)}),
             reading("restored", "d", {evidence("identity", true)})}),
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
  const json half = with_erratum(
      claim("refuted", {reading("printed", "without a mask", {evidence("property", true)}),
                        reading("printed", "with a mask", {evidence("equality", false)}),
                        reading("corrected", "without only", {evidence("fact", true)})}),
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
  json slip = with_erratum(claim("slip", {reading("copied", "1/d", {evidence("fact", false)}),
                                          reading("printed", "1/√d", {evidence("bound", false)}),
                                          reading("meant", "√d", {evidence("identity", true)})}),
                           "√d", {{1, {0}}});
  slip["erratum"]["elsewhere"] = "the heading";
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
  const json wrong = with_erratum(
      claim("refuted",
            {reading("printed", "117",
                     {evidence("digits", false, {{"printed", "117"}, {"computed", "124"}})})}),
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
  const json cut =
      with_erratum(claim("reproduced-truncated", {reading("printed", "",
                                                          {evidence("digits", true,
                                                                    {{"printed", "0.008"},
                                                                     {"computed", "0.0088"},
                                                                     {"digits", "truncated"}})})}),
                   "0.0088", {{0, {0}}});
  BOOST_TEST(!contains(claim_shown(cut), "erratum"));
  BOOST_TEST(contains(shown(erratum_markup(cut)), "≈</span> printed</dt>"));
  BOOST_TEST(contains(shown(erratum_markup(cut)), "right</dt><dd><p class=\"reads\">0.0088</p>"));
}

BOOST_AUTO_TEST_CASE(a_continued_claim_shows_its_own_part_and_where_it_began)
{
  const json two =
      with_erratum(claim("refuted", {reading("printed", "", {evidence("fact", false)}),
                                     reading("printed", "f", {evidence("bound", false)})}),
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
  json finding{{"id", "f"},
               {"statement", "s"},
               {"found", "undecided"},
               {"readings", json::array()},
               {"complaint", "why <not>"}};
  const std::string html = shown(claim_markup(finding, all_of(finding, Result::Kind::finding)));
  BOOST_TEST(html.starts_with("<div class=\"claim\" id=\"finding:f\">"));
  BOOST_TEST(contains(html, "<a href=\"#finding:f\">f</a> <span>our finding</span>"));
  BOOST_TEST(contains(html, "not as declared:</strong> why &lt;not&gt;"));
}

BOOST_AUTO_TEST_CASE(a_table_has_a_caption_headings_and_named_rows)
{
  BOOST_TEST(shown(table_markup(
                 {{"title", "T <1>"},
                  {"headings", json::array({"", "$b$"})},
                  {"rows", json::array({json::array({"<r>", "u"}), json::array({"s", "2"})})}},
                 2)) ==
             "<figure class=\"table\" id=\"table:2\"><figcaption>T &lt;1&gt;</figcaption>\n"
             "<div class=\"scroll\"><table>\n<thead><tr><td></td><th scope=\"col\">[b]</th></tr>"
             "</thead>\n<tbody>\n<tr><th scope=\"row\">&lt;r&gt;</th><td>u</td></tr>\n"
             "<tr><th scope=\"row\">s</th><td>2</td></tr>\n</tbody>\n</table></div></figure>\n");
}

BOOST_AUTO_TEST_CASE(columns_of_numbers_are_known)
{
  const auto is_number = [](const json& column) {
    json rows = json::array();
    for (const json& cell : column)
      rows.push_back(json::array({"r", cell}));
    return contains(shown(table_markup(
                        {{"title", ""}, {"headings", json::array({"a", "b"})}, {"rows", rows}}, 1)),
                    "<th scope=\"col\" class=\"number\">b</th>");
  };
  for (const char* number :
       {"0.5005", "-1", "+1", "−0.02", "±2.69894", "1.0507e-07", "7.64 %", "12%", "0.44 s",
        "3.5 µs", "128 B", "8.4 MB", "48 ", "2.0 k", "1 000 000"})
    BOOST_TEST(is_number({"1", number, ""}), number);
  for (const char* text : {"never", "1/d", "0 of 148", "24 x 12", "d³", "-", "", "e5"})
    BOOST_TEST(!is_number(json::array({text})), text);
  BOOST_TEST(!is_number({"1", "x"}));
  BOOST_TEST(!is_number(json::array({std::string(100'000, '1')})));
}

BOOST_AUTO_TEST_CASE(a_figure_has_image_title_description_and_caption)
{
  const json figure{
      {"name", "f"}, {"title", "T"}, {"caption", "C $x$ <"}, {"alt", "A <"}, {"measured", true}};
  const std::string html = shown(figure_markup(figure, "<svg><g id=\"a\"/></svg>"));
  BOOST_TEST(html.starts_with("<figure id=\"figure:f\"><div class=\"plate\"><svg"));
  BOOST_TEST(
      contains(html, "<desc id=\"figure:f-desc\">A &lt;</desc><g id=\"figure:f-a\"/></svg></div>"));
  BOOST_TEST(contains(html, "<figcaption>C [x] &lt; <small>Measured in this run"));
  BOOST_CHECK_EXCEPTION(figure_markup(figure, "<svg><script/></svg>"), Error, says("script"));
  const std::string missing = shown(missing_figure_markup(figure, "gone <"));
  BOOST_TEST(contains(missing, "A &lt;"));
  BOOST_TEST(contains(missing, "gone &lt;"));
  BOOST_TEST(contains(missing, "<strong>T</strong> C [x]"));
}

BOOST_AUTO_TEST_CASE(an_undrawn_figure_shows_the_kept_file_or_says_why_there_is_none)
{
  const json undrawn{{"name", "f"}, {"reason", "no <weights>"}};
  const std::string kept =
      shown(undrawn_markup(undrawn, "<svg><title>T?</title><desc>D</desc></svg>"));
  BOOST_TEST(contains(kept, "<desc id=\"figure:f-desc\">D</desc>"));
  BOOST_TEST(contains(kept, "<figcaption><small>Drawn where"));
  BOOST_TEST(contains(kept, "no &lt;weights&gt;"));
  BOOST_TEST(
      contains(shown(undrawn_markup(undrawn, "")), "Not drawn in this run: no &lt;weights&gt;"));
}

BOOST_AUTO_TEST_CASE(a_proposition_has_a_link_and_the_status_of_each_proof)
{
  BOOST_TEST(shown(proposition_markup(
                 {{"name", "04-kronecker"}, {"exact", "proven"}, {"formal", "skipped"}}, "T <")) ==
             "<div class=\"claim proposition\">\n<p class=\"claim-head\">" +
                 proof_html("exact", "proven") + " " + proof_html("formal", "skipped") +
                 " <a href=\"propositions.html#proposition:04-kronecker\">04-kronecker</a> "
                 "<span>proposition</span></p>\n<div class=\"statement\"><p>T &lt;</p></div>\n"
                 "</div>\n");
  BOOST_TEST(
      contains(shown(proposition_markup({{"name", "04-kronecker"}, {"exact", "failed"}}, "")),
               "<p>kronecker</p>"));
}
