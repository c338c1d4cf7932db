#include "epreuve/evidence/report.hpp"

#include "epreuve/evidence/claim.hpp"
#include "epreuve/text.hpp"
#include "support/contains.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <source_location>
#include <sstream>
#include <string>
#include <vector>

using namespace epreuve::evidence;
using epreuve::display_width;
using epreuve::tests::contains;

namespace {

ClaimSource source(const std::string& id, const std::string& statement = "")
{
  return {id, "exo7", "2.1. Title", {3, 5}, "formula", statement};
}

std::source_location here(std::source_location where = std::source_location::current())
{
  return where;
}

/// A made-up chapter with a claim of every verdict.
Record example()
{
  Record r;
  std::deque<Claim> claims;
  r.name = "99-example";
  r.title = "example: every verdict there is";
  r.seed = 20240229;
  const auto add = [&](const char* id, Verdict declared, std::source_location where) -> Claim& {
    return claims.emplace_back(source(id), declared, r.seed, where);
  };
  add("exo7-2.1-softmax-example", Verdict::reproduced_truncated, here())
      .prints("0.237 0.008 0.713 0.040", arma::vec{0.2370, 0.0087, 0.7134, 0.0408});
  add("exo7-2.1-logits", Verdict::reproduced, here())
      .prints("2.2 -1.1 33.3; 0.44 100 -0.5", arma::mat{{2.2, -1.1, 33.3}, {0.44, 100, -0.5}});
  arma::vec many(30);
  std::string printed;
  for (arma::uword i = 0; i < 30; ++i) {
    many(i) = static_cast<double>(i) * (i % 2 == 0 ? 7.25 : -0.25);
    printed += fmt::format("{:.2f} ", many(i));
  }
  add("exo7-2.1-long-vector", Verdict::reproduced, here()).prints(printed, many);
  add("exo7-3.2-group-law", Verdict::holds, here())
      .property(
          "R_k R_l = R_{k+l}", [](Draw& d) { return d.integer("k", 0, 9) < 10; }, 10000)
      .by_reading("the second sentence restates the first");
  add("exo7-7-tanh-approximation-of-the-gaussian-error", Verdict::refuted, here())
      .as_printed("x/2 (1 + th(√(2/π) + 0.44715 x³))")
      .at_most("error on [-4, 4]", 0.71, 1e-3)
      .corrected("x/2 (1 + th(√(2/π) (x + 0.044715 x³)))")
      .at_most("error on [-4, 4]", 0.000473, 1e-3);
  add("notes-4-product", Verdict::ill_typed, here())
      .as_printed("A^T y")
      .conformable("A^T", arma::SizeMat(3, 2), "y", arma::SizeMat(3, 1))
      .corrected("A y")
      .conformable("A", arma::SizeMat(2, 3), "y", arma::SizeMat(3, 1));
  add("thomas-5-lost-symbols", Verdict::damaged, here())
      .as_copied("Var = d k")
      .agree("variance", 64.0, 8.0, ulps(4))
      .restored("Var = d_k")
      .agree("variance", 64.0, 64.0, ulps(4));
  add("exo7-6.4-letter", Verdict::slip, here())
      .as_printed("w = Σ α v")
      .agree("weights", 7.0, 1.0, ulps(4))
      .meant("w = Σ γ v", "the line above it")
      .agree("weights", 1.0, 1.0, ulps(4));
  add("thomas-6-scores", Verdict::illustrative, here()).invented("the scores are made up");
  add("exo7-8-heads", Verdict::needs_weights, here())
      .without_weights("shapes checked; fetch the weights with ./epreuve gpt2 fetch");
  add("exo7-9-wrong", Verdict::reproduced, here()).prints("0.25 0.5", arma::vec{0.2372, 0.5});
  for (const Claim& claim : claims)
    r.claims.push_back(recorded(claim));
  r.missing = {"exo7-9-forgotten"};
  r.findings.push_back(recorded(
      Claim(source("", "the mean of the dot products is 0"), Verdict::holds, r.seed, here())
          .estimates("mean", {0.0003, 0.0002, 100000}, 0, 0.01)));
  Table table{"how the digits go", {"condition number"}, {{"1e2"}, {"1e14"}}, here()};
  for (int j = 0; j < 12; ++j) {
    table.headings.push_back(fmt::format("method {}", j));
    table.rows[0].push_back(fmt::format("{:.3f}", 0.5 * j));
    table.rows[1].push_back(fmt::format("{:.1e}", 1e-9 * j));
  }
  r.tables.push_back(table);
  return r;
}

std::string report(std::size_t width, bool colour = false)
{
  return terminal_report(example(), {width, colour});
}

std::vector<std::string> lines_of(const std::string& text)
{
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

} // namespace

BOOST_AUTO_TEST_CASE(no_line_is_wider_than_the_page)
{
  for (const std::size_t width : {60u, 76u, 77u, 80u, 100u, 120u}) {
    for (const std::string& line : lines_of(report(width)))
      BOOST_TEST(display_width(line) <= width, fmt::format("{}: {}", width, line));
  }
}

BOOST_AUTO_TEST_CASE(colour_codes_come_only_with_colour_and_change_no_text)
{
  const std::string plain = report(100);
  BOOST_TEST(!contains(plain, "\x1b"));
  std::string coloured = report(100, true);
  BOOST_TEST(contains(coloured, "\x1b[1;31m"));
  for (std::size_t at = 0; (at = coloured.find("\x1b[")) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) - at + 1);
  BOOST_TEST(coloured == plain);
}

