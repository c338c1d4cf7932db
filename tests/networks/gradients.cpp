#include "epreuve/instruments/networks/gradients.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <set>
#include <string>
#include <vector>

using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(every_way_back_is_right_to_the_bound_that_its_error_analysis_gives)
{
  const std::vector<LayerEvidence> all = evidence_on_layers(1, 3);
  BOOST_TEST(all.size() == 20U);
  std::set<std::string> names;
  for (const LayerEvidence& layer : all) {
    BOOST_TEST_CONTEXT(layer.layer << (layer.in_fractions ? ", in fractions" : ""))
    {
      BOOST_TEST(layer.holds());
      BOOST_TEST(layer.cases == 20U);
      BOOST_TEST(layer.entries > 0U);
      BOOST_TEST(layer.error <= layer.bound);
      BOOST_TEST(layer.adjoint_error <= layer.adjoint_bound);
      BOOST_TEST(layer.forward <= 1e-13);
      // A part in 10^11 of an entry's terms would be seen.
      BOOST_TEST(layer.bound < 0x1p53 * 1e-11);
      BOOST_TEST((layer.bound == 0) == layer.in_fractions);
    }
    names.insert(layer.layer);
  }
  BOOST_TEST(names.size() == 19U); // dense twice
}

BOOST_AUTO_TEST_CASE(wrong_gradients_are_far_outside_of_their_bounds_though_small)
{
  const std::vector<LayerEvidence> wrong = evidence_on_wrong_gradients(1);
  BOOST_TEST(wrong.size() == 3U);
  for (const LayerEvidence& layer : wrong) {
    BOOST_TEST(!layer.holds());
    BOOST_TEST(layer.error > 1e6 * layer.bound);
    BOOST_TEST(layer.adjoint_error > 1e6 * layer.adjoint_bound);
    BOOST_TEST(layer.forward < 1e-13);
    // Nobody would see it with the tolerance that is usual for whole models.
    BOOST_TEST(layer.absolute < 2e-2);
    BOOST_TEST(layer.absolute > 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(each_entry_is_compared_in_one_of_ten_seeds_if_every_tenth_is)
{
  const auto entries = [](const std::vector<LayerEvidence>& all, const std::string& name) {
    for (const LayerEvidence& layer : all)
      if (layer.layer == name && !layer.in_fractions)
        return layer.entries;
    return std::size_t(0);
  };
  // W, b and x: 15 + 3 + 5 and 15 + 3 + 25.
  BOOST_TEST(entries(evidence_on_layers(1, 10), "dense") == 23U + 43U);
  BOOST_CHECK_EXCEPTION(evidence_on_layers(1, 0), epreuve::Error,
                        says("evidence_on_layers", "got 0"));
}
