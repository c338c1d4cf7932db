#include "epreuve/gpt2/bpe_training.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/words.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <vector>

namespace epreuve::gpt2 {

namespace {

using Place = std::uint32_t; ///< a byte's, among those of all words

constexpr std::size_t most_bytes = std::size_t{1} << 31; ///< of all different words

constexpr Place nowhere = std::numeric_limits<Place>::max();

/// Two tokens in one number, in the order of the rule for equally frequent pairs.
using PairOfTokens = std::uint64_t;

constexpr PairOfTokens pair_of(Token left, Token right)
{
  return PairOfTokens{left} << 32 | right;
}

/// All words as they are encoded so far, and where each pair of neighbours is.
class Words
{
public:
  explicit Words(const WordCounts& counts)
  {
    std::size_t length = 0;
    for (const auto& [word, count] : counts)
      length += word.size();
    if (length > most_bytes)
      throw Error("the different words of the texts have {} bytes together, and at most {} are "
                  "possible; give shorter texts",
                  length, most_bytes);
    parts_.reserve(length);
    for (const auto& [word, count] : counts)
      append(word, count);
    for (Place left = 0; left < parts_.size(); ++left)
      if (parts_[left].next != nowhere)
        begin_pair(left);
    queue_begun();
  }

  /// How many times neighbours may still be joined.
  std::size_t neighbours() const { return neighbours_; }

  /// Joins the most frequent pair everywhere. @return the pair and what it became; nothing if no word has one
  std::optional<Merge> join_most_frequent(Token joined)
  {
    const std::optional<PairOfTokens> pair = take_most_frequent();
    if (!pair)
      return std::nullopt;
    const Merge merge{static_cast<Token>(*pair >> 32), static_cast<Token>(*pair), joined};
    // The places of a pair of equal tokens, which can overlap, are in order: they arose when the token was made, from
    // left to right. So the order of the words in memory decides nothing.
    const auto taken = pairs_.extract(*pair);
    for (const Place place : taken.mapped().places)
      if (has(place, merge))
        join(place, joined);
    queue_begun();
    return merge;
  }

private:
  struct Part
  {
    Token token;
    Place previous, next;
    std::uint64_t count; ///< of the word
  };

  struct Pair
  {
    std::uint64_t count = 0;
    std::vector<Place> places{}; ///< of its left tokens, also where it is no longer
  };

  struct Queued
  {
    std::uint64_t count;
    PairOfTokens pair;
    bool operator<(const Queued& other) const
    {
      return count != other.count ? count < other.count : pair > other.pair;
    }
  };

  void append(std::string_view word, std::uint64_t count)
  {
    const auto begin = static_cast<Place>(parts_.size());
    const auto end = static_cast<Place>(begin + word.size());
    for (Place place = begin; place < end; ++place)
      parts_.push_back({static_cast<unsigned char>(word[place - begin]),
                        place == begin ? nowhere : place - 1,
                        place + 1 == end ? nowhere : place + 1, count});
  }

  PairOfTokens pair_at(Place left) const
  {
    return pair_of(parts_[left].token, parts_[parts_[left].next].token);
  }

  bool has(Place left, const Merge& merge) const
  {
    return parts_[left].token == merge.left && parts_[left].next != nowhere &&
           parts_[parts_[left].next].token == merge.right;
  }

  void begin_pair(Place left)
  {
    ++neighbours_;
    Pair& pair = pairs_[pair_at(left)];
    if (pair.places.empty())
      begun_.push_back(pair_at(left));
    pair.places.push_back(left);
    pair.count += parts_[left].count;
  }

  void end_pair(Place left)
  {
    --neighbours_;
    if (const auto pair = pairs_.find(pair_at(left)); pair != pairs_.end())
      pair->second.count -= parts_[left].count;
  }

  void join(Place place, Token joined)
  {
    Part& left = parts_[place];
    Part& right = parts_[left.next];
    --neighbours_;
    if (left.previous != nowhere)
      end_pair(left.previous);
    if (right.next != nowhere) {
      end_pair(left.next);
      parts_[right.next].previous = place;
    }
    left.token = joined;
    left.next = right.next;
    right.token = gone;
    if (left.previous != nowhere)
      begin_pair(left.previous);
    if (left.next != nowhere)
      begin_pair(place);
  }

  void queue_begun()
  {
    for (const PairOfTokens pair : begun_)
      queue_.push({pairs_[pair].count, pair});
    begun_.clear();
  }

  std::optional<PairOfTokens> take_most_frequent()
  {
    while (!queue_.empty()) {
      const Queued first = queue_.top();
      queue_.pop();
      const auto found = pairs_.find(first.pair);
      if (found == pairs_.end())
        continue;
      if (found->second.count == first.count && first.count > 0)
        return first.pair;
      if (found->second.count == 0)
        pairs_.erase(found);
      else
        queue_.push({found->second.count, first.pair});
    }
    return std::nullopt;
  }

  static constexpr Token gone = std::numeric_limits<Token>::max();

  std::vector<Part> parts_;
  std::size_t neighbours_ = 0;
  std::unordered_map<PairOfTokens, Pair> pairs_;
  std::vector<PairOfTokens> begun_; ///< since the queue was brought up to date
  std::priority_queue<Queued> queue_;
};

constexpr std::string_view white_space = " \t\n\v\f\r";

} // namespace

void count_words(std::string_view text, WordCounts& counts)
{
  const auto add = [&](std::string_view word) {
    const auto found = counts.find(word);
    if (found == counts.end())
      counts.emplace(word, 1);
    else
      ++found->second;
  };
  for (std::size_t at = 0; (at = text.find(end_of_text_marker)) != std::string_view::npos;) {
    for_each_word(text.substr(0, at), add);
    text.remove_prefix(at + end_of_text_marker.size());
  }
  for_each_word(text, add);
}

WordCounts words_of_list(std::string_view list)
{
  WordCounts counts;
  for (std::size_t begin = 0;
       (begin = list.find_first_not_of(white_space, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(list.find_first_of(white_space, begin), list.size());
    count_words(" " + std::string(list.substr(begin, end - begin)), counts);
    begin = end;
  }
  for (auto& [word, count] : counts)
    count = 1;
  return counts;
}

Vocabulary train_vocabulary(const WordCounts& words, std::size_t most_merges,
                            const std::function<void(double done)>& progress)
{
  Vocabulary vocabulary = vocabulary_of_bytes();
  Words encoded(words);
  const std::size_t neighbours = encoded.neighbours();
  while (vocabulary.merges.size() < most_merges) {
    const auto merge = encoded.join_most_frequent(static_cast<Token>(vocabulary.tokens.size()));
    if (!merge)
      break;
    vocabulary.merges.push_back(*merge);
    vocabulary.tokens.push_back(vocabulary.tokens[merge->left] + vocabulary.tokens[merge->right]);
    progress(
        std::max(static_cast<double>(vocabulary.merges.size()) / static_cast<double>(most_merges),
                 1 - static_cast<double>(encoded.neighbours()) / static_cast<double>(neighbours)));
  }
  vocabulary.end_of_text = static_cast<Token>(vocabulary.tokens.size());
  vocabulary.tokens.emplace_back(end_of_text_marker);
  return vocabulary;
}

} // namespace epreuve::gpt2
