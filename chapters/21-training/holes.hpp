#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <vector>

/// A word that is masked: what the words on both sides say about it.
namespace epreuve::instruments {

/// The law of a word of a sentence, given all others, exactly: forward through the automaton to the hole, and backward
/// from the end,
///
///     P(w | rest) ∝ e_start T_{w_1} ... T_{w_{i-1}} T_w T_{w_{i+1}} ... T_{w_n} e_over
///
/// @param sentence  its "." included; what stands at `place` does not count
/// @return          by words(); the sum is 1
/// @throws          Error if no word makes it a sentence, or place is not in it
std::vector<Rational> law_of_hole(const language::Language& language,
                                  std::vector<language::Word> sentence, std::size_t place);

/// A model of a word given its two neighbours l and r: the logits are L e_l + R e_r, added as a network adds what two
/// heads say, one on each side. Trained on the exact law of three successive words, by so many steps of Adam.
struct BothSides
{
  double before = 0, after = 0; ///< mean cross-entropy, in nats
  double least = 0;             ///< H(X_2 | X_1, X_3): no model of the two neighbours gets below
  double impossible_before = 0,
         impossible_after = 0; ///< mean probability of words that never stand between the two
};
BothSides trained_on_both_sides(const language::Language& language, unsigned steps, double rate);

} // namespace epreuve::instruments