BOOST_AUTO_TEST_CASE(claims_findings_and_tables_come_in_the_order_of_their_lines)
{
  Record shuffled = example();
  std::reverse(shuffled.claims.begin(), shuffled.claims.end());
  const std::string text = terminal_report(shuffled, {100, false});
  std::size_t last = 0;
  for (const char* mark :
       {"exo7-2.1-softmax-example", "exo7-2.1-logits", "exo7-2.1-long-vector", "exo7-3.2-group-law",
        "exo7-7-tanh", "notes-4-product", "thomas-5-lost-symbols", "thomas-6-scores",
        "exo7-8-heads", "exo7-9-wrong", "the mean of the dot products", "how the digits go"}) {
    BOOST_TEST(text.find(mark) != std::string::npos, mark);
    BOOST_TEST(text.find(mark) > last, mark);
    last = text.find(mark);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_as_declared_and_what_is_missing_stands_out)
{
  for (const std::size_t width : {60u, 80u, 100u}) {
    const std::string text = report(width);
    BOOST_TEST(contains(text, "NOT AS DECLARED: declared reproduced, but"));
    BOOST_TEST(contains(text, "NO EVIDENCE"));
    BOOST_TEST(contains(text, "exo7-9-forgotten"));
    BOOST_TEST(contains(text, "2 not as declared"));
    BOOST_TEST(!contains(text, "all as declared"));
  }
  Record good;
  good.title = "good";
  BOOST_TEST(contains(terminal_report(good, {100, false}), "all as declared"));
}

BOOST_AUTO_TEST_CASE(errata_say_what_is_wrong_and_what_is_right)
{
  const std::string text = report(120);
  BOOST_TEST(contains(text, "✗ refuted: x/2 (1 + th(√(2/π) + 0.44715 x³))"));
  BOOST_TEST(contains(text, "right: x/2 (1 + th(√(2/π) (x + 0.044715 x³)))"));
  BOOST_TEST(contains(text, "ill-typed: A^T y"));
  BOOST_TEST(contains(text, "damaged: Var = d k\n"));
  BOOST_TEST(contains(text, "   variance: 64 against 8\n"));
  BOOST_TEST(contains(text, "reads: Var = d_k"));
  BOOST_TEST(contains(text, "✎ slip: w = Σ α v\n"));
  BOOST_TEST(contains(text, "   weights: 7 against 1\n"));
  BOOST_TEST(contains(text, "meant: w = Σ γ v"));
  BOOST_TEST(contains(text, "the document itself: the line above it"));
}

BOOST_AUTO_TEST_CASE(each_computed_entry_stands_under_the_printed_one_at_every_width)
{
  // Text before the first mark and between two marks has the same width in both lines.
  const auto marks = [](const std::string& line) {
    std::vector<std::size_t> columns;
    for (std::size_t i = line.find_first_of("0123456789", line.find("ted ")); i < line.size(); ++i)
      if (line[i] == '.')
        columns.push_back(display_width(line.substr(0, i)));
    return columns;
  };
  for (const std::size_t width : {60u, 80u, 100u}) {
    const std::vector<std::string> lines = lines_of(report(width));
    std::size_t pairs = 0;
    std::size_t entries = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      if (!contains(lines[i], "printed  ") || !contains(lines[i + 1], "computed   "))
        continue;
      ++pairs;
      entries += marks(lines[i]).size();
      BOOST_TEST(marks(lines[i]) == marks(lines[i + 1]), boost::test_tools::per_element());
    }
    BOOST_TEST(pairs >= 5u);
    BOOST_TEST(entries == 4u + 30u + 2u);
  }
}

