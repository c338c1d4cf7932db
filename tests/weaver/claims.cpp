#include "weaver/claims.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

using namespace epreuve::book;
using epreuve::Error;
using epreuve::tests::says;
using nlohmann::json;

namespace {

std::string shown(const Markup& markup)
{
  std::string text;
  for (const Markup::Part& part : markup.parts())
    text += part.kind == Markup::Part::Kind::html ? part.text : "[" + part.text + "]";
  return text;
}

bool has(const std::string& text, std::string_view words)
{
  return text.find(words) != std::string::npos;
}

json evidence(const std::string& kind, bool passed, json more = json::object())
{
  json one{{"kind", kind}, {"what", "what " + kind}, {"passed", passed}, {"seen", "seen " + kind}};
  one.update(more);
  return one;
}

json claim(const std::string& found, json readings)
{
  return {{"id", "exo7-1-a"},    {"statement", "that $x<y$ & so on"}, {"found", found},
          {"document", "exo7"},  {"section", "1. <Titre>"},           {"lines", {3, 5}},
          {"readings", readings}};
}

json reading(const std::string& role, const std::string& formula, json all)
{
  return {{"role", role}, {"formula", formula}, {"evidence", all}};
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

} // namespace

BOOST_AUTO_TEST_CASE(a_claim_has_statement_source_and_verdict_with_sign_and_word)
{
  const json holds =
      claim("holds", {reading("printed", "", {evidence("bound", true, {{"tolerance", "≤ 1"}})})});
  const std::string html = claim_shown(holds);
  BOOST_TEST(has(html, "<section class=\"claim claim-holds\" id=\"claim:exo7-1-a\">"));
  BOOST_TEST(has(html, "<span aria-hidden=\"true\">✓</span> holds</strong>"));
  BOOST_TEST(has(html, "that [x<y] &amp; so on"));
  BOOST_TEST(has(html, "exo7, 1. &lt;Titre&gt;, lines 3 to 5"));
  BOOST_TEST(has(html, "<th scope=\"row\">what bound <small class=\"tolerance\">accepted: ≤ 1"));
  BOOST_TEST(has(html, "<td>seen bound</td>"));
  BOOST_TEST(!has(html, "erratum"));
  BOOST_TEST(!has(html, "not as declared"));
}

BOOST_AUTO_TEST_CASE(every_verdict_and_outcome_has_a_sign_and_a_word)
{
  for (const auto& [found, words] :
       {std::pair("reproduced-truncated", "≈</span> reproduced, digits cut"),
        {"refuted", "✗</span> refuted"},
        {"ill-typed", "⊠</span> ill-typed"},
        {"damaged", "≁</span> damaged"},
        {"illustrative", "○</span> illustrative"},
        {"needs-weights", "…</span> needs-weights"},
        {"undecided", "?</span> undecided"}})
    BOOST_TEST(has(claim_shown(claim(found, json::array())), words));
  const auto outcome = [](json e) {
    return claim_shown(claim("holds", {reading("printed", "", {std::move(e)})}));
  };
  BOOST_TEST(has(outcome(evidence("fact", false)), "✗</span> fails"));
  BOOST_TEST(has(outcome(evidence("fact", true, {{"conclusive", false}})), "?</span> cannot tell"));
  BOOST_TEST(has(outcome(evidence("reading", false)), "✗</span> contradicts"));
  BOOST_TEST(has(outcome(evidence("weights", true)), "…</span> needs weights"));
  BOOST_TEST(has(outcome(evidence("illustration", true)), "○</span> invented"));
  BOOST_TEST(
      has(outcome(evidence("digits", true, {{"digits", "truncated"}})), "≈</span> digits cut"));
}

BOOST_AUTO_TEST_CASE(printed_and_computed_digits_stand_under_each_other)
{
  const std::string html = claim_shown(
      claim("reproduced",
            {reading("printed", "",
                     {evidence("digits", true,
                               {{"printed", "0.5 -10\n1 2"}, {"computed", "0.49 -10.25\n1.0 2.0"}}),
                      evidence("fact", true)})}));
  BOOST_TEST(has(html, "<pre class=\"digits\">  0.5   -10   \n  1       2   </pre>"));
  BOOST_TEST(has(html, "<pre class=\"digits\">  0.49  -10.25\n  1.0     2.0 </pre>"));
  BOOST_TEST(has(html, "<th scope=\"col\">computed</th>"));
  BOOST_TEST(has(html, "<td colspan=\"2\">seen fact"));
}

BOOST_AUTO_TEST_CASE(an_erratum_tells_printed_right_and_counterexample)
{
  json wrong = claim(
      "refuted",
      {reading("printed", "$a<b$", {evidence("property", false, {{"counterexample", "x = <0>"}})}),
       reading("corrected", "$b<a$", {evidence("property", true)})});
  wrong["correction"] = "$b<a$";
  const std::string html = claim_shown(wrong);
  BOOST_TEST(has(html, "<dl class=\"erratum\">\n<dt>printed</dt><dd>[a<b]</dd>\n<dt>right</dt>"
                       "<dd>[b<a]</dd>\n<dt>counterexample</dt><dd>x = &lt;0&gt;</dd>\n</dl>"));
  BOOST_TEST(has(html, "<tr class=\"reading\"><th scope=\"rowgroup\" colspan=\"3\">right: [b<a]"));
  BOOST_TEST(has(html, "smallest failing input: x = &lt;0&gt;"));

  json damaged = claim("damaged", {reading("copied", "c", {evidence("fact", false)}),
                                   reading("restored", "d", {evidence("fact", true)})});
  damaged["correction"] = "d";
  BOOST_TEST(has(claim_shown(damaged), "<dt>copied</dt><dd>c</dd>\n<dt>restored</dt><dd>d</dd>\n"
                                       "<dt>seen</dt><dd>what fact: seen fact</dd>"));
  json unnamed = claim("refuted", {reading("printed", "", {evidence("fact", false)})});
  BOOST_TEST(has(claim_shown(unnamed), "<dt>printed</dt><dd>that [x<y] &amp; so on</dd>"));
}

BOOST_AUTO_TEST_CASE(a_continued_claim_shows_its_own_part_and_where_it_began)
{
  const json two = claim("holds", {reading("printed", "", {evidence("fact", true)}),
                                   reading("printed", "f", {evidence("bound", true)})});
  const std::string first = shown(claim_markup(
      two, {.kind = Result::Kind::claim, .index = 0, .goes_on = true, .evidence = {{0, 0}}}));
  BOOST_TEST(has(first, "what fact"));
  BOOST_TEST(!has(first, "what bound"));
  BOOST_TEST(has(first, "More evidence on this claim stands elsewhere"));
  const std::string later = shown(claim_markup(
      two, {.kind = Result::Kind::claim, .index = 0, .continued = true, .evidence = {{1, 0}}}));
  BOOST_TEST(has(later, "<a class=\"claim-id\" href=\"#claim:exo7-1-a\">exo7-1-a</a> continued"));
  BOOST_TEST(has(later, "as printed: f"));
  BOOST_TEST(has(later, "what bound"));
  BOOST_TEST(!has(later, "what fact"));
  BOOST_TEST(!has(later, " id="));
  BOOST_TEST(!has(later, "that [x<y]"));
}

BOOST_AUTO_TEST_CASE(a_finding_is_ours_and_a_complaint_is_shown)
{
  json finding{{"id", "f"},
               {"statement", "s"},
               {"found", "undecided"},
               {"readings", json::array()},
               {"complaint", "why <not>"}};
  const std::string html = shown(claim_markup(finding, all_of(finding, Result::Kind::finding)));
  BOOST_TEST(has(html, "class=\"finding finding-undecided\" id=\"finding:f\""));
  BOOST_TEST(has(html, "our finding"));
  BOOST_TEST(has(html, "not as declared:</strong> why &lt;not&gt;"));
}

BOOST_AUTO_TEST_CASE(a_table_has_a_caption_headings_and_named_rows)
{
  BOOST_TEST(shown(table_markup(
                 {{"title", "T <1>"},
                  {"headings", json::array({"a", "$b$"})},
                  {"rows", json::array({json::array({"<r>", "1"}), json::array({"s", "2"})})}},
                 2)) ==
             "<div class=\"result-table\" id=\"table:2\"><table>\n<caption>T &lt;1&gt;</caption>\n"
             "<thead><tr><th scope=\"col\">a</th><th scope=\"col\">[b]</th></tr></thead>\n<tbody>\n"
             "<tr><th scope=\"row\">&lt;r&gt;</th><td>1</td></tr>\n"
             "<tr><th scope=\"row\">s</th><td>2</td></tr>\n</tbody>\n</table></div>\n");
}

BOOST_AUTO_TEST_CASE(a_figure_has_image_title_description_and_caption)
{
  const json figure{
      {"name", "f"}, {"title", "T"}, {"caption", "C $x$ <"}, {"alt", "A <"}, {"measured", true}};
  const std::string html = shown(figure_markup(figure, "<svg><g id=\"a\"/></svg>"));
  BOOST_TEST(has(html, "<figure class=\"figure\" id=\"figure:f\">"));
  BOOST_TEST(has(html, "<desc id=\"figure:f-desc\">A &lt;</desc><g id=\"figure:f-a\"/>"));
  BOOST_TEST(has(html, "<figcaption>C [x] &lt; <small>Measured in this run"));
  BOOST_CHECK_EXCEPTION(figure_markup(figure, "<svg><script/></svg>"), Error, says("script"));
  const std::string missing = shown(missing_figure_markup(figure, "gone <"));
  BOOST_TEST(has(missing, "A &lt;"));
  BOOST_TEST(has(missing, "gone &lt;"));
}

BOOST_AUTO_TEST_CASE(an_undrawn_figure_shows_the_kept_file_or_says_why_there_is_none)
{
  const json undrawn{{"name", "f"}, {"reason", "no <weights>"}};
  const std::string kept =
      shown(undrawn_markup(undrawn, "<svg><title>T</title><desc>D</desc></svg>"));
  BOOST_TEST(has(kept, "<desc id=\"figure:f-desc\">D</desc>"));
  BOOST_TEST(has(kept, "<figcaption>T <small>"));
  BOOST_TEST(has(kept, "no &lt;weights&gt;"));
  BOOST_TEST(has(shown(undrawn_markup(undrawn, "")), "Not drawn in this run: no &lt;weights&gt;"));
}

BOOST_AUTO_TEST_CASE(a_proposition_has_a_link_and_the_status_of_each_proof)
{
  BOOST_TEST(shown(proposition_markup(
                 {{"name", "04-kronecker"}, {"exact", "proven"}, {"formal", "skipped"}}, "T <")) ==
             "<p class=\"proposition\">Proposition: <a href=\"propositions.html#proposition:"
             "04-kronecker\">T &lt;</a>; <span class=\"proof\">exact: <span aria-hidden=\"true\">✓"
             "</span> proven</span>; <span class=\"proof\">formal: <span aria-hidden=\"true\">○"
             "</span> skipped</span></p>\n");
  BOOST_TEST(has(shown(proposition_markup({{"name", "04-kronecker"}, {"exact", "failed"}}, "")),
                 "kronecker</a>; <span class=\"proof\">exact: <span aria-hidden=\"true\">✗"));
}
