#include "epreuve/instruments/exact/rational_entries.hpp"

#include "epreuve/evidence/claim.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::evidence;
using epreuve::instruments::entries;
using epreuve::instruments::RationalMatrix;

BOOST_AUTO_TEST_CASE(fractions_are_compared_in_the_places_where_they_are_printed)
{
  const RationalMatrix A{{1, Rational(-1, 3), 2}, {0, Rational(7, 2), 5}};
  const auto verdict = [&](const char* printed) {
    ClaimSource source;
    source.id = "printed";
    Claim claim(source, Verdict::reproduced, 1, {});
    return claim.prints_exactly(printed, entries(A)).found();
  };
  BOOST_CHECK(verdict("1 -1/3 2; 0 7/2 5") == Verdict::reproduced);
  BOOST_CHECK(verdict("1 2 -1/3; 0 7/2 5") != Verdict::reproduced);
  BOOST_CHECK(verdict("1 -0.33 2; 0 7/2 5") != Verdict::reproduced);
}
