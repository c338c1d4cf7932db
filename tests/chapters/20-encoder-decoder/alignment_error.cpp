#include "chapters/20-encoder-decoder/alignment_error.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;
using language::Twins;

namespace {

/// A translator of six words in either language, with weights by lot.
translator::Translator by_lot()
{
  const std::vector<std::string> words{".", "a", "b", "c", "d", "e"};
  return {
      .source_words = words,
      .target_words = words,
      .network = networks::initial_encoder_decoder<double>(
          {.n = 8, .heads = 2, .hidden = 8, .blocks = 2, .source_tokens = 6, .target_tokens = 6},
          7)};
}

Twins twins(std::vector<language::Word> source, std::vector<std::size_t> renders)
{
  Twins of{std::move(source), {}, std::move(renders), 1};
  for (const std::size_t place : of.renders)
    of.target.push_back(of.source[place]);
  return of;
}

const std::vector<Twins> two{twins({1, 2, 3, 0}, {0, 2, 1, 3}),
                             twins({4, 1, 5, 2, 0}, {0, 1, 2, 3, 4})};

} // namespace

BOOST_AUTO_TEST_CASE(the_errors_are_counts_of_words_whose_right_weight_is_exceeded)
{
  const translator::Translator translator = by_lot();
  const AlignmentErrors errors = alignment_errors(translator, two);
  for (const std::size_t later : {0u, 1u}) {
    const LinkErrors& found = later == 0 ? errors.asking : errors.given;
    for (arma::uword block = 0; block < 2; ++block)
      for (arma::uword head = 0; head < 3; ++head) {
        double wrong = 0, mass = 0, at_end = 0;
        for (const Twins& sentence : two) {
          const arma::cube patterns =
              translator::given(translator, sentence.source, sentence.target).cross[block];
          for (std::size_t i = 0; i + 1 < sentence.source.size(); ++i) {
            const auto weight = [&](std::size_t j) {
              return head < 2 ? patterns(i + later, j, head)
                              : (patterns(i + later, j, 0) + patterns(i + later, j, 1)) / 2;
            };
            bool exceeded = false;
            for (std::size_t j = 0; j < sentence.source.size(); ++j)
              exceeded = exceeded || weight(j) > weight(sentence.renders[i]);
            wrong += exceeded ? 1 : 0;
            mass += weight(sentence.renders[i]);
            at_end += weight(sentence.source.size() - 1);
          }
        }
        BOOST_TEST(found.error(block, head) == wrong / 7, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(found.mass(block, head) == mass / 7, boost::test_tools::tolerance(1e-12));
        BOOST_TEST(found.at_end(block, head) == at_end / 7, boost::test_tools::tolerance(1e-12));
      }
  }
}

BOOST_AUTO_TEST_CASE(the_diagonal_errs_at_crossings_and_a_lot_among_all_words)
{
  const AlignmentErrors errors = alignment_errors(by_lot(), two);
  BOOST_TEST(errors.asking.words == 7u);
  BOOST_TEST(errors.asking_crossed.words == 2u);
  BOOST_TEST(errors.diagonal == 2. / 7, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(errors.uniform == (3 * 3. / 4 + 4 * 4. / 5) / 7, boost::test_tools::tolerance(1e-12));
  BOOST_CHECK_EXCEPTION(alignment_errors(by_lot(), {two[1]}), Error,
                        tests::says("alignment_errors"));
}

BOOST_AUTO_TEST_CASE(removal_finds_the_column_without_which_a_word_is_least_probable)
{
  // Of one word and "." there are two columns: the one is needed more if hiding it lowers the probability more. With only
  // the other one visible, cross-attention hands on its value, whatever the scores.
  const translator::Translator translator = by_lot();
  double wrong = 0;
  std::vector<Twins> sentences;
  for (language::Word word = 1; word < 6; ++word) {
    sentences.push_back(twins({word, 0}, {0, 1}));
    const auto probability = [&](arma::uword visible) {
      networks::Pairs<double> pairs = translator::as_read(translator, {word, 0}, {word, 0});
      pairs.cross_seen.zeros();
      pairs.cross_seen.col(visible).ones();
      const arma::vec l = networks::logits(translator.network, pairs).col(0);
      return std::exp(l(word)) / arma::accu(arma::exp(l));
    };
    wrong += probability(1) > probability(0) ? 1 : 0; // with "." alone it is more probable
  }
  BOOST_TEST(removal_error(translator, sentences) == wrong / 5);
}
