#pragma once

#include "epreuve/attention/heads.hpp"
#include "epreuve/networks/recurrent.hpp"

#include <armadillo>

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Small networks that read a text and say what follows, and how they are trained: chapter 19 compares them, with equally
/// many weights, on two tasks (recall.hpp, reading.hpp).
namespace epreuve::instruments {

enum class Reader
{
  rnn,       ///< Elman's cell
  lstm,      ///< biases of the forget gate 1 at first
  lstm_open, ///< the same, but 4 at first: it forgets 1.8 % per word, not 27 %
  attention, ///< one causal head
};

inline constexpr std::array all_readers{Reader::rnn, Reader::lstm, Reader::lstm_open,
                                        Reader::attention};

/// "rnn", "lstm", "lstm_open", "attention": what logs call them.
std::string name_of(Reader reader);

/// @throws Error if there is none of this name
Reader reader_named(std::string_view name);

/// A cell and logits C h + c at each state h; or a head, and C (x + head(x)) + c at each word x. Without C the head writes
/// its logits itself, head(x) + c. What a network does not have is empty.
struct SmallNetwork
{
  networks::Cell<double> cell; ///< of an RNN m rows, of an LSTM 4m
  attention::Head<double> head;
  arma::mat C;
  arma::vec c;
};

/// All weights, a stretch for each matrix.
std::vector<std::span<double>> parts(SmallNetwork& network);

/// A matrix for columns of this size: uniform with variance 1 / columns, from the generator's bits, the same everywhere.
arma::mat uniform_matrix(arma::uword rows, arma::uword columns, std::mt19937_64& bits);

/// A cell before its training, for words of n numbers, and C for N logits. Biases are 0 but for the forget gate's.
SmallNetwork recurrent_network(Reader reader, arma::uword n, arma::uword m, arma::uword N,
                               std::mt19937_64& bits);

/// B texts of K words: for each place a matrix n x B.
using Words = std::vector<arma::mat>;

struct SmallPass
{
  std::vector<arma::mat> logits; ///< N x B for each place from `first` on
  /// Of a cell: the state before the text, then after each word. An RNN has no c.
  std::vector<networks::LstmState<double>> states;
};

/// Reads texts from the state 0 on, or with a head that at each place sees it and the earlier ones.
/// @param first  the first place at which logits are asked for, below K
SmallPass read(const SmallNetwork& network, const Words& x, arma::uword first);

struct SmallGradient
{
  SmallNetwork weights;
  Words x;
};

/// Back through time, or through the head.
/// @param pass  of these texts
/// @param G     the derivative by each of its logits
SmallGradient back(const SmallNetwork& network, const Words& x, const SmallPass& pass,
                   const std::vector<arma::mat>& G);

/// The norm of a derivative by each word: at each place the mean over the texts.
arma::vec norms_at_words(const Words& derivatives);

/// Adam on gradients of norm at most 1.
struct SmallTraining
{
  SmallNetwork network;
  SmallNetwork m{}, v{}; ///< Adam's moments; empty before the first step
  std::uint64_t step = 0;
};
void take_step(SmallTraining& training, SmallNetwork& gradient, double rate);

} // namespace epreuve::instruments
