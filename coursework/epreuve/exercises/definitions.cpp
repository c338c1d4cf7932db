#include "epreuve/exercises/definitions.hpp"

#include "epreuve/lexer.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <vector>

namespace epreuve::exercises {

namespace {

using Path = std::vector<std::string_view>; ///< exercise::softmax, its parts

/// The tokens that a compiler sees, one after the other. A stranger wrote the text: each token is looked at a bounded
/// number of times, and what is found are views of the text.
class Reader
{
public:
  explicit Reader(std::string_view text) : tokens_(tokens_of(text))
  {
    std::erase_if(tokens_, [](const Token& token) {
      return token.kind == Token::Kind::comment || token.kind == Token::Kind::directive;
    });
  }

  Defined read()
  {
    while (at_ < tokens_.size())
      read_declaration();
    return std::move(found_);
  }

private:
  bool is(std::size_t i, std::string_view text) const
  {
    return i < tokens_.size() && tokens_[i].text == text;
  }
  bool is_name(std::size_t i) const
  {
    return i < tokens_.size() && tokens_[i].kind == Token::Kind::identifier;
  }

  /// The place after the bracket that closes the one here.
  std::size_t after_brackets(std::size_t i, std::string_view open, std::string_view close) const
  {
    for (int depth = 0; i < tokens_.size(); ++i) {
      depth += is(i, open) ? 1 : is(i, close) ? -1 : 0;
      if (depth == 0)
        return i + 1;
    }
    return i;
  }

  /// A name with its qualifiers, backwards from its last part.
  Path path_to(std::size_t last) const
  {
    Path path{tokens_[last].text};
    while (last >= 3 && is(last - 1, ":") && is(last - 2, ":") && is_name(last - 3)) {
      last -= 3;
      path.push_back(tokens_[last].text);
    }
    std::ranges::reverse(path);
    return path;
  }

  void read_declaration()
  {
    if (is(at_, "template"))
      at_ = after_brackets(at_ + 1, "<", ">");
    const std::size_t begin = at_;
    std::vector<Path>
        called; // the names before brackets: of the function, or noexcept, alignas ...
    bool is_variable = false;
    for (; at_ < tokens_.size(); ++at_)
      if (is(at_, "(")) {
        if (at_ > begin && is_name(at_ - 1))
          called.push_back(path_to(at_ - 1));
        at_ = after_brackets(at_, "(", ")") - 1;
      } else if (is(at_, "=") && !is(at_ - 1, "operator") && !is(at_ - 2, "operator")) {
        is_variable = true;
      } else if (is(at_, ";")) {
        note_alias(begin);
        ++at_;
        return;
      } else if (is(at_, "}")) { // of a namespace
        if (!depths_.empty()) {
          around_.resize(depths_.back());
          depths_.pop_back();
        }
        ++at_;
        return;
      } else if (is(at_, "{")) {
        if (opens_namespace(begin))
          return;
        const std::size_t end = after_brackets(at_, "{", "}");
        if (!is_variable)
          for (const Path& path : called)
            note(path, begin, at_, end);
        at_ = end;
        if (!is_variable)
          return;
        --at_; // int x = {1}, y;
      }
  }

  /// namespace a = b;
  void note_alias(std::size_t begin)
  {
    if (is(begin, "namespace") && is(begin + 2, "=") && is_name(at_ - 1))
      aliases_[tokens_[begin + 1].text] = tokens_[at_ - 1].text;
  }

  /// namespace { ... }, namespace a::b { ... } and extern "C" { ... }
  bool opens_namespace(std::size_t begin)
  {
    const bool is_linkage = is(begin, "extern") && at_ == begin + 2;
    std::size_t i = is(begin, "inline") ? begin + 1 : begin;
    if (!is(i, "namespace") && !is_linkage)
      return false;
    const std::size_t outside = around_.size();
    for (++i; !is_linkage && i < at_; ++i)
      if (is_name(i))
        around_.push_back(tokens_[i].text);
    if (!is_linkage && around_.size() == outside)
      around_.emplace_back("(without a name)");
    depths_.push_back(outside);
    ++at_;
    return true;
  }

  /// Whether a path, as it is written here, leads to a function of namespace exercise itself.
  bool is_in_exercise(std::span<const std::string_view> path) const
  {
    static const std::set<std::string_view> types{"bool", "double", "float", "int", "void"};
    if (around_.size() + path.size() > 3) // a type, the namespace and the function
      return false;
    Path whole = around_;
    whole.insert(whole.end(), path.begin(), path.end());
    if (const auto alias = aliases_.find(whole.front()); alias != aliases_.end())
      whole.front() = alias->second;
    if (whole.size() > 2 && types.contains(whole.front())) // double ::exercise::f()
      whole.erase(whole.begin());
    return whole.size() == 2 && whole.front() == "exercise";
  }

  void note(const Path& path, std::size_t begin, std::size_t body, std::size_t end)
  {
    const std::string name(path.back());
    const bool is_exercise = is_in_exercise(path);
    const std::string_view first = tokens_[begin].text, last = tokens_[body - 1].text;
    const auto length = static_cast<std::size_t>(last.data() + last.size() - first.data());
    found_.all.push_back(
        {name, std::string_view(first.data(), length), tokens_[begin].line, is_exercise});
    if (!is_exercise) {
      found_.others.insert(name);
      return;
    }
    found_.exercises.insert(name);
    static constexpr std::array<std::string_view, 7> stub{"{", "throw", "NotStarted", "(",
                                                          ")", ";",     "}"};
    if (std::equal(stub.begin(), stub.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(body),
                   tokens_.begin() + static_cast<std::ptrdiff_t>(end),
                   [](std::string_view word, const Token& token) { return token.text == word; }))
      found_.not_started.insert(name);
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Path around_;                     ///< the namespaces around the declaration that is read
  std::vector<std::size_t> depths_; ///< the length of `around_` outside each of them
  std::map<std::string_view, std::string_view> aliases_;
  Defined found_;
};

} // namespace

Defined functions_defined_in(std::string_view text)
{
  return Reader(text).read();
}

} // namespace epreuve::exercises
