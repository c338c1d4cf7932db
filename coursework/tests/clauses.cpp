// The clauses of a statement, and what decides each.

#include "epreuve/exercises/clauses.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace epreuve::exercises;

namespace {

const std::string statement = R"(Largest entry of a list. It may be negative.

    y = max_i x_i

@param x  n numbers, n >= 1, none larger
          than 500 in magnitude; they are too many to print
@param i  0 <= i < N
@return   y, exactly; -inf if there
          is none
)";

/// Each as "promise: may".
std::vector<std::string> kinds_and_words(const std::string& text)
{
  std::vector<std::string> found;
  for (const Clause& clause : clauses_in(text))
    found.push_back(std::string(name(clause.kind)) + ": " + clause.words);
  return found;
}

Clause bound()
{
  const std::vector<Clause> clauses = clauses_in(statement);
  return *std::ranges::find(clauses, Clause::Kind::bound, &Clause::kind);
}

/// What a clause lacks that has one input and these mistakes.
std::string lacks(const std::string& input, const std::vector<Tried>& mistakes)
{
  for (const Decision& decision :
       decisions(statement, {.named = {input, "two"}, .large = {}}, mistakes))
    if (decision.clause.kind == Clause::Kind::bound)
      return decision.lacks;
  return "no such clause";
}

} // namespace

BOOST_AUTO_TEST_CASE(clauses_are_found_by_their_words_in_the_order_of_the_text)
{
  const std::vector<std::string> expected{
      "promise: may",
      "demand: x n numbers, n >= 1, none larger than 500 in magnitude",
      "smallest: n >= 1",
      "bound: none larger than",
      "range: 0 <= i < N",
      "outcome: y, exactly",
      "outcome: -inf if there is none"};
  BOOST_TEST(kinds_and_words(statement) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_sentence_may_begin_with_the_words_of_a_clause)
{
  const std::vector<std::string> expected{"tie: Of several", "promise: However"};
  BOOST_TEST(kinds_and_words("Of several, the first. However often a is there, it counts once.") ==
                 expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(too_is_a_promise_at_the_end_and_not_before_an_adjective)
{
  const std::vector<std::string> expected{"promise: any finite size, thousands too",
                                          "promise: too"};
  BOOST_TEST(kinds_and_words("of any finite size, thousands too; rows too; too many to try") ==
                 expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ranges_and_results_are_looked_for_in_their_parts_of_a_comment_alone)
{
  BOOST_TEST(kinds_and_words("S_ij = 1 if 0 <= i < N. Each s_i >= 2.").empty());
}

BOOST_AUTO_TEST_CASE(an_input_is_named_in_words_of_a_clause_one_of_which_says_what_it_is)
{
  BOOST_TEST(is_named_after("none larger than 500 in magnitude", bound()));
  BOOST_TEST(is_named_after("none larger than 500: two columns", bound()));
  BOOST_TEST(is_named_after("y, exactly; none larger than 500: two columns", bound()));
  BOOST_TEST(!is_named_after("n numbers", bound()));
  BOOST_TEST(!is_named_after("none larger than 50 000", bound()));
  BOOST_TEST(!is_named_after("two columns: none larger than 500", bound()));
}

BOOST_AUTO_TEST_CASE(
    a_bound_is_decided_by_an_input_on_which_a_mistake_is_wrong_that_is_right_elsewhere)
{
  const std::string input = "none larger than 500";
  BOOST_TEST(lacks("large", {{"m", {{"large", false}, {"two", true}}}}).find("no input") !=
             std::string::npos);
  BOOST_TEST(lacks(input, {}).find("no mistake") != std::string::npos);
  BOOST_TEST(lacks(input, {{"m", {{input, true}, {"two", false}}}}).find("no mistake") !=
             std::string::npos);
  BOOST_TEST(lacks(input, {{"m", {{input, false}, {"two", false}}}}).find("no mistake") !=
             std::string::npos);
  BOOST_TEST(lacks(input, {{"m", {{input, false}, {"two", true}}}}) == "");
}

BOOST_AUTO_TEST_CASE(what_decides_a_clause_is_the_mistake_that_is_wrong_on_the_fewest_inputs)
{
  const std::string input = "none larger than 500";
  const std::vector<Tried> mistakes{{"often", {{input, false}, {"two", false}, {"three", true}}},
                                    {"seldom", {{input, false}, {"two", true}, {"three", true}}}};
  for (const Decision& decision :
       decisions(statement, {.named = {input, "two", "three"}, .large = {}}, mistakes))
    if (decision.clause.kind == Clause::Kind::bound)
      BOOST_TEST(decision.shows == "seldom");
    else
      BOOST_TEST(!decision.lacks.empty());
}

BOOST_AUTO_TEST_CASE(a_demand_needs_a_domain_and_a_smallest_shape_an_input_without_a_mistake)
{
  const auto decided = [](const Inputs& inputs, Clause::Kind kind) {
    for (const Decision& decision : decisions(statement, inputs, {}))
      if (decision.clause.kind == kind)
        return decision.lacks.empty();
    return false;
  };
  BOOST_TEST(!decided({}, Clause::Kind::demand));
  BOOST_TEST(decided({.named = {}, .large = {}, .has_domain = true}, Clause::Kind::demand));
  BOOST_TEST(!decided({}, Clause::Kind::smallest));
  BOOST_TEST(decided({.named = {"n >= 1: a single one"}, .large = {}}, Clause::Kind::smallest));
}
