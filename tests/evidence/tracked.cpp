#include "epreuve/evidence/tracked.hpp"

#include "epreuve/evidence/claim.hpp"

#include <boost/test/unit_test.hpp>

#include <source_location>
#include <string>
#include <vector>

using namespace epreuve::evidence;

namespace {

Record example()
{
  Record record;
  record.name = "01-test";
  record.title = "a test";
  record.seed = 42;
  record.claims.push_back(
      recorded(Claim({"exo7-1", "exo7", "1. T", {3, 5}, "formula", "s"}, Verdict::refuted, 42,
                     std::source_location::current())
                   .as_printed("x = 0.5")
                   .at_most("error on [-4, 4]", 0.71234567, 1e-3)
                   .corrected("x = 0.25")
                   .at_most("error on [-4, 4]", 0.00047323, 1e-3)
                   .prints("0.24 0.71; 1 2", arma::mat{{0.2366, 0.7131}, {1, 2}})));
  record.findings.push_back(recorded(
      Claim({"seconds", "", "", {}, "", "s"}, Verdict::holds, 42, std::source_location::current())
          .at_most("time", 0.5, 1)
          .measured()
          .by_reading("a sentence of the sources")));
  record.tables.push_back({"losses",
                           {"n", "trained", "time", "error"},
                           {{"1", "0.25", "3 s", "1e-16"}, {"2", "0.125", "4 s", "2e-16"}},
                           {},
                           {"time"},
                           {"error"}});
  record.propositions.push_back({"04-kronecker", {{"formal", "not run"}}, {"vec_identity"}, {}});
  return record;
}

const std::string text = R"(01-test, seed 42
  a test

claim exo7-1
  refuted
  printed: x = 0.5
    ✗ bound: error on [-4, 4] | accepted ≤ 0.001 | 0.7123
  corrected: x = 0.25
    ✓ bound: error on [-4, 4] | accepted ≤ 0.001 | 0.0004732
    ✓ digits, rounded | printed 0.24 0.71; 1 2 | computed 0.237 0.713; 1.0 2.0

finding seconds
  holds
    ✓ bound: time | accepted ≤ 1
    ✓ reading

table losses
  n | trained | time | error
  1 | 0.25 | (measured) | (rounding)
  2 | 0.125 | (measured) | (rounding)

proposition 04-kronecker
  vec_identity
)";

std::string with(const std::string& from, const std::string& to)
{
  std::string other = text;
  return other.replace(other.find(from), from.size(), to);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_record_in_git_has_what_is_the_same_everywhere)
{
  BOOST_TEST(tracked_text(example()) == text);
  BOOST_TEST(differences(text, tracked_text(example())).empty());
}

BOOST_AUTO_TEST_CASE(the_last_place_may_differ_and_is_then_left_as_it_was)
{
  const std::string other = with("0.0004732", "0.0004733");
  BOOST_TEST(differences(text, other).empty());
  BOOST_TEST(updated(text, other) == text);
}

BOOST_AUTO_TEST_CASE(a_changed_digit_is_named_with_its_claim_and_both_numbers)
{
  const std::string other = with("0.0004732", "0.0004739");
  BOOST_TEST(differences(text, other) ==
                 std::vector<std::string>{
                     "claim exo7-1\n"
                     "  in git: ✓ bound: error on [-4, 4] | accepted ≤ 0.001 | 0.0004732\n"
                     "  now:    ✓ bound: error on [-4, 4] | accepted ≤ 0.001 | 0.0004739"},
             boost::test_tools::per_element());
  BOOST_TEST(updated(text, other) == other);
}

BOOST_AUTO_TEST_CASE(what_is_new_gone_or_moved_is_named)
{
  const auto of = [](const std::string& now) {
    std::string all;
    for (const std::string& one : differences(text, now))
      all += one + "\n";
    return all;
  };
  BOOST_TEST(of(with("    ✓ reading\n", "")) == "finding seconds\n  in git: ✓ reading\n");
  BOOST_TEST(of(with("    ✓ reading\n", "    ✓ reading\n    ✓ reading\n")) ==
             "finding seconds\n  now:    ✓ reading\n");
  BOOST_TEST(of(with("  holds\n", "  refuted\n")) ==
             "finding seconds\n  in git: holds\n  now:    refuted\n");
  BOOST_TEST(of(with("table losses", "table gains")) ==
             "table gains: not in git\ntable losses: in git, but no longer found\n");
  BOOST_TEST(of(with("  1 | 0.25 | (measured) | (rounding)\n  2 | 0.125 | (measured) | (rounding)",
                     "  2 | 0.125 | (measured) | (rounding)\n"
                     "  1 | 0.25 | (measured) | (rounding)")) == "the same in another order\n");
}

BOOST_AUTO_TEST_CASE(a_chapter_without_a_record_gets_a_new_one)
{
  BOOST_TEST(updated("", text) == text);
  BOOST_TEST(differences("", text).size() == 5u);
}
