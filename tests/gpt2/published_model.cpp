#include "epreuve/gpt2/published_model.hpp"

#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include "support/checkpoints.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <string>

using namespace epreuve::gpt2;
using epreuve::TemporaryFolder;
using epreuve::tests::published_folder;
using epreuve::tests::says;
using epreuve::tests::written_checkpoint;
namespace test = boost::unit_test;

namespace {

boost::test_tools::assertion_result the_published_files(test::test_unit_id)
{
  boost::test_tools::assertion_result there(find_checkpoint(published_folder()).has_value());
  there.message() << "EPREUVE_GPT2 names no folder with published weights";
  return there;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_or_is_empty_has_no_checkpoint)
{
  const TemporaryFolder empty;
  BOOST_CHECK(!find_checkpoint(empty.path()));
  BOOST_CHECK(!find_checkpoint(empty / "not there"));
  BOOST_CHECK(!published_model(empty.path()));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_a_checkpoint_is_an_error_and_not_an_absence)
{
  const TemporaryFolder folder;
  std::ofstream(folder / "model.safetensors") << "none";
  BOOST_CHECK_EXCEPTION(find_checkpoint(folder.path()), epreuve::Error, says("model.safetensors"));
  BOOST_CHECK_EXCEPTION(published_model(folder.path()), epreuve::Error, says("model.safetensors"));
}

BOOST_AUTO_TEST_CASE(another_model_is_a_checkpoint_with_no_published_tensor)
{
  const auto checkpoint = find_checkpoint(written_checkpoint("odd"));
  BOOST_REQUIRE(checkpoint);
  BOOST_CHECK(published_names(*checkpoint).empty());
  BOOST_CHECK(!published_model(written_checkpoint("odd")));
}

BOOST_AUTO_TEST_CASE(published_weights_are_known_tensor_by_tensor,
                     *test::precondition(the_published_files))
{
  const auto checkpoint = find_checkpoint(published_folder());
  BOOST_REQUIRE(checkpoint);
  std::set<std::string> parameters;
  for (const TensorInfo& tensor : checkpoint->tensors())
    if (find_parameter(Config{}, tensor.name))
      parameters.insert(tensor.name);
  const std::set<std::string> published = published_names(*checkpoint);
  BOOST_TEST(published == parameters, boost::test_tools::per_element());
}
