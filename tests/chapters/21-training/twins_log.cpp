#include "chapters/21-training/twins_log.hpp"

#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"

#include <boost/test/unit_test.hpp>

#include <span>
#include <string>
#include <utility>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_log_is_as_the_training_wrote_it)
{
  const std::string text = read_text(EPREUVE_SOURCE_DIR "/chapters/21-training/twins_log.hpp");
  Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  BOOST_TEST(std::move(hash).hex() ==
                 "a1e755201cc8fd2c6125f2420d6642181d94853d9be935d257278d77a0c6f74d",
             "twins_log.hpp was changed; if by ./epreuve train twins, change the hash too");
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
