#include "epreuve/gpt2/tokenizer.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/vocabulary.hpp"
#include "epreuve/gpt2/words.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/utf8.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <system_error>
#include <unordered_map>

namespace epreuve::gpt2 {

namespace {

using Rank = std::uint32_t;
using Position = std::uint32_t;

constexpr std::string_view replacement_character = "\uFFFD";

std::string read_one(const std::filesystem::path& file)
{
  if (std::error_code failure; !std::filesystem::exists(file, failure))
    throw Error("there is no {}; download GPT-2's files with `epreuve gpt2 fetch`, or name the "
                "folder that has them",
                file.string());
  return read_text(file, longest_vocabulary_file);
}

/// Rank and position in one number: the order in which merges are applied.
constexpr std::uint64_t pack(Rank rank, Position position)
{
  return std::uint64_t{rank} << 32 | position;
}

/// For each pair of tokens that merge, its place in merges.txt.
class Ranks
{
public:
  explicit Ranks(const std::vector<Merge>& merges)
  {
    ranks_.reserve(merges.size());
    for (Rank rank = 0; rank < merges.size(); ++rank)
      ranks_.emplace(key(merges[rank].left, merges[rank].right), rank);
  }

  /// nullptr if they do not merge
  const Rank* find(Token left, Token right) const
  {
    const auto found = ranks_.find(key(left, right));
    return found == ranks_.end() ? nullptr : &found->second;
  }

private:
  static std::uint64_t key(Token left, Token right) { return std::uint64_t{left} << 32 | right; }

  std::unordered_map<std::uint64_t, Rank> ranks_;
};

/// Joins the pairs of one word, in time n log n: a heap holds the pairs that may be joined, by
/// rank and then from left to right. A pair that has changed meanwhile stays there and is passed
/// over when its turn comes.
class Joiner
{
public:
  Joiner(const Vocabulary& vocabulary, const Ranks& ranks)
      : vocabulary_(&vocabulary), ranks_(&ranks)
  {
  }

  void append(std::string_view word, std::vector<Token>& tokens)
  {
    begin(word);
    while (!heap_.empty())
      join_all(take_lowest_rank());
    for (Position i = 0; i < end(); i = parts_[i].next)
      tokens.push_back(parts_[i].token);
  }

private:
  struct Part
  {
    Token token;
    Position previous, next; ///< end() where there is none
  };
  static constexpr Token gone = std::numeric_limits<Token>::max();

  Position end() const { return static_cast<Position>(parts_.size()); }

  void begin(std::string_view word)
  {
    if (word.size() >= gone)
      throw Error("a word of {} bytes without a break has no tokens: at most {} are possible",
                  word.size(), gone - 1);
    parts_.resize(word.size());
    for (Position i = 0; i < end(); ++i)
      parts_[i] = {vocabulary_->of_byte[static_cast<unsigned char>(word[i])],
                   i == 0 ? end() : i - 1, i + 1};
    heap_.clear();
    for (Position i = 0; i + 1 < end(); ++i)
      if (const Rank* rank = ranks_->find(parts_[i].token, parts_[i + 1].token))
        heap_.push_back(pack(*rank, i));
    std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  /// Takes all pairs of the lowest rank out of the heap, into batch_, from left to right.
  Rank take_lowest_rank()
  {
    const auto lowest = static_cast<Rank>(heap_.front() >> 32);
    batch_.clear();
    while (!heap_.empty() && heap_.front() >> 32 == lowest) {
      batch_.push_back(static_cast<Position>(heap_.front()));
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    return lowest;
  }

  void join_all(Rank rank)
  {
    const Merge& merge = vocabulary_->merges[rank];
    for (const Position i : batch_) {
      Part& left = parts_[i];
      const Position right = left.next;
      if (left.token != merge.left || right == end() || parts_[right].token != merge.right)
        continue;
      left.token = merge.joined;
      left.next = parts_[right].next;
      parts_[right].token = gone;
      if (left.next != end()) {
        parts_[left.next].previous = i;
        push(i, left.next);
      }
      if (left.previous != end())
        push(left.previous, i);
    }
  }

  void push(Position left, Position right)
  {
    if (const Rank* rank = ranks_->find(parts_[left].token, parts_[right].token)) {
      heap_.push_back(pack(*rank, left));
      std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    }
  }

  const Vocabulary* vocabulary_;
  const Ranks* ranks_;
  std::vector<Part> parts_;
  std::vector<std::uint64_t> heap_;
  std::vector<Position> batch_;
};

/// The tokens of one text. A word that it has met, and not forgotten for another one, gets the
/// tokens that it got before.
class Encoding
{
public:
  Encoding(const Vocabulary& vocabulary, const Ranks& ranks, std::size_t text_size)
      : joiner_(vocabulary, ranks),
        met_(std::bit_ceil(std::clamp<std::size_t>(text_size / 4, 16, most_words_kept)))
  {
  }

  void append(std::string_view text)
  {
    for_each_word(text, [&](std::string_view word) { append_word(word); });
  }

  void append(Token token) { tokens_.push_back(token); }

  std::vector<Token> take() { return std::move(tokens_); }

private:
  struct Met
  {
    std::string_view word;
    std::size_t first = 0, count = 0; ///< of its tokens in tokens_
  };
  static constexpr std::size_t most_words_kept = 1 << 14;

  void append_word(std::string_view word)
  {
    Met& met = met_[std::hash<std::string_view>()(word) & (met_.size() - 1)];
    if (met.word == word) {
      for (std::size_t i = met.first; i < met.first + met.count; ++i)
        tokens_.push_back(tokens_[i]);
      return;
    }
    const std::size_t first = tokens_.size();
    joiner_.append(word, tokens_);
    met = {word, first, tokens_.size() - first};
  }

  Joiner joiner_;
  std::vector<Met> met_;
  std::vector<Token> tokens_;
};

} // namespace

struct Tokenizer::Implementation
{
  explicit Implementation(Vocabulary read) : vocabulary(std::move(read)), ranks(vocabulary.merges)
  {
  }

