#include "epreuve/instruments/networks/captions.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::instruments;
using namespace epreuve::networks;
using arma::uword;

namespace {

const Picture one_thing{{Form::square, false, true, 0, 0, 0}},
    two_things{{Form::frame, true, false, 1, 0, 0}, {Form::cross, false, true, 2, 1, 0}};

} // namespace

BOOST_AUTO_TEST_CASE(pictures_side_by_side_do_not_see_one_another)
{
  const auto network = initial_encoder_decoder<double>(caption_sizes(), 7);
  const arma::mat together = logits(network, captioned({one_thing, two_things})),
                  first = logits(network, captioned({one_thing})),
                  second = logits(network, captioned({two_things}));
  BOOST_TEST(arma::abs(together - arma::join_rows(first, second)).max() < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_patch_is_four_numbers_of_the_picture)
{
  const arma::mat columns = captioned({two_things}).columns, image = drawn(two_things);
  BOOST_TEST(arma::size(columns) == arma::size(4, 16));
  for (uword patch = 0; patch < 16; ++patch) {
    const uword top = 2 * (patch / 4), left = 2 * (patch % 4);
    arma::vec numbers = arma::vectorise(image.submat(top, left, top + 1, left + 1));
    BOOST_TEST(
        arma::approx_equal(arma::sort(columns.col(patch)), arma::sort(numbers), "absdiff", 0));
  }
}

BOOST_AUTO_TEST_CASE(the_patches_of_a_thing_are_those_that_change_without_it)
{
  for (std::size_t k = 0; k < all_pictures().size(); k += 97)
    for (const Thing& thing : all_pictures()[k]) {
      const arma::mat columns = captioned({{thing}}).columns;
      const arma::uvec of_thing = patches_of(thing);
      for (uword patch = 0; patch < 16; ++patch)
        BOOST_TEST(arma::any(of_thing == patch) == arma::any(columns.col(patch) > 0));
    }
}

BOOST_AUTO_TEST_CASE(the_model_in_git_is_the_one_that_its_sum_names)
{
  const std::filesystem::path folder =
      std::filesystem::path(EPREUVE_SOURCE_DIR) / "models" / "captions";
  const std::string bytes = epreuve::read_text(folder / "model.safetensors");
  epreuve::Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  BOOST_TEST(epreuve::read_text(folder / "SHA256SUMS") ==
             std::move(hash).hex() + "  model.safetensors\n");
}

BOOST_AUTO_TEST_CASE(it_writes_a_caption_greedily_exactly_if_no_word_is_a_mistake)
{
  const auto network = caption_network();
  std::vector<Picture> pictures;
  for (std::size_t k = 0; k < all_pictures().size(); k += 151)
    pictures.push_back(all_pictures()[k]);
  const auto mistakes = first_mistakes(network, pictures);
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    const std::vector<std::string> right = caption(pictures[k]),
                                   written = written_caption(network, pictures[k]);
    BOOST_TEST((written == right) == !mistakes[k].has_value());
    if (mistakes[k]) {
      ++wrong;
      BOOST_TEST(
          std::equal(right.begin(), right.begin() + std::ptrdiff_t(*mistakes[k]), written.begin()));
      BOOST_TEST(written[*mistakes[k]] != right[*mistakes[k]]);
    }
  }
  BOOST_TEST(wrong > 0); // or this test tests half of it
  BOOST_TEST(wrong < pictures.size() / 4);
}

BOOST_AUTO_TEST_CASE(an_untrained_network_writes_no_caption)
{
  const auto network = initial_encoder_decoder<double>(caption_sizes(), 7);
  BOOST_TEST(first_mistakes(network, {one_thing, two_things})[0].has_value());
  BOOST_TEST(first_mistakes(network, {one_thing, two_things})[1].has_value());
  BOOST_TEST(written_caption(network, one_thing).size() <= 20);
}
