#pragma once

#include "epreuve/gpt2/tokenizer.hpp"

#include <armadillo>

#include <map>
#include <string>
#include <vector>

namespace epreuve::instruments {

/// A sentence, and the weights that somebody has published of GPT-2 Small's heads on it.
struct PublishedPatterns
{
  std::string text;
  std::vector<gpt2::Token> tokens;
  std::vector<std::string> words;           ///< as a reader wants them: "_to" for " to"
  std::map<std::string, arma::mat> of_head; ///< by layer and head, which count from 0: "4.11"
};

/// Two examples of the Transformer Explainer: what heads 0.3, 0.9, 0.5 and 4.11 of GPT-2 Small do on six
/// tokens each, to six decimals, computed by its authors in single precision. We did not compute them; the
/// published weights do not lie in this repository, and these rows speak for them where they are missing.
/// Source: Transformer Explainer, Polo Club of Data Science, Georgia Tech, its examples.
const std::vector<PublishedPatterns>& transformer_explainer();

} // namespace epreuve::instruments
