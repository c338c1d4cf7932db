#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/bigram_network.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "epreuve/instruments/rational_matrix.hpp"
#include "epreuve/math/softmax.hpp"

/// What several pages of this chapter speak of: the bigrams of the language.
namespace epreuve {

/// The language's most frequent words and "…" for all others: the joint probability of i and then j at (j, i),
/// and their names.
instruments::RationalMatrix next_words();
const std::vector<std::string>& next_word_names();

/// The table as what a network is trained on: as it is, zeros included.
const instruments::Bigrams& bare_bigrams();
/// Mixed with the frequencies, 9 : 1. Every entry is positive.
const instruments::Bigrams& smooth_bigrams();

/// Networks trained on smooth_bigrams(), one for each n from 1 to N - 1.
const std::vector<instruments::TrainedBigrams>& trained();

} // namespace epreuve
