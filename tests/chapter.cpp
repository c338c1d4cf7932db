#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using epreuve::Chapter;
using epreuve::Error;
using epreuve::figures::Figure;
using epreuve::tests::says;

namespace {

Chapter chapter()
{
  return {{"99-test", "a test", "", "chapters/99-test/chapter.cpp"}, 1};
}

void draw(Figure& figure)
{
  figure.title("t").bare().segment(0, 0, 1, 1).caption("c").alt("a");
}

} // namespace

BOOST_AUTO_TEST_CASE(a_figure_is_either_drawn_or_declared_undrawn)
{
  Chapter drawn_first = chapter();
  drawn_first.figure("x", draw);
  BOOST_CHECK_EXCEPTION(drawn_first.undrawn("x", "no weights"), Error,
                        says("\"x\" is drawn twice"));
  Chapter undrawn_first = chapter();
  undrawn_first.undrawn("x", "no weights");
  BOOST_CHECK_EXCEPTION(undrawn_first.figure("x", draw), Error, says("\"x\" was declared undrawn"));
  BOOST_TEST(undrawn_first.record().figures.empty());
}

BOOST_AUTO_TEST_CASE(a_figure_is_not_declared_undrawn_without_a_reason)
{
  Chapter c = chapter();
  BOOST_CHECK_EXCEPTION(c.undrawn("x", ""), Error, says("without a reason"));
}

BOOST_AUTO_TEST_CASE(a_cited_proposition_is_noted_with_what_became_of_its_proofs)
{
  using namespace epreuve::proofs;
  Results results({});
  results.put({.proposition = "01-sum", .method = Method::formal, .status = Status::proven});
  Chapter c({.name = "99-test",
             .title = "a test",
             .claims_jsonl = "",
             .source_path = "chapters/99-test/chapter.cpp",
             .propositions = "01-sum exact\n01-sum formal associative commutative\n"
                             "02-product enclosure\n"},
            1, results);
  c.proposition("sum", {"commutative", "exact"});
  c.proposition("product", {"enclosure"});
  const auto cited = c.record().propositions;
  BOOST_TEST_REQUIRE(cited.size() == 2U);
  BOOST_TEST(cited[0].name == "01-sum");
  BOOST_TEST_REQUIRE(cited[0].proofs.size() == 2U);
  BOOST_TEST(cited[0].proofs[0].method == "exact");
  BOOST_TEST(cited[0].proofs[0].status == "not run");
  BOOST_TEST(cited[0].proofs[1].method == "formal");
  BOOST_TEST(cited[0].proofs[1].status == "proven");
  BOOST_TEST(cited[1].proofs.size() == 1U);
  BOOST_CHECK_EXCEPTION(c.proposition("smu", {"commutative"}), Error,
                        says("the nearest is \"sum\""));
  const std::vector<std::string> theorems{"commutative", "exact"};
  BOOST_TEST(cited[0].theorems == theorems, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_proposition_is_cited_for_theorems_that_it_has)
{
  Chapter c({.name = "99-test",
             .title = "a test",
             .claims_jsonl = "",
             .source_path = "chapters/99-test/chapter.cpp",
             .propositions = "01-sum exact\n01-sum formal associative commutative\n"},
            1);
  BOOST_CHECK_EXCEPTION(c.proposition("sum", {"comutative"}), Error,
                        says("the nearest is \"commutative\""));
  BOOST_CHECK_EXCEPTION(c.proposition("sum", {"associative", "enclosure"}), Error,
                        says("has no theorem \"enclosure\""));
  BOOST_CHECK_EXCEPTION(c.proposition("sum", {"formal"}), Error, says("has no theorem \"formal\""));
  BOOST_CHECK_EXCEPTION(c.proposition("sum", {}), Error, says("cited without a theorem"));
  BOOST_TEST(c.record().propositions.empty());
}

namespace {

epreuve::Requirement met()
{
  return {};
}

epreuve::Requirement not_met()
{
  return {false, "no weights"};
}

constexpr const char* two_claims =
    R"({"id": "read", "document": "exo7", "lines": [1, 1], "section": "1", "kind": "formula", "statement": "s"}
{"id": "unread", "document": "exo7", "lines": [2, 2], "section": "1", "kind": "formula", "statement": "t"})";

/// A chapter in whose section `weights` the build has read a claim and a figure.
Chapter promising()
{
  return {{.name = "99-test",
           .title = "a test",
           .claims_jsonl = two_claims,
           .source_path = "chapters/99-test/chapter.cpp",
           .promises = "weights claim read\nweights figure drawn\n"},
          1};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_section_with_a_requirement_shows_what_the_build_has_read_and_nothing_else)
{
  using epreuve::evidence::Verdict;
  const auto run = [](void (*body)(Chapter&), epreuve::Requirement (*requirement)() = met) {
    Chapter chapter = promising();
    chapter.run({.name = "weights", .body = body, .requirement = requirement});
    chapter.finish();
    return chapter;
  };
  const auto unread_claim = [](Chapter& c) { c.claim("unread", Verdict::holds).equal("1", 1, 1); };
  const auto unread_reading = [](Chapter& c) { c.reading("unread", Verdict::holds, "it says so"); };
  const auto unread_figure = [](Chapter& c) { c.figure("another", draw); };
  BOOST_CHECK_EXCEPTION(run(unread_claim), Error,
                        says("section weights: write the name \"unread\""));
  BOOST_CHECK_EXCEPTION(run(unread_reading), Error, says("chapter.claim"));
  BOOST_CHECK_EXCEPTION(run(unread_figure), Error, says("\"another\""));
  // Without a requirement a section is never left out.
  BOOST_TEST(run(unread_claim, nullptr).record().claims.size() == 1U);

  const auto read = [](Chapter& c) {
    c.claim("read", Verdict::holds).equal("1", 1, 1);
    c.figure("drawn", draw);
  };
  BOOST_TEST(run(read).record().figures.size() == 1U);
  const Chapter left_out = run(read, not_met);
  BOOST_TEST_REQUIRE(left_out.record().claims.size() == 1U);
  BOOST_CHECK(left_out.record().claims[0].found == Verdict::needs_weights);
  BOOST_TEST(left_out.record().undrawn.size() == 1U);
}

BOOST_AUTO_TEST_CASE(claims_without_evidence_are_missing)
{
  using epreuve::evidence::Verdict;
  Chapter c = promising();
  c.claim("unread", Verdict::holds);
  BOOST_TEST(c.record().missing == (std::vector<std::string>{"read", "unread"}),
             boost::test_tools::per_element());
  c.claim("unread", Verdict::holds).equal("1", 1, 1);
  BOOST_TEST(c.record().missing == std::vector<std::string>{"read"},
             boost::test_tools::per_element());
  BOOST_TEST(!c.record().ok());
}

BOOST_AUTO_TEST_CASE(only_columns_of_a_table_can_be_marked)
{
  Chapter c = chapter();
  c.table("t", {"a", "b"}, {{"1", "2"}}, {"a"}, {"b"});
  BOOST_TEST(c.record().tables[0].rounding == std::vector<std::string>{"b"},
             boost::test_tools::per_element());
  BOOST_CHECK_EXCEPTION(c.table("t", {"a"}, {{"1"}}, {}, {"c"}), Error,
                        says("no column \"c\" that could be marked"));
}
