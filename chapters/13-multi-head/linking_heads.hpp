#pragma once

#include <armadillo>

#include <string>
#include <utility>
#include <vector>

/// Heads made to link given words of a sentence, whatever its words are: each place of the sentence is a direction of
/// its own, so which word looks at which is a list of pairs.
namespace epreuve::instruments {

/// The word that asks, and the word that is found: places, counted from 0.
using Links = std::vector<std::pair<arma::uword, arma::uword>>;

struct LinkingHead
{
  arma::mat Q, K; ///< d x words, d the number of links
};

/// Query and key of each link have a direction of their own. A link's score, divided by sqrt(d), is 8 (twice that if
/// it is given twice), the others' 0; so a place with one link looks there with the weight 1/(1 + (words - 1) e^-8).
/// @throws Error if there is no link, or one from or to a place that the sentence does not have
LinkingHead linking_head(const Links& links, arma::uword words);

/// Its pattern, words x words; a place without a link looks at all of them alike.
/// @throws Error as linking_head
arma::mat linking_pattern(const Links& links, arma::uword words);

} // namespace epreuve::instruments
