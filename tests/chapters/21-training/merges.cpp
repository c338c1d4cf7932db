#include "chapters/21-training/merges.hpp"

#include "epreuve/gpt2/bpe_training.hpp"
#include "epreuve/gpt2/tokenizer.hpp"

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>

using namespace epreuve;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(greedy_merges_leave_as_many_tokens_as_the_trained_tokenizer)
{
  std::mt19937_64 generator(1);
  for (int text = 0; text < 200; ++text) {
    std::string word(1 + generator() % 9, 'a');
    for (char& letter : word)
      letter = static_cast<char>('a' + static_cast<int>(generator() % 3));
    for (unsigned merges = 0; merges < 5; ++merges) {
      const gpt2::VocabularyFiles files =
          gpt2::write_vocabulary(gpt2::train_vocabulary({{word, 1}}, merges));
      const gpt2::Tokenizer trained =
          gpt2::Tokenizer::from_texts(files.vocab_json, files.merges_txt);
      BOOST_TEST(greedy_tokens(word, merges, Ties::lowest_first) == trained.encode(word).size());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_best_merges_of_words_worked_out_by_hand)
{
  BOOST_TEST(best_merges("aaabaab", 0).tokens == 7u);
  BOOST_TEST(best_merges("aaabaab", 2).tokens == 3u); // a, aab, aab
  BOOST_TEST(best_merges("abcdabcd", 3).tokens == 2u);
  BOOST_TEST(best_merges("aaaa", 2).tokens == 1u);
  BOOST_TEST(best_merges("aaaa", 5).tokens == 1u);
}

BOOST_AUTO_TEST_CASE(no_shorter_word_defeats_greed_whatever_its_ties)
{
  BOOST_TEST(!smallest_failure(5, Ties::lowest_first).has_value());
  BOOST_TEST(!smallest_failure(6, Ties::any).has_value());
  BOOST_TEST(greedy_tokens("aaabaab", 2, Ties::any) == 4u);
}
