// Byte-pair encoding trained on words. tests/gpt2/reference/train_tokenizer.py compares it with its definition; here
// are the rule by example, the language's words and what holds for any text.

#include "epreuve/gpt2/bpe_training.hpp"

#include "epreuve/gpt2/words.hpp"
#include "epreuve/language/language.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;

namespace {

using Strings = std::vector<std::string>;

WordCounts words_of(std::string_view text)
{
  WordCounts counts;
  count_words(text, counts);
  return counts;
}

/// The merged tokens, in the order in which they were made.
Strings made(const Vocabulary& vocabulary)
{
  return {vocabulary.tokens.begin() + 256, vocabulary.tokens.end() - 1};
}

Tokenizer tokenizer_of(const Vocabulary& vocabulary)
{
  const VocabularyFiles files = write_vocabulary(vocabulary);
  return Tokenizer::from_texts(files.vocab_json, files.merges_txt);
}

Strings pieces(std::string_view text)
{
  Strings all;
  for_each_word(text, [&](std::string_view word) { all.emplace_back(word); });
  return all;
}

Strings tokens(const Tokenizer& tokenizer, std::string_view text)
{
  Strings all;
  for (const Token token : tokenizer.encode(text))
    all.push_back(tokenizer.bytes(token));
  return all;
}

std::string listed(const language::Language& language)
{
  std::string list;
  for (const std::string& word : language.words())
    list += word + "\n";
  return list;
}

double seconds(const std::function<void()>& work)
{
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_most_frequent_pair_is_joined_first_and_of_equal_ones_the_older)
{
  // (x, y) three times; then (a, b), (b, c), (c, d) and (xy, z) twice: (a, b) has the lowest numbers, and without
  // (b, c) the next is (c, d) before (xy, z), whose left token is number 256. What is left is rarer.
  BOOST_TEST(made(train_vocabulary({{"abcd", 2}, {"xyz", 2}, {"xy", 1}}, 4)) ==
                 Strings({"xy", "ab", "cd", "xyz"}),
             boost::test_tools::per_element());
  // Equally frequent, with the same left token: the right one decides.
  BOOST_TEST(made(train_vocabulary({{"ac", 1}, {"ab", 1}})) == Strings({"ab", "ac"}),
             boost::test_tools::per_element());
  // Counts of words, not of different words.
  BOOST_TEST(made(train_vocabulary({{"ab", 1}, {"abc", 1}, {"xy", 3}}, 1)) == Strings({"xy"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(overlapping_pairs_all_count_and_are_joined_from_left_to_right)
{
  // (a, a) is twice in "aaa", as (x, y) in two words, and a is before x. The last a of "aaab" is left over.
  const Vocabulary vocabulary = train_vocabulary({{"aaab", 1}, {"xy", 2}}, 2);
  BOOST_TEST(made(vocabulary) == Strings({"aa", "xy"}), boost::test_tools::per_element());
  BOOST_TEST(tokens(tokenizer_of(vocabulary), "aaab") == Strings({"aa", "a", "b"}),
             boost::test_tools::per_element());
  BOOST_TEST(made(train_vocabulary({{std::string(9, 'a'), 1}})) ==
                 Strings({"aa", "aaaa", "aaaaa", "aaaaaaaaa"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_word_ends_where_the_pattern_ends_it_and_at_the_end_of_a_document)
{
  const WordCounts counts = words_of("the cat's<|endoftext|>the cat");
  const WordCounts expected{{"the", 2}, {" cat", 2}, {"'s", 1}};
  BOOST_TEST((counts == expected));
  BOOST_TEST((words_of_list("the-mouse\n\t the cat\r\nthe") ==
              WordCounts{{" the", 1}, {"-", 1}, {"mouse", 1}, {" cat", 1}}));
  BOOST_TEST(words_of_list(" \n").empty());
}

BOOST_AUTO_TEST_CASE(the_files_are_read_as_the_vocabulary_that_was_written)
{
  std::mt19937 draw(1);
  std::string bytes;
  for (int i = 0; i < 4000; ++i)
    bytes += static_cast<char>(draw() % (i % 2 == 0 ? 256 : 8));
  for (const std::size_t merges : {std::size_t{0}, std::size_t{300}, until_words_are_whole}) {
    const Vocabulary vocabulary = train_vocabulary(words_of(bytes), merges);
    const auto [vocab_json, merges_txt] = write_vocabulary(vocabulary);
    const Vocabulary read = read_vocabulary({"vocab.json", vocab_json}, {"merges.txt", merges_txt});
    BOOST_TEST(read.tokens == vocabulary.tokens, boost::test_tools::per_element());
    BOOST_TEST((read.merges == vocabulary.merges));
    BOOST_TEST((read.of_byte == vocabulary.of_byte));
    BOOST_TEST((read.end_of_text == vocabulary.tokens.size() - 1));
    BOOST_TEST(vocabulary.tokens.back() == "<|endoftext|>");
    BOOST_TEST(vocabulary.tokens.size() == 257 + vocabulary.merges.size());
    BOOST_TEST(std::set<std::string>(read.tokens.begin(), read.tokens.end()).size() ==
               read.tokens.size());
  }
}

BOOST_AUTO_TEST_CASE(every_word_of_a_text_becomes_one_token_and_any_other_bytes_still_encode)
{
  BOOST_TEST(rc::check("bytes", [](const std::string& learnt, const std::string& other) {
    const WordCounts words = words_of(learnt);
    const Tokenizer tokenizer = tokenizer_of(train_vocabulary(words));
    for (const auto& [word, count] : words)
      RC_ASSERT(tokens(tokenizer, word) == Strings{word});
    for (const std::string& text : {learnt, other, learnt + other, other + learnt})
      RC_ASSERT(tokenizer.decode(tokenizer.encode(text)) == text);
  }));
}

BOOST_AUTO_TEST_CASE(
    every_word_of_the_language_is_one_token_with_its_blank_or_the_chain_of_its_pieces)
{
  for (const language::Language* language : {&language::english(), &language::french()}) {
    const Vocabulary vocabulary = train_vocabulary(words_of_list(listed(*language)));
    const Tokenizer tokenizer = tokenizer_of(vocabulary);
    std::size_t whole = 0;
    for (const std::string& word : language->words()) {
      BOOST_TEST(tokens(tokenizer, " " + word) == pieces(" " + word),
                 boost::test_tools::per_element());
      whole += tokenizer.encode(" " + word).size() == 1;
    }
    BOOST_TEST(whole == (language == &language::english() ? 67u : 73u));
    // So small a vocabulary suits a small model: it is 484 and 514.
    BOOST_TEST(vocabulary.tokens.size() < 520);
  }
  const Tokenizer both = tokenizer_of(
      train_vocabulary(words_of_list(listed(language::english()) + listed(language::french()))));
  BOOST_TEST(
      tokens(both, " the-mouse l'armistice one, l'œuvre") ==
          Strings({" the", "-", "mouse", " l", "'", "armistice", " one", ",", " l", "'", "œuvre"}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_text_of_the_language_leads_to_the_same_with_a_few_merges_more)
{
  for (const language::Language* language : {&language::english(), &language::french()}) {
    const std::string text = language->text(language->sample(1, 20'000));
    const Vocabulary vocabulary = train_vocabulary(words_of(text));
    const Tokenizer tokenizer = tokenizer_of(vocabulary);
    for (const std::string& word : language->words())
      BOOST_TEST(tokens(tokenizer, " " + word) == pieces(" " + word),
                 boost::test_tools::per_element());
    BOOST_TEST(vocabulary.tokens.size() < 530);
  }
}

BOOST_AUTO_TEST_CASE(neither_the_order_of_the_words_nor_that_of_a_hash_changes_the_merges)
{
  std::mt19937 draw(2);
  std::vector<std::pair<std::string, std::uint64_t>> words;
  for (int i = 0; i < 500; ++i) {
    std::string word;
    for (auto length = 1 + draw() % 12; length > 0; --length)
      word += static_cast<char>('a' + draw() % 3);
    words.emplace_back(word, 1 + draw() % 3);
  }
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words, {}, [](const auto& word) { return word.first; });
  words.erase(repeated.begin(), repeated.end());
  const Vocabulary expected = train_vocabulary({words.begin(), words.end()});
  for (const std::size_t buckets : {1, 7, 100'000}) {
    std::ranges::shuffle(words, draw);
    WordCounts counts(buckets);
    counts.insert(words.begin(), words.end());
    BOOST_TEST((train_vocabulary(counts).merges == expected.merges));
  }
}

BOOST_AUTO_TEST_CASE(the_work_done_grows_from_merge_to_merge_up_to_1)
{
  for (const std::size_t merges : {std::size_t{5}, until_words_are_whole}) {
    std::vector<double> done;
    train_vocabulary(words_of("the cat that the creature sees sits on the couch"), merges,
                     [&](double part) { done.push_back(part); });
    BOOST_TEST(std::ranges::is_sorted(done));
    BOOST_TEST(done.front() > 0);
    BOOST_TEST(done.back() == 1);
  }
}

BOOST_AUTO_TEST_CASE(pairs_are_not_counted_again_after_each_merge)
{
  std::mt19937 draw(3);
  std::string letters;
  for (int i = 0; i < 1 << 18; ++i)
    letters += static_cast<char>('a' + draw() % 26);
  std::size_t merges = 0;
  const double taken = seconds([&] { merges = train_vocabulary(words_of(letters)).merges.size(); });
  // Counting all pairs after each merge would take minutes: some billions of them.
  BOOST_TEST(double(merges) * double(letters.size()) / 2 > 1e9);
  BOOST_TEST(taken < 60);
}
