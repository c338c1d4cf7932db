#pragma once

#include "epreuve/instruments/networks/captions.hpp"

#include <armadillo>

#include <optional>
#include <string>
#include <vector>

/// What the network of models/captions says of pictures that it has not been trained with, and where it looks meanwhile.
namespace epreuve::instruments {

struct Captioned
{
  Picture picture;
  Use use;
  std::optional<arma::uword> mistake; ///< the first wrong word; nothing if every word is right

  bool has_two_alike() const { return picture.size() == 2 && picture[0].is_like(picture[1]); }
};

/// All pictures withheld by the hash; of the withheld combinations every fourth.
const std::vector<Captioned>& captioned_pictures();

/// What the network writes of a picture.
std::vector<std::string> written_of(const Picture& picture);

/// Of a picture with two things that differ, the weights of cross-attention while the caption is said: for each block a cube,
/// words x 16 patches x heads. Row k asks for word k; row k + 1 is given it.
std::vector<arma::cube> cross_attention_of(const Picture& picture);

/// The share of a row of weights that is on a thing's patches.
double weight_on(const Thing& thing, const arma::rowvec& weights);

/// What a row of cross-attention may read, in all blocks and heads.
enum class Visible
{
  all,
  without_the_thing, ///< none of its patches
  the_thing_alone,
  nothing_of_either, ///< only patches with no part of a thing
};

/// Whether the network, about to say the noun of a thing after the right words, prefers the right one, if in this row it may
/// read these patches alone. Of the encoder's output, that is: the encoder has seen all.
bool says_noun(const Picture& picture, arma::uword thing, Visible visible);

/// The same if the decoder has been given the other tone, "dark" for "light", as the word before the noun. The picture stays.
bool says_noun_after_other_tone(const Picture& picture, arma::uword thing);

} // namespace epreuve::instruments
