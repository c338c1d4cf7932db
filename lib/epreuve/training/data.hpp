#pragma once

#include "epreuve/gpt2/backward.hpp"
#include "epreuve/gpt2/tokenizer.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What a model is trained on: one long text, as tokens.
namespace epreuve::training {

using gpt2::Batch;
using gpt2::Token;

/// The whole numbers of a text, with blanks, tabs or ends of lines between them.
/// @param name  of the text's file, for messages
/// @param N     tokens of the vocabulary
/// @throws Error naming the place of what is not a whole number below N; or if there is none
std::vector<Token> parse_tokens(std::string_view text, std::string_view name, arma::uword N);

/// A text's bytes as tokens: a vocabulary of 256, each byte its own number.
std::vector<Token> bytes_as_tokens(std::string_view text);

/// The batch of a step that reads the text in order: text b of the batch begins at place (step B + b) T, modulo the
/// number of tokens, and so are all places: the text goes round.
/// @param batch  T x B, filled
void read_in_order(Batch& batch, std::span<const Token> tokens, std::uint64_t step);

/// The batch of a step that begins at random places, each place as probable as any other where T + 1 tokens are left.
/// The places depend on nothing but seed and step.
/// @param batch  T x B, filled
/// @throws Error if there are fewer than T + 1 tokens
void read_at_random(Batch& batch, std::span<const Token> tokens, std::uint64_t seed,
                    std::uint64_t step);

} // namespace epreuve::training