  Vocabulary vocabulary;
  Ranks ranks;
};

Tokenizer::Tokenizer(const std::filesystem::path& folder)
{
  const std::filesystem::path vocab = folder / "vocab.json";
  const std::filesystem::path merges = folder / "merges.txt";
  const std::string vocab_json = read_one(vocab);
  const std::string merges_txt = read_one(merges);
  implementation_ = std::make_unique<Implementation>(
      read_vocabulary({vocab.string(), vocab_json}, {merges.string(), merges_txt}));
}

Tokenizer::Tokenizer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation))
{
}

Tokenizer Tokenizer::from_texts(std::string_view vocab_json, std::string_view merges_txt)
{
  return Tokenizer(std::make_unique<Implementation>(
      read_vocabulary({"vocab.json", vocab_json}, {"merges.txt", merges_txt})));
}

Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

std::size_t Tokenizer::vocabulary_size() const
{
  return implementation_->vocabulary.tokens.size();
}

bool Tokenizer::has_end_of_text() const
{
  return implementation_->vocabulary.end_of_text.has_value();
}

Token Tokenizer::end_of_text() const
{
  if (!implementation_->vocabulary.end_of_text)
    throw Error("the vocabulary has no token {}", end_of_text_marker);
  return *implementation_->vocabulary.end_of_text;
}

std::vector<Token> Tokenizer::encode(std::string_view text, Special special) const
{
  Encoding encoding(implementation_->vocabulary, implementation_->ranks, text.size());
  if (special == Special::allowed)
    for (std::size_t at = 0; (at = text.find(end_of_text_marker)) != std::string_view::npos;) {
      encoding.append(text.substr(0, at));
      encoding.append(end_of_text());
      text.remove_prefix(at + end_of_text_marker.size());
    }
  encoding.append(text);
  return encoding.take();
}

const std::string& Tokenizer::bytes(Token token) const
{
  const std::vector<std::string>& tokens = implementation_->vocabulary.tokens;
  if (token >= tokens.size())
    throw Error("there is no token {}: the vocabulary has 0 to {}", token, tokens.size() - 1);
  return tokens[token];
}

std::string Tokenizer::decode(const std::vector<Token>& tokens) const
{
  std::string text;
  for (const Token token : tokens)
    text += bytes(token);
  return text;
}

std::string StreamDecoder::next(Token token)
{
  held_ += tokenizer_->bytes(token);
  std::string text;
  std::size_t at = 0;
  while (at < held_.size()) {
    const Utf8Unit unit = first_utf8_unit(std::string_view(held_).substr(at));
    if (unit.kind == Utf8Unit::Kind::unfinished)
      break;
    if (unit.kind == Utf8Unit::Kind::character)
      text.append(held_, at, unit.length);
    else
      text += replacement_character;
    at += unit.length;
  }
  held_.erase(0, at);
  return text;
}

std::string StreamDecoder::finish()
{
  const bool unfinished = !held_.empty();
  held_.clear();
  return unfinished ? std::string(replacement_character) : "";
}

} // namespace epreuve::gpt2
