#pragma once

#include <armadillo>

#include <string>
#include <vector>

/// Pictures of 8 x 8 numbers, drawn by a rule, and what there is to say of them: so the right caption is known exactly.
///
/// A picture has one thing or two, each in a quarter of its own: four shapes, two sizes, two tones. A large thing fills its
/// quarter; a small one has 3 x 3 places in it, in one of four positions, of which the caption does not speak.
namespace epreuve::instruments {

enum class Form
{
  square,
  frame,
  cross,
  triangle
};

struct Thing
{
  Form form;
  bool large, dark;
  arma::uword quarter;     ///< 0 top left, 1 top right, 2 bottom left, 3 bottom right
  arma::uword row, column; ///< of a small thing in its quarter, 0 or 1 each

  /// Whether the same words describe it, but for the place.
  bool is_like(const Thing& other) const
  {
    return form == other.form && large == other.large && dark == other.dark;
  }
};

/// One thing or two, in the order of their quarters.
using Picture = std::vector<Thing>;

/// Where a thing is: 8 x 8, 1 in its places.
arma::umat places_of(const Thing& thing);

/// 8 x 8: 0 is paper, 0.5 light, 1 dark.
arma::mat drawn(const Picture& picture);

/// "a small dark square at top left and a large light cross at bottom right ."; of things that are alike "two small dark
/// squares at top left and bottom right ."
std::vector<std::string> caption(const Picture& picture);

/// Which word of the caption is the last that tells what the thing is: "square". 0 is the first word.
arma::uword place_of_noun(const Picture& picture, arma::uword thing);

/// All words of captions; the last one is ".".
const std::vector<std::string>& caption_words();

/// All 9760.
const std::vector<Picture>& all_pictures();

/// Whether it is a large dark cross or a small light triangle: of all combinations these are withheld.
bool is_withheld_combination(const Thing& thing);

/// What a picture is kept for, decided before any training.
enum class Use
{
  training,
  withheld,    ///< by a hash of its numbers: about a tenth of all others
  combination, ///< it has a withheld combination, which no picture for training has
};

Use use_of(const Picture& picture);

} // namespace epreuve::instruments
