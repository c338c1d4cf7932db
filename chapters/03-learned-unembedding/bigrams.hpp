#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/math/softmax.hpp"
#include "frequent_bigrams.hpp"

#include <vector>

/// The common material of several pages of this chapter: eleven words of the language and "…", and what is trained on them.
namespace epreuve {

const instruments::FrequentBigrams& fractions();
/// As they are, zeros included; and mixed with the frequencies, 9 : 1.
const instruments::Bigrams& bare_bigrams();
const instruments::Bigrams& smooth_bigrams();
/// Networks trained on smooth_bigrams(), one for each n from 1 to N - 1.
const std::vector<instruments::TrainedBigrams>& trained();

} // namespace epreuve
