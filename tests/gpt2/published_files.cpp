#include "epreuve/gpt2/published.hpp"

#include "epreuve/error.hpp"
#include "epreuve/fetching/inventory.hpp"
#include "support/checkpoints.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <iostream>
#include <string>

using namespace epreuve;
using namespace epreuve::gpt2;
using namespace epreuve::tests;

namespace {

/// Says why nothing runs, in words that ctest looks for.
boost::test_tools::assertion_result the_published_files(boost::unit_test::test_unit_id)
{
  const bool there = !published_folder().empty();
  if (!there)
    std::cout << "skipped: EPREUVE_GPT2 does not name a folder with the published files\n";
  return there;
}

} // namespace

BOOST_AUTO_TEST_SUITE(published_files, *boost::unit_test::precondition(the_published_files))

BOOST_AUTO_TEST_CASE(every_parameter_is_a_published_one)
{
  const Inventory found = inventory(Checkpoint(published_folder()));
  BOOST_TEST(found.parameters.of == 124'439'808u);
  std::size_t parameters = 0;
  for (const InventoryEntry& entry : found.tensors) {
    BOOST_TEST(entry.published == entry.part.has_value(), entry.tensor.name);
    parameters += entry.part ? 1 : 0;
  }
  BOOST_TEST(parameters + found.missing.size() == 148u);
}

BOOST_AUTO_TEST_CASE(a_partial_file_names_what_it_lacks)
{
  const Checkpoint checkpoint(published_folder());
  const Inventory found = inventory(checkpoint);
  BOOST_TEST(all_published(checkpoint) == found.missing.empty());
  for (const std::string& name : found.missing)
    BOOST_CHECK_EXCEPTION(checkpoint.matrix<float>(name), Error,
                          says(checkpoint.file().string() + " has no tensor " + name));
}

BOOST_AUTO_TEST_SUITE_END()
