#include "captioner.hpp"

namespace epreuve::instruments {

namespace {

using arma::uword;

const networks::EncoderDecoder<double>& network()
{
  static const networks::EncoderDecoder<double> read = caption_network();
  return read;
}

/// Whether the right word is preferred in a row.
bool is_right(const networks::Pairs<double>& pairs, uword row)
{
  return networks::logits(network(), pairs).col(row).index_max() == pairs.next[row];
}

} // namespace

const std::vector<Captioned>& captioned_pictures()
{
  static const std::vector<Captioned> captioned = [] {
    std::vector<Captioned> all;
    std::vector<Picture> pictures;
    std::size_t combinations = 0;
    for (const Picture& picture : all_pictures()) {
      const Use use = use_of(picture);
      if (use == Use::withheld || (use == Use::combination && combinations++ % 4 == 0)) {
        all.push_back({picture, use, {}});
        pictures.push_back(picture);
      }
    }
    const auto mistakes = first_mistakes(network(), pictures);
    for (std::size_t k = 0; k < all.size(); ++k)
      all[k].mistake = mistakes[k];
    return all;
  }();
  return captioned;
}

std::vector<std::string> written_of(const Picture& picture)
{
  return written_caption(network(), picture);
}

std::vector<arma::cube> cross_attention_of(const Picture& picture)
{
  return networks::cross_patterns(network(), captioned({picture}));
}

double weight_on(const Thing& thing, const arma::rowvec& weights)
{
  return arma::accu(weights.elem(patches_of(thing)));
}

bool says_noun(const Picture& picture, uword thing, Visible visible)
{
  networks::Pairs<double> pairs = captioned({picture});
  const uword row = place_of_noun(picture, thing);
  arma::urowvec seen(pairs.cross_seen.n_cols, arma::fill::ones);
  switch (visible) {
  case Visible::all:
    break;
  case Visible::without_the_thing:
    seen.elem(patches_of(picture[thing])).zeros();
    break;
  case Visible::the_thing_alone:
    seen.zeros();
    seen.elem(patches_of(picture[thing])).ones();
    break;
  case Visible::nothing_of_either:
    for (const Thing& one : picture)
      seen.elem(patches_of(one)).zeros();
    break;
  }
  pairs.cross_seen.row(row) = seen;
  return is_right(pairs, row);
}

bool says_noun_after_other_tone(const Picture& picture, uword thing)
{
  networks::Pairs<double> pairs = captioned({picture});
  const uword row = place_of_noun(picture, thing);
  Thing other = picture[thing];
  other.dark = !other.dark;
  pairs.target[row] = captioned({{other}}).target[place_of_noun({other}, 0)];
  return is_right(pairs, row);
}

} // namespace epreuve::instruments
