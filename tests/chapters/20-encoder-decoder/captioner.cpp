#include "chapters/20-encoder-decoder/captioner.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(no_picture_that_is_judged_was_trained_with)
{
  std::size_t withheld = 0, combinations = 0;
  for (const Captioned& one : captioned_pictures()) {
    BOOST_TEST((one.use == use_of(one.picture) && one.use != Use::training));
    (one.use == Use::withheld ? withheld : combinations) += 1;
  }
  std::size_t all_withheld = 0, all_combinations = 0;
  for (const Picture& picture : all_pictures()) {
    all_withheld += use_of(picture) == Use::withheld ? 1 : 0;
    all_combinations += use_of(picture) == Use::combination ? 1 : 0;
  }
  BOOST_TEST(withheld == all_withheld);
  BOOST_TEST(combinations == (all_combinations + 3) / 4);
}

BOOST_AUTO_TEST_CASE(weights_on_things_are_parts_of_a_row_of_sum_1)
{
  const Picture picture{{Form::square, true, true, 0, 0, 0}, {Form::square, true, true, 3, 0, 0}};
  arma::rowvec weights(16, arma::fill::zeros);
  weights(0) = 0.25; // top left
  weights(15) = 0.5; // bottom right
  weights(3) = 0.25; // neither
  BOOST_TEST(weight_on(picture[0], weights) == 0.25);
  BOOST_TEST(weight_on(picture[1], weights) == 0.5);
  for (const arma::cube& block : cross_attention_of(picture))
    for (arma::uword head = 0; head < block.n_slices; ++head)
      for (arma::uword row = 0; row < block.n_rows; ++row)
        BOOST_TEST(std::abs(arma::accu(block.slice(head).row(row)) - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_row_that_may_read_all_says_what_the_network_says)
{
  std::size_t tried = 0;
  for (std::size_t k = 0; k < captioned_pictures().size(); k += 50) {
    const Captioned& one = captioned_pictures()[k];
    for (arma::uword thing = 0; thing < one.picture.size(); ++thing) {
      const arma::uword noun = place_of_noun(one.picture, thing);
      if (one.mistake && *one.mistake < noun)
        continue; // nothing is known of later words
      ++tried;
      BOOST_TEST(says_noun(one.picture, thing, Visible::all) ==
                 !(one.mistake && *one.mistake == noun));
    }
  }
  BOOST_TEST(tried > 10);
}

BOOST_AUTO_TEST_CASE(the_other_tone_is_told_to_the_decoder_alone)
{
  // Of a network that knows both tones of a thing well, the noun does not change; of the withheld triangles some do.
  std::size_t changed = 0;
  for (arma::uword quarter = 0; quarter < 4; ++quarter)
    for (arma::uword place = 0; place < 4; ++place) {
      const Thing frame{Form::frame, false, true, quarter, place / 2, place % 2};
      BOOST_TEST(says_noun_after_other_tone({frame}, 0));
      const Picture triangle{{Form::triangle, false, false, quarter, place / 2, place % 2},
                             {Form::square, true, true, 3 - quarter, 0, 0}};
      const Picture in_order = quarter < 2 ? triangle : Picture{triangle[1], triangle[0]};
      const arma::uword which = quarter < 2 ? 0 : 1;
      changed +=
          says_noun(in_order, which, Visible::all) != says_noun_after_other_tone(in_order, which)
              ? 1
              : 0;
    }
  BOOST_TEST(changed > 0);
}