BOOST_AUTO_TEST_CASE(a_table_wider_than_the_page_is_cut_between_columns)
{
  for (const std::size_t width : {60u, 80u}) {
    std::size_t heads = 0;
    for (const std::string& line : lines_of(report(width))) {
      heads += contains(line, "condition number");
      BOOST_TEST((!contains(line, "e-0") || contains(line, "1e14")), line);
    }
    BOOST_TEST(heads >= 2u);
    for (int j = 0; j < 12; ++j)
      BOOST_TEST(contains(report(width), fmt::format("method {}", j)));
  }
}

BOOST_AUTO_TEST_CASE(rows_longer_or_shorter_than_the_headings_are_shown)
{
  Record r;
  r.tables.push_back({"ragged", {"a"}, {{"1", "2", "3"}, {}}, here()});
  r.tables.push_back({"empty", {}, {}, here()});
  const std::string text = terminal_report(r, {80, false});
  BOOST_TEST(contains(text, "1  2  3"));
  BOOST_TEST(contains(text, "empty"));
}

BOOST_AUTO_TEST_CASE(a_word_longer_than_the_line_loses_no_letter)
{
  Record r;
  std::string word;
  for (int i = 0; i < 40; ++i)
    word += fmt::format("{:03}", i);
  r.claims.push_back(recorded(Claim(source("a"), Verdict::holds, 1, here()).by_reading(word)));
  std::string text = terminal_report(r, {80, false});
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  BOOST_TEST(contains(text, word));
}

BOOST_AUTO_TEST_CASE(the_width_comes_from_columns_within_bounds)
{
  const auto width = [](const char* columns) {
    ::setenv("COLUMNS", columns, 1);
    const std::size_t w = typography_of_stdout().width;
    ::unsetenv("COLUMNS");
    return w;
  };
  BOOST_TEST(width("80") == 80u);
  BOOST_TEST(width("40") == 40u);
  BOOST_TEST(width("20") == 40u);
  BOOST_TEST(width("500") == 120u);
  ::setenv("NO_COLOR", "1", 1);
  BOOST_TEST(!typography_of_stdout().colour);
  ::unsetenv("NO_COLOR");
}

// To look at it: test-evidence-report --run_test=the_report_to_look_at --log_level=message
BOOST_AUTO_TEST_CASE(the_report_to_look_at)
{
  BOOST_TEST_MESSAGE(report(100));
  BOOST_TEST_MESSAGE(report(60));
  BOOST_TEST(!report(100).empty());
}

BOOST_AUTO_TEST_CASE(a_cited_proposition_is_shown_with_its_proofs_and_how_to_run_what_was_not)
{
  Record record;
  record.propositions.push_back(
      {"04-kronecker", {{"exact", "proven"}, {"formal", "proven"}}, {"vec_identity", "exact"}, {}});
  record.propositions.push_back(
      {"14-gelu", {{"enclosure", "proven"}, {"formal", "not run"}}, {"gelu_zero"}, {}});
  const std::string text = terminal_report(record, {.width = 100, .colour = false});
  BOOST_TEST(text.find("kronecker, exact: proven, formal: proven\n") != std::string::npos, text);
  BOOST_TEST(text.find("vec_identity, exact\n") != std::string::npos, text);
  BOOST_TEST(text.find("proofs/04-kronecker/statement.md") != std::string::npos, text);
  BOOST_TEST(text.find("gelu, enclosure: proven, formal: not run (./epreuve prove gelu)") !=
                 std::string::npos,
             text);
  record.propositions[0].proofs[1].status = "failed";
  BOOST_TEST(terminal_report(record, {.width = 100, .colour = false}).find("1 not as declared") !=
             std::string::npos);
}
