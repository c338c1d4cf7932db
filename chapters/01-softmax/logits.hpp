#pragma once

// What the pages of this chapter share.

#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/reference.hpp"
#include "epreuve/instruments/softmax.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/compensated_sum.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

using Logits = const arma::vec&;

/// The four logits of exo7's example.
inline const arma::vec printed_example{2.2, -1.1, 3.3, 0.44};
