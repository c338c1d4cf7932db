// Chapter 05, position vectors. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check position-vectors checks it.

#include "exercises.hpp"

// [digits] The digits of a number
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  throw NotStarted();
}

// [sines_then_cosines] Another order of the coordinates
arma::vec exercise::sines_then_cosines(const arma::vec& w)
{
  throw NotStarted();
}

// [with_positions] Learned positions, and where they end
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  throw NotStarted();
}

// [position_of] A clock with many hands
long exercise::position_of(const arma::vec& w, double p)
{
  throw NotStarted();
}

// [causal_means] What a mask alone tells
arma::mat exercise::causal_means(const arma::mat& X)
{
  throw NotStarted();
}

// [token_and_position] Which word, and where
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  throw NotStarted();
}

// [token_reader] A linear reader
arma::mat exercise::token_reader(const arma::mat& V, const arma::mat& W)
{
  throw NotStarted();
}
