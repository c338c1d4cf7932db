#include "two_layers.hpp"

#include "epreuve/math/softmax.hpp"

#include <cmath>
#include <cstdint>
#include <random>

namespace epreuve::instruments {

TwoLayers untrained(arma::uword N, arma::uword n, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  const auto draw = [&] { return static_cast<double>(generator() >> 11) * 0x1p-53 - 0.5; };
  TwoLayers net{arma::mat(n, N), arma::mat(N, n)};
  net.A.imbue(draw);
  net.B.imbue(draw);
  return net;
}

double mean_cross_entropy(const TwoLayers& net, const arma::mat& P)
{
  return -arma::accu(P % math::log_softmax_columns(net.B * net.A));
}

TwoLayers gradient(const TwoLayers& net, const arma::mat& P)
{
  arma::mat G = math::softmax_columns(net.B * net.A);
  G.each_row() %= arma::sum(P, 0);
  G -= P;
  return {net.B.t() * G, G * net.A.t()};
}

TwoLayers descended(TwoLayers net, const arma::mat& P, double rate, unsigned steps)
{
  for (unsigned step = 0; step < steps; ++step) {
    const TwoLayers slope = gradient(net, P);
    net.A -= rate * slope.A;
    net.B -= rate * slope.B;
  }
  return net;
}

double least_cross_entropy(const arma::mat& P)
{
  const arma::rowvec words = arma::sum(P, 0);
  double loss = 0;
  for (arma::uword j = 0; j < P.n_cols; ++j)
    for (arma::uword i = 0; i < P.n_rows; ++i)
      if (P(i, j) > 0)
        loss -= P(i, j) * std::log(P(i, j) / words(j));
  return loss;
}

const std::vector<std::string>& six_words()
{
  static const std::vector<std::string> words{"a", "am", "I", "thanks", "student", "<eos>"};
  return words;
}

arma::mat pairs_of_six_words(double of_the_student)
{
  const arma::uword a = 0, am = 1, I = 2, thanks = 3, student = 4, eos = 5;
  arma::mat P(6, 6);
  P(I, eos) = P(am, I) = P(a, am) = P(student, a) = P(eos, student) = of_the_student;
  P(thanks, eos) = P(eos, thanks) = 1 - of_the_student;
  return P / arma::accu(P);
}

} // namespace epreuve::instruments
