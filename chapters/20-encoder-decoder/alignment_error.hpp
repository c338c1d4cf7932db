#pragma once

#include "epreuve/language/twins.hpp"
#include "epreuve/translator/translator.hpp"

#include <armadillo>

#include <vector>

namespace epreuve::instruments {

/// Over some words, how the largest weights of the heads' patterns agree with the words that are rendered. Rows are the
/// decoder's blocks; columns its heads, and after them the mean of the block's heads.
struct LinkErrors
{
  arma::mat error;  ///< the share of words whose largest weight is not on the word that they render
  arma::mat mass;   ///< the mean weight on the word that they render
  arma::mat at_end; ///< the mean weight on the source's "."
  arma::uword words = 0;
};

/// How far cross-attention is from the exact alignment, over all words of some translations but the last ".". A pattern's
/// row can be taken for a word in two ways: step i, the query that asks for the word, or step i + 1, which is given it.
struct AlignmentErrors
{
  LinkErrors asking, given;                 ///< all words, at step i and at step i + 1
  LinkErrors asking_crossed, given_crossed; ///< words that are not in the place of what they render
  double diagonal = 0; ///< the error of taking the source word in the same place
  double uniform = 0;  ///< the expected error of taking any word of the source, "." included
};

/// Alignment error rate is 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|) for links A, of which S are sure and P possible. Here
/// the alignment is exact, S = P, and A has one link for each word, as S has: so it is the share of wrong links.
///
/// @param sentences  at least one, with a word that is not in the place of what it renders
/// Source: Och and Ney, A systematic comparison of various statistical alignment models (2003).
AlignmentErrors alignment_errors(const translator::Translator& translator,
                                 const std::vector<language::Twins>& sentences);

/// The error of another alignment: a word of the target is linked to the column of z without which it becomes least
/// probable. A column is taken away from all cross-attention at once.
/// @param sentences  at least one
double removal_error(const translator::Translator& translator,
                     const std::vector<language::Twins>& sentences);

} // namespace epreuve::instruments
