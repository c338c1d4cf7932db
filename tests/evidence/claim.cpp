#include "epreuve/evidence/claim.hpp"
#include "epreuve/error.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

using namespace epreuve::evidence;
using epreuve::tests::contains;
using epreuve::tests::says;

namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();

Claim claim(Verdict declared = Verdict::holds)
{
  return {{"exo7-1-test", "exo7", "1. Test", {1, 2}, "formula", "one is one"},
          declared,
          1,
          std::source_location::current()};
}

using Build = std::function<void(Claim&)>;

Verdict found(const Build& build)
{
  Claim c = claim();
  build(c);
  return c.found();
}

std::string complaint(Verdict declared, const Build& build)
{
  Claim c = claim(declared);
  build(c);
  BOOST_TEST((c.complaint().empty() == c.as_declared()));
  return c.complaint();
}

Claim& yes(Claim& c)
{
  return c.fact("true", true, "seen");
}

Claim& no(Claim& c)
{
  return c.fact("not so", false, "something else seen");
}

const Evidence& only(const Claim& c)
{
  return c.readings().at(0).evidence.at(0);
}

} // namespace

// -- Verdicts found, each next to a case that only looks like it -------------------------------

BOOST_AUTO_TEST_CASE(without_evidence_nothing_is_found)
{
  BOOST_CHECK(found([](Claim&) {}) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { c.as_printed("a"); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { c.as_copied("a").restored("b"); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { c.as_printed("a").corrected("b"); }) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(holds_if_everything_passes)
{
  BOOST_CHECK(found([](Claim& c) { yes(c); }) == Verdict::holds);
  BOOST_CHECK(found([](Claim& c) { yes(yes(c)); }) == Verdict::holds);
  BOOST_CHECK(found([](Claim& c) { c.by_reading("it says so"); }) == Verdict::holds);
  BOOST_CHECK(found([](Claim& c) { yes(c.as_printed("a")); }) == Verdict::holds);
  BOOST_CHECK(found([](Claim& c) { no(c); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { no(yes(c)); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(no(c)); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(c).contradicted("it does not"); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(c.as_printed("a")).as_printed("b"); }) ==
              Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(reproduced_if_every_printed_digit_is_rounded_right)
{
  const arma::vec x{0.2372, 0.0081, 0.7131};
  const auto printing = [&](const char* digits) {
    return found([&](Claim& c) { c.prints(digits, x); });
  };
  BOOST_CHECK(printing("0.237 0.008 0.713") == Verdict::reproduced);
  BOOST_CHECK(printing("0.237; 0.008; 0.713") == Verdict::reproduced);
  BOOST_CHECK(printing("0.237 0.008 0.712") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 0.008 0.714") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 -0.008 0.713") == Verdict::undecided);
  BOOST_CHECK(printing("0.008 0.237 0.713") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 0.008") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 0.008 0.713 0.040") == Verdict::undecided);
  BOOST_CHECK(found([&](Claim& c) { no(c.prints("0.237 0.008 0.713", x)); }) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(reproduced_truncated_if_every_digit_is_cut)
{
  const arma::vec x{0.2372, 0.0089, 0.7139};
  const auto printing = [&](const char* digits) {
    return found([&](Claim& c) { c.prints(digits, x); });
  };
  BOOST_CHECK(printing("0.237 0.008 0.713") == Verdict::reproduced_truncated);
  BOOST_CHECK(printing("0.237 0.008 0.714") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 0.009 0.714") == Verdict::reproduced);
  BOOST_CHECK(printing("0.237 0.007 0.713") == Verdict::undecided);
  BOOST_CHECK(printing("0.237 0.010 0.714") == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(a_matrix_is_compared_row_by_row_and_not_transposed)
{
  const arma::mat a{{1.1, 2.2, 3.3}, {4.4, 5.5, 6.6}};
  BOOST_CHECK(found([&](Claim& c) { c.prints("1.1 2.2 3.3; 4.4 5.5 6.6", a); }) ==
              Verdict::reproduced);
  for (const char* other : {"1.1 4.4; 2.2 5.5; 3.3 6.6", "1.1 2.2 3.3 4.4 5.5 6.6",
                            "1.1 4.4 2.2; 5.5 3.3 6.6", "1.1 2.2; 3.3 4.4; 5.5 6.6"}) {
    Claim c = claim();
    c.prints(other, a);
    BOOST_CHECK(c.found() == Verdict::undecided);
  }
  Claim c = claim();
  c.prints("1.1 4.4; 2.2 5.5; 3.3 6.6", a);
  BOOST_TEST(only(c).seen == "printed 3 x 2, computed 2 x 3");
  BOOST_CHECK_THROW(c.prints("1.1 x", a), epreuve::Error);
}

BOOST_AUTO_TEST_CASE(exact_numbers_admit_no_rounding)
{
  const auto exact = [](const char* printed, const Values& computed) {
    return found([&](Claim& c) { c.prints_exactly(printed, computed); });
  };
  BOOST_CHECK(exact("-1/3 2", std::vector<Rational>{{-1, 3}, 2}) == Verdict::reproduced);
  BOOST_CHECK(exact("-1/3 2", std::vector<Rational>{{1, 3}, 2}) == Verdict::undecided);
  BOOST_CHECK(exact("1/3", Rational(333333333, 1000000000)) == Verdict::undecided);
  BOOST_CHECK(exact("1/3", 1.0 / 3) == Verdict::undecided);
  BOOST_CHECK(exact("50257", 50257.0) == Verdict::reproduced);
  BOOST_CHECK(exact("50257", 50257.4) == Verdict::undecided);
  BOOST_CHECK(exact("50257", 50256.0) == Verdict::undecided);
  BOOST_CHECK(exact("0.5", 0.5) == Verdict::reproduced);
  BOOST_CHECK(exact("0.1", 0.1) == Verdict::undecided);
  BOOST_CHECK(exact("1 2; 3 4", arma::mat{{1, 2}, {3, 4}}) == Verdict::reproduced);
  BOOST_CHECK(exact("1 2; 3 4", arma::mat{{1, 3}, {2, 4}}) == Verdict::undecided);
  BOOST_CHECK(exact("1", nan_value) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(refuted_if_the_printed_fails_and_the_correction_passes)
{
  const auto refuting = [](const Build& printed, const Build& corrected) {
    return found([&](Claim& c) {
      c.as_printed("a");
      printed(c);
      c.corrected("b");
      corrected(c);
    });
  };
  const Build nothing = [](Claim&) {};
  BOOST_CHECK(refuting(no, yes) == Verdict::refuted);
  BOOST_CHECK(refuting([](Claim& c) { no(yes(c)); }, yes) == Verdict::refuted);
  BOOST_CHECK(refuting([](Claim& c) { c.contradicted("no"); },
                       [](Claim& c) { c.by_reading("yes"); }) == Verdict::refuted);
  BOOST_CHECK(refuting(yes, yes) == Verdict::undecided);
  BOOST_CHECK(refuting(no, no) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { no(yes(c)); }) == Verdict::undecided);
  BOOST_CHECK(refuting(nothing, yes) == Verdict::undecided);
  BOOST_CHECK(refuting(no, nothing) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { c.invented("numbers"); }) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { c.without_weights("gone"); }) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { yes(c).without_weights("gone"); }) == Verdict::refuted);
  BOOST_CHECK(refuting(no, [](Claim& c) { no(yes(c).corrected("c")); }) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { yes(c).restored("c"); }) == Verdict::undecided);
  BOOST_CHECK(refuting(no, [](Claim& c) { yes(yes(c).as_copied("c")); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { no(c); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(c.corrected("b")); }) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(what_fails_by_computing_is_not_corrected_by_word_alone)
{
  const auto failing = [](const Build& printed) {
    return found([&](Claim& c) {
      printed(c);
      c.corrected("b").by_reading("because I say so");
    });
  };
  BOOST_CHECK(failing([](Claim& c) { no(c); }) == Verdict::undecided);
  BOOST_CHECK(failing([](Claim& c) { c.contradicted("by its own words"); }) == Verdict::refuted);
  BOOST_CHECK(found([](Claim& c) {
                no(c.as_copied("a"));
                c.restored("b").by_reading("because I say so");
              }) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(ill_typed_if_it_is_the_shapes_that_fail)
{
  const arma::SizeMat wide(2, 3);
  const arma::SizeMat tall(3, 2);
  const auto typed = [](const Build& printed) {
    return found([&](Claim& c) {
      c.as_printed("a");
      printed(c);
      yes(c.corrected("b"));
    });
  };
  BOOST_CHECK(typed([&](Claim& c) { c.same_shape("A", wide, "B", tall); }) == Verdict::ill_typed);
  BOOST_CHECK(typed([&](Claim& c) { c.conformable("A", wide, "A", wide); }) == Verdict::ill_typed);
  BOOST_CHECK(typed([&](Claim& c) { c.same_shape("A", wide, "B", wide); }) == Verdict::undecided);
  BOOST_CHECK(typed([&](Claim& c) { c.conformable("A", wide, "B", tall); }) == Verdict::undecided);
  BOOST_CHECK(typed([&](Claim& c) { no(c.same_shape("A", wide, "B", wide)); }) == Verdict::refuted);
  BOOST_CHECK(found([&](Claim& c) { c.same_shape("A", wide, "B", tall); }) == Verdict::undecided);
  BOOST_CHECK(found([&](Claim& c) {
                no(c.as_printed("a")).corrected("b").same_shape("A", wide, "B", tall);
              }) == Verdict::undecided);
  BOOST_CHECK(found([&](Claim& c) { c.same_shape("A", wide, "B", wide); }) == Verdict::holds);
}

BOOST_AUTO_TEST_CASE(damaged_if_every_literal_reading_fails_and_the_restored_one_passes)
{
  const auto damage = [](const Build& copied, const Build& restored) {
    return found([&](Claim& c) {
      c.as_copied("a");
      copied(c);
      c.restored("b");
      restored(c);
    });
  };
  const Build nothing = [](Claim&) {};
  BOOST_CHECK(damage(no, yes) == Verdict::damaged);
  BOOST_CHECK(damage([](Claim& c) { no(no(c).as_copied("a'")); }, yes) == Verdict::damaged);
  BOOST_CHECK(damage([](Claim& c) { yes(no(c).as_copied("a'")); }, yes) == Verdict::undecided);
  BOOST_CHECK(damage(yes, yes) == Verdict::undecided);
  BOOST_CHECK(damage(no, no) == Verdict::undecided);
  BOOST_CHECK(damage(nothing, yes) == Verdict::undecided);
  BOOST_CHECK(damage(no, nothing) == Verdict::undecided);
  BOOST_CHECK(damage(no, [](Claim& c) { c.invented("numbers"); }) == Verdict::undecided);
  BOOST_CHECK(damage(no, [](Claim& c) { yes(yes(c).corrected("c")); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { no(c.as_copied("a")); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(c.restored("a")); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(no(yes(c).as_copied("a")).restored("b")); }) ==
              Verdict::damaged);
}

BOOST_AUTO_TEST_CASE(a_slip_fails_as_printed_and_passes_as_meant_and_says_where_the_document_has_it)
{
  const auto slip = [](const Build& printed, const Build& meant) {
    return found([&](Claim& c) {
      c.as_printed("sin(i ω_k)");
      printed(c);
      c.meant("sin(k ω_i)", "4.2, the vector w_k");
      meant(c);
    });
  };
  const Build nothing = [](Claim&) {};
  const Build contradicted = [](Claim& c) { c.contradicted("it is named nowhere"); };
  BOOST_CHECK(slip(no, yes) == Verdict::slip);
  BOOST_CHECK(slip(contradicted, nothing) == Verdict::slip);
  BOOST_CHECK(slip(yes, yes) == Verdict::undecided);
  BOOST_CHECK(slip(no, no) == Verdict::undecided);
  BOOST_CHECK(slip(nothing, yes) == Verdict::undecided);
  // What computing refutes has to be corrected by computing.
  BOOST_CHECK(slip(no, nothing) == Verdict::undecided);
  BOOST_CHECK(slip(no, [](Claim& c) { c.invented("numbers"); }) == Verdict::undecided);
  // It is a slip or an error of content, not both.
  BOOST_CHECK(slip(no, [](Claim& c) { yes(yes(c).corrected("c")); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) {
                c.as_printed("a").same_shape("A", arma::SizeMat(2, 3), "B", arma::SizeMat(3, 2));
                yes(c.meant("b", "elsewhere"));
              }) == Verdict::slip);
  // A copy that lost symbols may hide a slip; the literal reading has to fail as well.
  BOOST_CHECK(found([](Claim& c) {
                yes(no(no(c.as_copied("a")).as_printed("b")).meant("c", "elsewhere"));
              }) == Verdict::slip);
  BOOST_CHECK(found([](Claim& c) {
                yes(no(yes(c.as_copied("a")).as_printed("b")).meant("c", "elsewhere"));
              }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { yes(c.meant("a", "elsewhere")); }) == Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(missing_weights_and_invented_numbers_do_not_excuse_a_failure)
{
  BOOST_CHECK(found([](Claim& c) { c.invented("numbers"); }) == Verdict::illustrative);
  BOOST_CHECK(found([](Claim& c) { c.without_weights("gone"); }) == Verdict::needs_weights);
  BOOST_CHECK(found([](Claim& c) { yes(c).invented("numbers"); }) == Verdict::illustrative);
  BOOST_CHECK(found([](Claim& c) { yes(c).without_weights("gone"); }) == Verdict::needs_weights);
  BOOST_CHECK(found([](Claim& c) { no(c).invented("numbers"); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { no(c).without_weights("gone"); }) == Verdict::undecided);
  BOOST_CHECK(found([](Claim& c) { c.prints("1.5", 1.7).invented("numbers"); }) ==
              Verdict::undecided);
}

BOOST_AUTO_TEST_CASE(evidence_that_cannot_tell_leaves_every_claim_undecided)
{
  const Build uncertain[] = {
      [](Claim& c) { c.prints("0.5", Values(0.45, 1e10)); },
      [](Claim& c) { c.prints("1/3", 1.0 / 3); },
      [](Claim& c) { c.estimates("mean", {1.0, 0.5, 100}, 1.1, 0.1); },
      [](Claim& c) { c.at_most("error", nan_value, 1); },
      [](Claim& c) { c.at_least("error", nan_value, 1); },
      [](Claim& c) { c.within("error", nan_value, 0, 1); },
      [](Claim& c) { c.property("true", [](Draw&) { return true; }, 0); },
      [](Claim& c) {
        c.property("throws", [](Draw&) -> bool { throw std::runtime_error("wrong shape"); });
      },
  };
  for (const Build& build : uncertain) {
    BOOST_CHECK(found(build) == Verdict::undecided);
    BOOST_CHECK(found([&](Claim& c) { build(yes(c)); }) == Verdict::undecided);
    BOOST_CHECK(found([&](Claim& c) {
                  build(c.as_printed("a"));
                  yes(c.corrected("b"));
                }) == Verdict::undecided);
    BOOST_CHECK(found([&](Claim& c) { build(no(c.as_printed("a")).corrected("b")); }) ==
                Verdict::undecided);
    BOOST_CHECK(found([&](Claim& c) {
                  build(c.as_copied("a"));
                  yes(c.restored("b"));
                }) == Verdict::undecided);
    BOOST_TEST(contains(complaint(Verdict::refuted, build), "cannot tell"));
  }
}

// -- Ways of checking ---------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(each_way_of_checking_passes_and_fails_where_it_should)
{
  const arma::mat a{{1, 2}, {3, 4}};
  arma::mat b = a;
  b(1, 0) = std::nextafter(std::nextafter(3.0, 4.0), 4.0);
  const auto passes = [](const Build& build) { return found(build) == Verdict::holds; };
  BOOST_TEST(passes([&](Claim& c) { c.agree("A", a, b, ulps(2)); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("A", a, b, ulps(1)); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("A", a, b, exactly()); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("A", a, a.t().eval().row(0).eval(), ulps(2)); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("A", arma::mat(), arma::mat(), ulps(2)); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("x", -1.0, 1.0, ulps(1e6)); }));
  BOOST_TEST(!passes([&](Claim& c) { c.agree("x", nan_value, nan_value, ulps(1e6)); }));
  BOOST_TEST(passes([](Claim& c) { c.equal("q", Rational(1, 3), Rational(2, 6)); }));
  BOOST_TEST(!passes([](Claim& c) { c.equal("q", Rational(1, 3), Rational(-1, 3)); }));
  BOOST_TEST(!passes([](Claim& c) { c.equal("q", nan_value, nan_value); }));
  BOOST_TEST(passes([](Claim& c) { c.at_most("x", 1, 1).at_least("x", 1, 1); }));
  BOOST_TEST(!passes([](Claim& c) { c.at_most("x", std::nextafter(1.0, 2.0), 1); }));
  BOOST_TEST(!passes([](Claim& c) { c.at_least("x", std::nextafter(1.0, 0.0), 1); }));
  BOOST_TEST(passes([](Claim& c) { c.within("x", 2, 1, 2).within("x", 1, 1, 2); }));
  BOOST_TEST(!passes([](Claim& c) { c.within("x", 0.99, 1, 2); }));
  BOOST_TEST(!passes([](Claim& c) { c.within("x", 2.01, 1, 2); }));
  Claim c = claim();
  BOOST_CHECK_EXCEPTION(c.within("x", 1, 2, 1), epreuve::Error, says("[2, 1]"));
}

BOOST_AUTO_TEST_CASE(a_property_with_one_counterexample_in_ten_thousand_does_not_hold)
{
  const auto misses = [](long k) {
    return [=](Draw& draw) { return draw.integer("k", 0, 9999) != k; };
  };
  Claim c = claim();
  c.property("k is not 1234", misses(1234), 100000);
  BOOST_CHECK(c.found() == Verdict::undecided);
  BOOST_TEST(c.complaint() == "declared holds, but k is not 1234: fails for k = 1234: false");
  BOOST_CHECK(found([&](Claim& d) { d.property("k is not -1", misses(-1), 100000); }) ==
              Verdict::holds);
}

BOOST_AUTO_TEST_CASE(a_property_of_two_sides_reports_the_worst_difference)
{
  Claim c = claim();
  c.property(
      "x + 1 - 1 = x",
      [](Draw& draw) {
        const double x = draw.real("x", 1, 2);
        return difference(x + 1 - 1, x);
      },
      ulps(2), 2000);
  BOOST_CHECK(c.found() == Verdict::holds);
  BOOST_TEST(contains(only(c).seen, "2\u00a0000 draws, worst"));
  BOOST_TEST(only(c).ulps.value() == 1);
  BOOST_TEST(only(c).tolerance == "2 ulp");
}

BOOST_AUTO_TEST_CASE(an_estimate_passes_is_excluded_or_is_too_wide)
{
  // Half-widths: 4.89 standard errors.
  const auto estimating = [](double value, double error, double expected, double resolution) {
    Claim c = claim();
    c.estimates("mean", {value, error, 1000}, expected, resolution);
    return c;
  };
  const Claim near = estimating(1.004, 0.001, 1, 0.01);
  BOOST_CHECK(near.found() == Verdict::holds);
  BOOST_TEST(only(near).seen ==
             "1.004 ± 0.0049 (confidence 1 − 10⁻⁶, 1\u00a0000 draws), expected 1, resolution "
             "0.01");
  const Claim off = estimating(1.005, 0.001, 1, 0.01);
  BOOST_TEST(!only(off).passed);
  BOOST_TEST(only(off).conclusive);
  BOOST_TEST(contains(only(off).seen, "excludes 1"));
  const Claim wide = estimating(1.004, 0.001, 1, 0.0048);
  BOOST_TEST(!only(wide).passed);
  BOOST_TEST(!only(wide).conclusive);
  BOOST_TEST(contains(only(wide).seen, "too wide to tell"));
  BOOST_TEST(contains(only(wide).seen, "± 0.0049 (confidence 1 − 10⁻⁶, 1\u00a0000 draws)"));
  const Claim wide_but_excluding = estimating(9, 0.5, 1, 0.1);
  BOOST_TEST(only(wide_but_excluding).conclusive);
  Claim c = claim();
  BOOST_CHECK_EXCEPTION(c.estimates("m", {0, 0, 0}, 0, 1), epreuve::Error, says("at least 2"));
  BOOST_CHECK_EXCEPTION(c.estimates("m", {nan_value, 0, 9}, 0, 1), epreuve::Error, says("nan"));
  BOOST_CHECK_EXCEPTION(c.estimates("m", {0, -1, 9}, 0, 1), epreuve::Error, says("-1"));
  BOOST_CHECK_EXCEPTION(c.estimates("m", {0, 1, 9}, nan_value, 1), epreuve::Error, says("nan"));
  BOOST_CHECK_EXCEPTION(c.estimates("m", {0, 1, 9}, 0, 0), epreuve::Error, says("resolution"));
  BOOST_CHECK_EXCEPTION(c.estimates("m", {0, 1, 9}, 0, std::numeric_limits<double>::infinity()),
                        epreuve::Error, says("resolution"));
}

BOOST_AUTO_TEST_CASE(what_was_seen_says_which_entry_and_by_how_much)
{
  const auto seen = [](const char* printed, const Values& computed) {
    Claim c = claim();
    c.prints(printed, computed);
    return only(c).seen;
  };
  BOOST_TEST(seen("0.24", 0.2372) == "correctly rounded");
  BOOST_TEST(seen("0.23", 0.2372) == "digits cut rather than rounded");
  BOOST_TEST(seen("0.25", 0.2372) ==
             "printed 0.25, computed 0.237: off by +1.28 units of the last printed place");
  BOOST_TEST(seen("0.24 0.12", arma::vec{0.2372, 0.1271}) ==
             "some entries are rounded and others cut (rounded only: 1; cut only: 2)");
  BOOST_TEST(seen("0.23 0.12 0.50", arma::vec{0.2372, 0.1271, 0.501}) ==
             "digits cut rather than rounded (entries 1, 2)");
  BOOST_TEST(contains(seen("0.1 0.2; 0.3 0.5", arma::mat{{0.1, 0.2}, {0.3, 0.4}}),
                      "entry, row by row, 4: printed 0.5, computed 0.40: off by +1.00"));
  BOOST_TEST(contains(seen("1.0", nan_value), "computed not-finite"));
}

BOOST_AUTO_TEST_CASE(printed_and_computed_columns_stand_at_their_decimal_marks)
{
  Claim c = claim();
  c.prints("1.5 −10.25; 3 0.125", arma::mat{{1.5, -10.25}, {3, 0.125}});
  BOOST_TEST(only(c).printed == "  1.5    −10.25\n  3        0.125");
  BOOST_TEST(only(c).computed == "  1.50    -10.250\n  3.0       0.1250");
}

BOOST_AUTO_TEST_CASE(values_of_the_wrong_number_are_refused)
{
  BOOST_CHECK_EXCEPTION(Values({1, 2, 3}, 2, 2), epreuve::Error, says("needs 4 numbers, got 3"));
}

// -- What is declared ---------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(undecided_cannot_be_declared_nor_a_correction_left_blank)
{
  BOOST_CHECK_EXCEPTION(claim(Verdict::undecided), epreuve::Error, says("cannot be declared"));
  Claim c = claim();
  BOOST_CHECK_EXCEPTION(c.corrected(""), epreuve::Error, says("exo7-1-test"));
  BOOST_CHECK_EXCEPTION(c.restored(" "), epreuve::Error, says("restored"));
  BOOST_CHECK_EXCEPTION(c.meant("", "elsewhere"), epreuve::Error, says("meant"));
  BOOST_CHECK_EXCEPTION(c.meant("b", " "), epreuve::Error, says("say where"));
}

BOOST_AUTO_TEST_CASE(the_complaint_says_what_stands_against_the_declared_verdict)
{
  BOOST_TEST(complaint(Verdict::holds, yes) == "");
  BOOST_TEST(complaint(Verdict::holds, [](Claim&) {}) ==
             "declared holds, but there is no evidence");
  BOOST_TEST(complaint(Verdict::holds, no) == "declared holds, but not so: something else seen");
  BOOST_TEST(complaint(Verdict::refuted, yes) == "declared refuted, found holds");
  BOOST_TEST(complaint(Verdict::refuted, no) == "declared refuted, but no correction was checked");
  BOOST_TEST(complaint(Verdict::reproduced, [](Claim& c) { c.prints("0.23", 0.2372); }) ==
             "declared reproduced, found reproduced-truncated");
  BOOST_TEST(complaint(Verdict::reproduced, [](Claim& c) { c.prints("0.25", 0.2372); }) ==
             "declared reproduced, but printed 0.25, computed 0.237: off by +1.28 units of the "
             "last printed place");
  BOOST_TEST(complaint(Verdict::refuted, [](Claim& c) { yes(c.as_printed("a").corrected("b")); }) ==
             "declared refuted, but nothing was checked of \"a\"");
  BOOST_TEST(complaint(Verdict::refuted, [](Claim& c) {
               yes(yes(c.as_printed("a")).corrected("b"));
             }) == "declared refuted, but nothing fails, so there is nothing to correct");
  BOOST_TEST(complaint(Verdict::refuted, [](Claim& c) {
               no(no(c.as_printed("a")).corrected("b"));
             }) == "declared refuted, but b: not so: something else seen");
  BOOST_TEST(complaint(Verdict::refuted, [](Claim& c) {
               no(c.as_printed("a")).corrected("b").invented("all");
             }) == "declared refuted, but \"b\" was not checked by computing or reading");
  BOOST_TEST(complaint(Verdict::damaged, [](Claim& c) {
               yes(yes(c.as_copied("a")).restored("b"));
             }) == "declared damaged, but the literal reading \"a\" passes");
  BOOST_TEST(complaint(Verdict::damaged, [](Claim& c) { no(c.as_copied("a")); }) ==
             "declared damaged, but no restored reading was checked");
  BOOST_TEST(complaint(Verdict::damaged, [](Claim& c) { yes(c.restored("b")); }) ==
             "declared damaged, but no literal reading (as_copied) was shown to fail");
  BOOST_TEST(complaint(Verdict::slip, [](Claim& c) {
               yes(yes(c.as_printed("a")).meant("b", "elsewhere"));
             }) == "declared slip, but nothing fails, so there is nothing to correct");
  BOOST_TEST(complaint(Verdict::slip, [](Claim& c) {
               yes(yes(no(c.as_printed("a")).corrected("b")).meant("c", "elsewhere"));
             }) == "declared slip, but it is corrected, and said to be a slip");
}

BOOST_AUTO_TEST_CASE(the_correction_is_what_is_right)
{
  Claim c = claim(Verdict::refuted);
  no(c.as_printed("a"));
  BOOST_TEST(c.correction() == "");
  yes(c.corrected("b"));
  yes(c.corrected("c"));
  BOOST_TEST(c.correction() == "b; c");
  BOOST_TEST(c.as_declared());
}

BOOST_AUTO_TEST_CASE(properties_of_one_claim_draw_different_inputs_and_the_same_every_time)
{
  const auto drawn = [](Claim& c) {
    long first = 0;
    c.property(
        "p",
        [&](Draw& draw) {
          first = draw.integer("k", 0, 1000000000);
          return true;
        },
        1);
    return first;
  };
  Claim one = claim();
  Claim again = claim();
  const long first = drawn(one);
  const long second = drawn(one);
  BOOST_TEST(first != second);
  BOOST_TEST(drawn(again) == first);
  BOOST_TEST(drawn(again) == second);
}

BOOST_AUTO_TEST_CASE(verdicts_have_names_that_read_back)
{
  for (int i = 0; i <= static_cast<int>(Verdict::undecided); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    BOOST_CHECK(parse_verdict(name(verdict)) == verdict);
    BOOST_TEST(!sign(verdict).empty());
  }
  BOOST_CHECK_EXCEPTION(parse_verdict("maybe"), epreuve::Error, says("reproduced-truncated"));
  BOOST_TEST(is_erratum(Verdict::ill_typed));
  BOOST_TEST(is_erratum(Verdict::slip));
  BOOST_TEST(!is_erratum(Verdict::illustrative));
}

BOOST_AUTO_TEST_CASE(a_refusal_is_an_error_of_the_house_with_the_words_that_were_expected)
{
  const auto refuses = [](const std::function<void()>& attempt) {
    return [attempt](Claim& c) { c.refuses("an odd n", attempt, "n must be even"); };
  };
  BOOST_TEST(
      (found(refuses([] { throw epreuve::Error("n must be even, got 7"); })) == Verdict::holds));
  BOOST_TEST(contains(complaint(Verdict::holds, refuses([] {})), "accepted"));
  BOOST_TEST(contains(complaint(Verdict::holds, refuses([] { throw epreuve::Error("too large"); })),
                      "refused for another reason: too large"));
  BOOST_TEST(contains(
      complaint(Verdict::holds, refuses([] { throw std::runtime_error("n must be even"); })),
      "not refused by an Error"));
  Claim c = claim();
  BOOST_CHECK_EXCEPTION(c.refuses("anything", [] {}, ""), epreuve::Error, says("got none"));
}

BOOST_AUTO_TEST_CASE(two_sides_may_be_expressions)
{
  const arma::mat A{{1, 2}, {3, 4}};
  const arma::vec x{1, 1};
  const auto same = [&](Claim& c) { c.agree("A x, twice", 2 * A * x, A * x + A * x, exactly()); };
  const auto other = [&](Claim& c) { c.agree("A x and x", A * x, x, exactly()); };
  BOOST_TEST((found(same) == Verdict::holds));
  BOOST_TEST((found(other) == Verdict::undecided));
  BOOST_TEST(
      (found([&](Claim& c) { c.equal("transposed twice", A.t().t(), A); }) == Verdict::holds));
  BOOST_TEST((found([&](Claim& c) { c.equal("transposed", A.t(), A); }) == Verdict::undecided));
  BOOST_TEST(difference(A * x, arma::vec{3, 8}).absolute == 1);
}

BOOST_AUTO_TEST_CASE(matrices_that_differ_are_told_in_one_line)
{
  const std::string left = " 1   0\n-1/2 3\n", right = "1 0\n";
  BOOST_TEST(claim().equal("rows", left, right).readings().at(0).evidence.at(0).seen ==
             "(1 0; -1/2 3) against (1 0)");
}

BOOST_AUTO_TEST_CASE(integers_of_different_types_are_compared_by_value)
{
  BOOST_TEST((found([](Claim& c) { c.equal("three", 3u, 3L); }) == Verdict::holds));
  BOOST_TEST(
      (found([](Claim& c) { c.equal("minus one", -1, 4294967295u); }) == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(measured_marks_the_evidence_before_it)
{
  Claim c = claim();
  BOOST_CHECK_EXCEPTION(c.measured(), epreuve::Error, says("none yet"));
  c.at_most("GB", 1, 2).measured().at_most("digits", 1, 2);
  BOOST_TEST(c.readings().at(0).evidence.at(0).measured);
  BOOST_TEST(!c.readings().at(0).evidence.at(1).measured);
}

BOOST_AUTO_TEST_CASE(a_bound_is_told_in_as_many_digits_as_its_order_needs)
{
  Claim c = claim();
  c.at_most("error", 1.0 / 3, 0.5)
      .at_most("error", 1, std::nextafter(1.0, 2.0))
      .within("x", 2, 1, 1e9);
  const std::vector<Evidence>& evidence = c.readings().at(0).evidence;
  BOOST_TEST(evidence.at(0).seen == "0.333333 is ≤ 0.5");
  BOOST_TEST(evidence.at(1).seen == "1 is ≤ 1.0000000000000002");
  BOOST_TEST(evidence.at(2).seen == "2 is in [1, 1e+09]");
}
