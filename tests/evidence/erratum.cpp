#include "epreuve/evidence/erratum.hpp"

#include "epreuve/evidence/claim.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <source_location>
#include <string>

using namespace epreuve::evidence;

namespace {

Claim claim()
{
  return {{"exo7-1-test", "exo7", "1. Test", {1, 2}, "formula", "one is two"},
          Verdict::refuted,
          1,
          std::source_location::current()};
}

/// "a (0: 1) | b (1: 0 2) => right [elsewhere]": each wrong reading with its index and that of its evidence.
std::string told(const Claim& claim)
{
  const auto erratum = erratum_of(claim);
  if (!erratum)
    return "none";
  std::string text;
  for (const Erratum::Wrong& wrong : erratum->wrong) {
    text += fmt::format("{}{} ({}:", text.empty() ? "" : " | ", wrong.says, wrong.reading);
    for (const Erratum::Why& why : wrong.why)
      text += fmt::format(" {}", why.evidence);
    text += ")";
  }
  text += " => " + erratum->right;
  return text + (erratum->elsewhere.empty() ? "" : " [" + erratum->elsewhere + "]");
}

} // namespace

BOOST_AUTO_TEST_CASE(a_claim_that_is_right_or_undecided_has_no_erratum)
{
  BOOST_TEST(told(claim().equal("one", 1, 1)) == "none");
  BOOST_TEST(told(claim().equal("one", 1, 2)) == "none");
  BOOST_TEST(told(claim().equal("one", 1, 2).corrected("one is one").equal("one", 1, 3)) == "none");
}

BOOST_AUTO_TEST_CASE(without_a_formula_the_statement_is_what_is_wrong)
{
  BOOST_TEST(told(claim().equal("one", 1, 2).corrected("one is one").equal("one", 1, 1)) ==
             "one is two (0: 0) => one is one");
}

BOOST_AUTO_TEST_CASE(a_printed_reading_that_passes_is_not_wrong)
{
  BOOST_TEST(told(claim()
                      .as_printed("without a mask")
                      .equal("orders", 1, 1)
                      .as_printed("with a mask")
                      .equal("words", 5, 5)
                      .equal("orders", 120, 1)
                      .corrected("with a mask, 120")
                      .equal("orders", 120, 120)) == "with a mask (1: 1) => with a mask, 120");
}

BOOST_AUTO_TEST_CASE(all_printed_readings_that_fail_are_wrong)
{
  BOOST_TEST(told(claim()
                      .contradicted("a sentence")
                      .as_printed("b")
                      .at_most("x", 3, 2)
                      .at_most("y", 3, 4)
                      .at_most("z", 3, 1)
                      .corrected("c")
                      .at_most("x", 3, 4)
                      .corrected("d")
                      .at_most("x", 3, 5)) == "one is two (0: 0) | b (1: 0 2) => c; d");
}

BOOST_AUTO_TEST_CASE(of_ill_typed_formulas_those_that_fail_by_number_alone_are_wrong_too)
{
  BOOST_TEST(told(claim()
                      .as_printed("a value per column")
                      .conformable("P", arma::SizeMat(2, 2), "V", arma::SizeMat(1, 2))
                      .as_printed("a value per row")
                      .equal("sum", 2, 1)
                      .corrected("V P")
                      .conformable("V", arma::SizeMat(1, 2), "P", arma::SizeMat(2, 2))) ==
             "a value per column (0: 0) | a value per row (1: 0) => V P");
}

BOOST_AUTO_TEST_CASE(of_a_slip_the_printed_letter_is_wrong_not_what_the_copy_made_of_it)
{
  BOOST_TEST(told(claim()
                      .as_copied("1/d")
                      .equal("variance", 64, 1)
                      .as_printed("1/√d")
                      .equal("variance", 8, 1)
                      .meant("√d", "the heading")
                      .equal("variance", 1, 1)) == "1/√d (1: 0) => √d [the heading]");
}

BOOST_AUTO_TEST_CASE(of_a_damaged_formula_every_copied_reading_is_wrong_and_no_printed_one)
{
  BOOST_TEST(told(claim()
                      .as_printed("as it was meant")
                      .equal("d", 1, 1)
                      .as_copied("d k")
                      .equal("d", 2, 1)
                      .as_copied("d + k")
                      .equal("d", 1, 1)
                      .equal("d", 3, 1)
                      .restored("d_k")
                      .equal("d", 1, 1)) == "d k (1: 0) | d + k (2: 1) => d_k");
}

BOOST_AUTO_TEST_CASE(of_digits_that_are_cut_only_those_and_the_computed_ones_are_right)
{
  BOOST_TEST(told(claim()
                      .prints("0.24", arma::vec{0.2374})
                      .prints("0.008", arma::vec{0.00875})
                      .as_printed("0.51")
                      .prints("0.51", arma::vec{0.5177})) ==
             "one is two (0: 1) | 0.51 (1: 0) => 0.0088; 0.518");
}
