#pragma once

#include "epreuve/language/language.hpp"

#include <cstddef>
#include <set>
#include <vector>

/// A word that is masked: what the words on both sides say about it.
namespace epreuve::language {

/// The law of a word of a sentence, given all others but those that are hidden too, exactly: forward through the automaton
/// to the hole, and backward from the end,
///
///     P(w | rest) ∝ e_start T_{w_1} ... T_{w_{i-1}} T_w T_{w_{i+1}} ... T_{w_n} e_over
///
/// with the sum of all T in place of T_{w_k} where k is hidden.
/// @param sentence  its "." included; what stands at `place`, or at a hidden one, does not count
/// @param hidden    places; `place` itself may be among them
/// @return          by words(); the sum is 1
/// @throws          Error if no word makes it a sentence, or place is not in it
std::vector<Rational> law_of_hole(const Language& language, const std::vector<Word>& sentence,
                                  std::size_t place, const std::set<std::size_t>& hidden = {});

/// How probable it is that the hidden words of a sentence, drawn independently, each from its law_of_hole, make a sentence
/// with the others: 1 for one hole. A sentence has one path, so this is a sum over paths,
///
///     e_start D_1 ... D_n e_over,    D_i = sum_w p_i(w) sign(T_w),    p_i(w) = 1 for a word that is not hidden
///
/// @throws  Error as law_of_hole
Rational makes_a_sentence(const Language& language, const std::vector<Word>& sentence,
                          const std::set<std::size_t>& hidden);

} // namespace epreuve::language
