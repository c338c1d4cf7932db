#include "epreuve/instruments/positions/random_positions.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>

using namespace epreuve::instruments;

using epreuve::evidence::absolute;
using epreuve::evidence::check_property;
using epreuve::evidence::difference;
using epreuve::evidence::Draw;
using epreuve::math::Ordering;

BOOST_AUTO_TEST_CASE(positions_are_drawn_from_their_ranges)
{
  const Positions positions{
      .narrowest = 4, .widest = 8, .last = 3, .least_shift = -1, .most_shift = 2};
  std::set<arma::uword> widths;
  std::set<double> bases;
  std::set<long> ks, ls, ms;
  const auto note = [&](const Position& at) {
    widths.insert(at.n);
    bases.insert(at.base);
    ks.insert(at.k);
    ls.insert(at.l);
    ms.insert(at.m);
    return difference(0, 0);
  };
  BOOST_TEST(check_property(positions.everywhere(note), absolute(0), 300, 1).passed);
  BOOST_TEST((widths == std::set<arma::uword>{4, 6, 8}));
  BOOST_TEST((bases == std::set<double>{100, 10'000}));
  BOOST_TEST((ks == std::set<long>{0, 1, 2, 3}));
  BOOST_TEST((ls == std::set<long>{-1, 0, 1, 2}));
  BOOST_TEST((ms == ls));
}

BOOST_AUTO_TEST_CASE(a_true_statement_passes_and_a_wrong_direction_is_found_at_the_nearest_shift)
{
  const auto moved = [](Ordering ordering) {
    return Positions{.widest = 8}.everywhere([=](const Position& at, Draw&) {
      return difference(at.R(at.l) * at.w(at.k, ordering), at.w(at.k + at.l, ordering));
    });
  };
  const auto tolerance = absolute(1e-14);
  BOOST_TEST(check_property(moved(Ordering::cosine_first), tolerance, 100, 1).passed);
  const auto backwards = check_property(moved(Ordering::sine_first), tolerance, 100, 1);
  BOOST_TEST(!backwards.passed);
  BOOST_TEST(backwards.counterexample.find("k = 0") != std::string::npos);
}
