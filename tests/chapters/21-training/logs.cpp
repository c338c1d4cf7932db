#include "chapters/21-training/masked_log.hpp"
#include "chapters/21-training/twins_log.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_logs_are_as_the_trainings_wrote_them)
{
  for (const auto& [name, expected] :
       {std::pair{"twins", "a1e755201cc8fd2c6125f2420d6642181d94853d9be935d257278d77a0c6f74d"},
        std::pair{"masked", "6e369d07d3833865d8de3e3fa0d89a5d183aa07f00b3b3b11c3fd8450caea5b3"}}) {
    const std::string text =
        read_text(fmt::format(EPREUVE_SOURCE_DIR "/chapters/21-training/{}_log.hpp", name));
    Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    BOOST_TEST(std::move(hash).hex() == expected,
               name << "_log.hpp was changed; if by ./epreuve train " << name
                    << ", change the hash too");
  }
}

BOOST_AUTO_TEST_CASE(each_training_of_the_log_goes_forward_and_has_distances)
{
  const TwinsRow* last = nullptr;
  for (const TwinsRow& row : twins_log) {
    if (last && std::string(last->training) == row.training)
      BOOST_TEST(row.step > last->step);
    else
      BOOST_TEST(row.step == 0u);
    for (const double distance :
         {row.english_first, row.english_later, row.french_first, row.french_later})
      BOOST_TEST(
          (distance > 0 && distance < 20)); // KL; of guessing among all words it is below 5.1
    last = &row;
  }
}

BOOST_AUTO_TEST_CASE(the_masked_model_comes_nearer_to_the_exact_laws_from_row_to_row)
{
  const MaskedRow* last = nullptr;
  for (const MaskedRow& row : masked_log) {
    BOOST_TEST((row.missing > 0 && row.impossible > 0 && row.impossible < 1));
    // Words that cannot be there are not in the exact law: -ln(1 - impossible) is a part of the divergence.
    BOOST_TEST(row.missing >= -std::log(1 - row.impossible));
    if (last)
      BOOST_TEST((row.step > last->step && row.missing < last->missing));
    last = &row;
  }
}
