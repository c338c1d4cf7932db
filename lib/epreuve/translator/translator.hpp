#pragma once

#include "epreuve/networks/encoder_decoder.hpp"

#include <armadillo>

#include <cstddef>
#include <string>
#include <vector>

/// The small Transformer that comes with the suite and translates the language of known entropy into its twin: how it
/// reads and writes, and (making.hpp) how it was trained.
namespace epreuve::translator {

using Token = arma::uword; ///< a word by its place in its language's list; 0 is "."

/// "." ends a text. It is also what the decoder is given first: the end of the sentence before.
inline constexpr Token end = 0;

struct Translator
{
  std::vector<std::string> source_words, target_words;
  networks::EncoderDecoder<double> network;
  bool positions = true; ///< whether positions are added to the embeddings
};

/// The places of words in a list.
/// @throws Error if one is not in it
std::vector<Token> tokens(const std::vector<std::string>& words,
                          const std::vector<std::string>& list);

/// A sentence and a translation, or the beginning of one, as the network reads them.
/// @throws Error if there is no token
networks::Pairs<double> as_read(const Translator& translator, const std::vector<Token>& source,
                                const std::vector<Token>& target);

/// The law of each word of the target, given the source and the words before it: N_t x words.
/// @throws Error as as_read
arma::mat laws(const Translator& translator, const std::vector<Token>& source,
               const std::vector<Token>& target);

/// What was written, word by word, and where each head of the cross-attention looked.
struct Written
{
  std::vector<Token> target; ///< to the "." that ends it, if that came in time
  arma::mat laws;            ///< N_t x words: the law of each word, given the words before it
  std::vector<arma::cube>
      cross; ///< for each block, words x source x heads: row i is the query that asks for word i
};

/// Greedy translation: each word is the most probable one, the first of equally probable ones.
/// @param source  with its "."
/// @param most    words that it may write
/// @throws        Error if there is no token, or one that the translator does not know
Written translate(const Translator& translator, const std::vector<Token>& source,
                  std::size_t most = 40);

/// The same quantities for a given translation, in one pass.
/// @param target  with its "."
/// @throws        Error as translate
Written given(const Translator& translator, const std::vector<Token>& source,
              const std::vector<Token>& target);

/// What one pass over a translation says of it.
struct Judged
{
  bool is_written = false; ///< whether greedy translation writes exactly this
  double probability = 0;  ///< of the translation, the product of its words' probabilities
};

/// Greedy translation writes a sentence if and only if each word is the most probable one after the right words before it;
/// so one pass over the right words, as in training, decides.
/// @throws Error as translate
Judged judged(const Translator& translator, const std::vector<Token>& source,
              const std::vector<Token>& target);

} // namespace epreuve::translator
