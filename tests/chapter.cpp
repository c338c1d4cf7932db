#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

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
             .propositions = "01-sum exact\n01-sum formal\n02-product enclosure\n"},
            1, results);
  c.proposition("sum");
  c.proposition("product");
  const auto& cited = c.record().propositions;
  BOOST_TEST_REQUIRE(cited.size() == 2U);
  BOOST_TEST(cited[0].name == "01-sum");
  BOOST_TEST_REQUIRE(cited[0].proofs.size() == 2U);
  BOOST_TEST(cited[0].proofs[0].method == "exact");
  BOOST_TEST(cited[0].proofs[0].status == "not run");
  BOOST_TEST(cited[0].proofs[1].method == "formal");
  BOOST_TEST(cited[0].proofs[1].status == "proven");
  BOOST_TEST(cited[1].proofs.size() == 1U);
  BOOST_CHECK_EXCEPTION(c.proposition("smu"), Error, says("the nearest is \"sum\""));
}
