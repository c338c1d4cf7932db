#pragma once

#include "epreuve/gpt2/model.hpp"
#include "epreuve/language/beliefs.hpp"
#include "epreuve/petit/speech.hpp"

#include <armadillo>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What the heads of a model of the language do, found by tests whose scores and thresholds were written down before any
/// model was looked at.
namespace epreuve::petit {

/// The beginning of a sentence up to where its second name comes, "Ada sits on the bed then", and how probable it is
/// among these.
struct BeforeReturn
{
  std::vector<Word> words; ///< the first is the name
  Rational probability;
};

/// All of them.
std::vector<BeforeReturn> before_returns(const language::Language& english,
                                         const language::Beliefs& beliefs);

/// What there is to be gained by copying: the mutual information of the two names, in nats,
///
///     gain = H(second name) - H(second name | first name).
struct Copying
{
  double gain;   ///< at a returning name
  double a_word; ///< of the endless text: the gain times how often, per word, a second name comes
};

Copying copying(const language::Language& english, const language::Beliefs& beliefs);

/// More than this, and a head has the test's name.
constexpr double threshold_of_tests = 0.5;
/// A head copies if it attends to the name by the test "name" and in more than this share of cases writes it.
constexpr double threshold_of_writing = 0.9;

/// Scores of all heads, a matrix layers x heads for each test. A score is a mean, from 0 to 1, of the weight that a query
/// puts on certain keys. Over all tokens of 100 random texts of three sentences but the first two:
///
///     itself      the query's own token
///     previous    the token before
///     marker      <|endoftext|>
///     "."         the last "." before the query, where there is one
///
/// Over 50 texts of 20 different random words (of one token each) said twice, at the second time:
///
///     duplicate   the same token, the first time
///     induction   the token after it
///
/// At the "then" of all sentences with a returning name (by their probabilities), each after a random sentence:
///
///     name        the name that the sentence begins with
///
/// The last score is no weight:
///
///     writing     how often, of the five names, the head's output raises the logit of that name most (through the
///                 gain of the final layer norm; its scale changes no order)
///
/// @param seed  of the texts
/// @throws      Error if there are not 20 words of one token
template <typename Real>
std::map<std::string, arma::mat> head_scores(const gpt2::Model<Real>& model, const Speech& speech,
                                             const language::Beliefs& beliefs, std::uint64_t seed);

/// The names of a head by its scores: the tests that it passes, and "copies".
/// @param scores  as head_scores returns them
std::vector<std::string> names_of_head(const std::map<std::string, arma::mat>& scores,
                                       arma::uword layer, arma::uword head);

/// What is lost with a head or an MLP switched off: a matrix layers x (heads + 1), the MLPs last.
struct Worth
{
  arma::mat by_mean;            ///< its output is everywhere its mean over all tokens of the texts
  arma::mat by_mean_half_width; ///< of 95 % intervals, from the differences between texts
  arma::mat resampled;          ///< its output is that in another random text, at the same position
  arma::mat resampled_half_width;
};

/// In nats a word, the loss of the text itself. Random texts of three sentences.
/// @param texts  at least 2
template <typename Real>
Worth worth_a_word(const gpt2::Model<Real>& model, const Speech& speech, std::uint64_t seed,
                   std::size_t texts);

/// In nats, at the returning name: the divergence of the exact probabilities from the model's, less that of the whole model.
/// Sentences as in the test "name"; all with their probabilities, so the half widths are 0.
template <typename Real>
Worth worth_at_name(const gpt2::Model<Real>& model, const Speech& speech,
                    const language::Beliefs& beliefs, std::uint64_t seed);

} // namespace epreuve::petit
