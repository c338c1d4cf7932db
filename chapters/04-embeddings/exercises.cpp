// Chapter 04, embeddings. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check embeddings checks it.

#include "exercises.hpp"

// [looked_up] Look it up
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  throw NotStarted();
}

// [one_hot] The same as a product
arma::mat exercise::one_hot(const arma::uvec& tokens, arma::uword N)
{
  throw NotStarted();
}

// [table_weights] How many weights
arma::uword exercise::table_weights(arma::uword n, arma::uword N, arma::uword context,
                                    arma::uword tied)
{
  throw NotStarted();
}

// [table_gradient] What the table learns
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  throw NotStarted();
}

// [patches] An image as a sentence
arma::mat exercise::patches(const arma::mat& image, arma::uword P)
{
  throw NotStarted();
}

// [strided_convolution] Patches without cutting
arma::mat exercise::strided_convolution(const arma::mat& image, const arma::mat& kernel,
                                        arma::uword s)
{
  throw NotStarted();
}

// [cosine] The angle between two words
double exercise::cosine(const arma::vec& u, const arma::vec& v)
{
  throw NotStarted();
}

// [analogy] Woman is to man as ...
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  throw NotStarted();
}

// [mutual_information] The company of words
arma::mat exercise::mutual_information(const arma::mat& C, double kappa)
{
  throw NotStarted();
}
