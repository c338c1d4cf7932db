// Made by: ./epreuve train masked > chapters/21-training/masked_log.hpp
#pragma once

namespace epreuve::instruments {

/// An encoder of two blocks, 4 heads and 32 coordinates in the course of its training. Each word of 100 sentences of
/// English is hidden by itself: mean KL(exact law || model), in nats, and mean probability of words that make no
/// sentence there.
struct MaskedRow
{
  unsigned step;
  double missing, impossible;
};

/// Two words of each of 200 sentences are hidden. In the mean: KL(exact law of a word || model); by how much ln of the
/// model's probability of both words changes with the one that is filled in first.
struct TwoHoles
{
  double missing, orders;
};

// clang-format off
inline constexpr MaskedRow masked_log[] = {
    {0, 4.2765, 0.9694},
    {50, 3.3888, 0.9400},
    {100, 2.5906, 0.8514},
    {200, 1.7578, 0.6723},
    {400, 0.8720, 0.4192},
    {800, 0.4031, 0.1894},
    {1500, 0.2125, 0.1047},
    {3000, 0.0921, 0.0368},
    {6000, 0.0283, 0.0105},
};
inline constexpr TwoHoles two_holes{0.0438, 0.0945};
// clang-format on

} // namespace epreuve::instruments
