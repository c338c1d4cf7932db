#include "epreuve/instruments/gpt2/decided_by_weights.hpp"

#include "epreuve/gpt2/published_files.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve;

BOOST_AUTO_TEST_CASE(a_claim_waits_where_the_weights_are_not_and_holds_where_they_are)
{
  Chapter chapter(
      {.name = "99-test",
       .title = "a test",
       .claims_jsonl =
           R"({"id": "exo7-1-x", "document": "exo7", "lines": [1, 1], "section": "1", "kind": "figure", "statement": "x"})",
       .source_path = "chapters/99-test/chapter.cpp"},
      1);
  evidence::Claim& claim = instruments::decided_by_weights(chapter, "exo7-1-x", "the rows sum to 1")
                               .at_most("distance from 1", 0, 1);
  const bool here = gpt2::PublishedFiles::here().has_all();
  BOOST_TEST(
      (claim.declared() == (here ? evidence::Verdict::holds : evidence::Verdict::needs_weights)));
  BOOST_TEST(claim.as_declared());
  BOOST_TEST(claim.readings().front().evidence.size() == (here ? 1U : 2U));
}
