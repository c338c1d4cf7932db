#include "epreuve/training/data.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace epreuve::training {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

/// Text b of the batch, from a place on.
void read(Batch& batch, arma::uword b, std::span<const Token> tokens, std::uint64_t place)
{
  place %= tokens.size();
  for (arma::uword t = 0; t < batch.inputs.n_rows; ++t) {
    batch.inputs(t, b) = tokens[place];
    place = place + 1 == tokens.size() ? 0 : place + 1;
    batch.targets(t, b) = tokens[place];
  }
}

/// SplitMix64's function of a number: every bit of the result depends on every bit of it.
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014), figure 16.
std::uint64_t mixed(std::uint64_t z)
{
  z += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

} // namespace

std::vector<Token> parse_tokens(std::string_view text, std::string_view name, arma::uword N)
{
  std::vector<Token> tokens;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    Token token = 0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), token);
    if (error != std::errc() || rest != word.data() + word.size())
      throw Error("{}: its number {}, {}, is not a token; expected whole numbers from 0 to {} with "
                  "blanks between them",
                  name, tokens.size() + 1, in_quotes(word), N - 1);
    if (token >= N)
      throw Error("{}: its number {} is token {}, which the model does not have: its vocabulary is "
                  "0 to {}",
                  name, tokens.size() + 1, token, N - 1);
    tokens.push_back(token);
    begin = text.find_first_not_of(blanks, end);
  }
  if (tokens.empty())
    throw Error("{} has no tokens; expected whole numbers from 0 to {} with blanks between them",
                name, N - 1);
  return tokens;
}

std::vector<Token> bytes_as_tokens(std::string_view text)
{
  std::vector<Token> tokens(text.size());
  std::ranges::transform(text, tokens.begin(),
                         [](char c) { return static_cast<unsigned char>(c); });
  return tokens;
}

void read_in_order(Batch& batch, std::span<const Token> tokens, std::uint64_t step)
{
  const auto [T, B] = std::pair(batch.inputs.n_rows, batch.inputs.n_cols);
  for (arma::uword b = 0; b < B; ++b)
    read(batch, b, tokens, (step * B + b) * T);
}

void read_at_random(Batch& batch, std::span<const Token> tokens, std::uint64_t seed,
                    std::uint64_t step)
{
  const auto [T, B] = std::pair(batch.inputs.n_rows, batch.inputs.n_cols);
  if (tokens.size() < T + 1)
    throw Error("there are {} tokens, and a text of {} and the one after it are {}; give more, a "
                "shorter --context, or --in-order, which goes round",
                tokens.size(), T, T + 1);
  // Of 2^64 numbers, those that the remainder prefers are too few to be noticed.
  for (arma::uword b = 0; b < B; ++b)
    read(batch, b, tokens, mixed(mixed(seed) + step * B + b) % (tokens.size() - T));
}

} // namespace epreuve::training
